//! Dense typed ids and the vectors they index. Things refer to each other by id into an owner, never by pointer, so
//! that a program or a DAG is one plain value that can be frozen, shared and sent.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A small integer that names one thing of one kind inside one owner.
pub trait Id: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug {
    /// The id with this index.
    fn new(index: usize) -> Self;
    /// The index of this id.
    fn index(self) -> usize;
}

/// Defines a dense id type: `id!(BlockId, "b")` prints as `b7`.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        impl $crate::Id for $name {
            fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("more than 2^32 ids"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, f)
            }
        }
    };
}

/// A vector indexed by an id type; owns what the ids name.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Map<K, V> {
    items: Vec<V>,
    key: PhantomData<fn() -> K>,
}

impl<K: Id, V> Map<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        Map { items: Vec::new(), key: PhantomData }
    }
    /// Appends a value and returns its id.
    pub fn push(&mut self, value: V) -> K {
        self.items.push(value);
        K::new(self.items.len() - 1)
    }
    /// The id the next `push` will return.
    pub fn next_id(&self) -> K {
        K::new(self.items.len())
    }
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The value of an id, if it is one of this map's.
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }
    /// The value of an id, to change it.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.items.get_mut(key.index())
    }
    /// All ids in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + use<K, V> {
        (0..self.items.len()).map(K::new)
    }
    /// All values in order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }
    /// All values in order, to change them.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }
    /// All pairs in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.items.iter().enumerate().map(|(i, v)| (K::new(i), v))
    }
    /// All pairs in order, to change the values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (K, &mut V)> {
        self.items.iter_mut().enumerate().map(|(i, v)| (K::new(i), v))
    }
}

impl<K: Id, V: Clone> Map<K, V> {
    /// A map of `len` copies of a value.
    pub fn filled(len: usize, value: V) -> Self {
        Map { items: vec![value; len], key: PhantomData }
    }
}

impl<K: Id, V> Default for Map<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Id, V> Index<K> for Map<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: Id, V> IndexMut<K> for Map<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}

impl<K: Id, V> FromIterator<V> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Map { items: values.into_iter().collect(), key: PhantomData }
    }
}

impl<K: Id, V: std::fmt::Debug> std::fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

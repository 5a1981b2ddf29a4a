//! The abstractions of one function as one record of the cache: pairs of an entry state and what came of it, both as bytes.

use hecaton_base::Wire as _;
use hecaton_cache::{Cache, Digest};
use rustc_hash::FxHashMap;

/// A record of more pieces is put together when something is added to it.
const MOST_PIECES: usize = 6;

/// What was known at first, and what is to be added.
pub(super) struct Record {
    key: Digest,
    known: FxHashMap<Vec<u8>, Vec<u8>>,
    fresh: Vec<u8>,
    /// It is in many pieces.
    scattered: bool,
}

impl Record {
    /// One of which nothing is known.
    pub fn new(key: Digest) -> Record {
        Record { key, known: FxHashMap::default(), fresh: vec![], scattered: false }
    }
    /// Reads what the cache has.
    pub fn read(cache: &Cache, key: Digest) -> Record {
        let mut known = FxHashMap::default();
        let pieces = cache.all(&key);
        for piece in &pieces {
            let mut input = piece.as_slice();
            while let Some((entry, kept)) = pair(&mut input) {
                known.insert(entry.to_vec(), kept.to_vec());
            }
        }
        Record { key, known, fresh: vec![], scattered: pieces.len() > MOST_PIECES }
    }
    /// Nothing was known at first.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
    /// What came of an entry state, as far as it was known at first.
    pub fn get(&self, entry: &[u8]) -> Option<&[u8]> {
        self.known.get(entry).map(Vec::as_slice)
    }
    /// Adds what came of one.
    pub fn add(&mut self, entry: &[u8], kept: &[u8]) {
        write(entry, kept, &mut self.fresh);
    }
    /// Hands over what was added; gives the key if that is anything. Where that puts a record together, what another
    /// process adds just now may be lost, as anything in a cache may.
    pub fn write(&mut self, cache: &Cache) -> Option<Digest> {
        if self.fresh.is_empty() {
            return None;
        }
        let mut fresh = std::mem::take(&mut self.fresh);
        if std::mem::take(&mut self.scattered) {
            let known = fresh.len();
            self.known.iter().for_each(|(entry, kept)| write(entry, kept, &mut fresh));
            if fresh.len() as u64 <= cache.largest() {
                cache.put(&self.key, fresh);
                return Some(self.key);
            }
            fresh.truncate(known);
        }
        cache.append(&self.key, fresh);
        Some(self.key)
    }
}

fn write(entry: &[u8], kept: &[u8], out: &mut Vec<u8>) {
    for part in [entry, kept] {
        (part.len() as u64).write(out);
        out.extend_from_slice(part);
    }
}

/// Takes a pair from the front; `None` at the end.
fn pair<'a>(input: &mut &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let mut part = || {
        let len = usize::try_from(u64::read(input).ok()?).ok()?;
        let (part, rest) = input.split_at_checked(len)?;
        *input = rest;
        Some(part)
    };
    Some((part()?, part()?))
}

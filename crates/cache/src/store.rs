//! The cache as a run sees it: it asks, and goes on without an answer when its patience is at an end.
//!
//! A thread of its own has the file ([`Aside`]). What is added is left to it and written while the run goes on; what is asked is
//! waited for. All that a run waits is counted, and when that is more than its [`Patience`] allows, the cache is given up: it
//! answers nothing any more and takes nothing.

use crate::database::{self, BRIEF, Checked, Database, Entries, Pending, Stats};
use crate::entry::Digest;
use crate::patience::Patience;
use crate::place;
use crate::trouble::{Remedy, Trouble, is_busy};
use hecaton_host::Aside;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So long `hecaton cache` waits, and for another process that writes.
const LOOKING_AFTER: Duration = Duration::from_secs(600);
const PATIENCE: Duration = Duration::from_secs(10);
/// Entries are written when there are so many, or so many bytes, or the first has waited so long.
const GROUP: usize = 512;
const GROUP_BYTES: usize = 4 << 20;
const GROUP_TIME: Duration = Duration::from_secs(1);
/// The part of what is left that the file has for an answer: what is wrong with it is to come while somebody listens.
const SPOKEN: f64 = 0.9;
/// What waits to be written takes no more memory than this; more is not kept.
const MOST_QUEUED: usize = 64 << 20;

/// What happened in this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries that were found.
    pub hits: u64,
    /// Entries that were not there.
    pub misses: u64,
    /// Entries that were added.
    pub added: u64,
    /// Entries that were there and not used: damaged, or of another build.
    pub refused: u64,
    /// Entries that were removed because there was no room.
    pub evicted: u64,
}

/// A cache.
pub struct Cache {
    keeper: Option<Aside<Keeper>>,
    shared: Arc<Shared>,
}

/// What both sides know.
struct Shared {
    file: PathBuf,
    limit: u64,
    patience: Patience,
    /// Nothing is read or written any more, and what is being done is interrupted.
    given_up: Arc<AtomicBool>,
    /// Another process was in the way the last time.
    locked: AtomicBool,
    /// Bytes that wait to be written.
    queued: AtomicUsize,
    noted: Mutex<Noted>,
}

#[derive(Default)]
struct Noted {
    counts: Counts,
    waited: Duration,
    /// The first that went wrong.
    trouble: Option<Trouble>,
}

/// The thread's side: the file, and what is to be written.
struct Keeper {
    database: Option<Database>,
    shared: Arc<Shared>,
    pending: Vec<Pending>,
    pending_bytes: usize,
    /// When the group is to be written, at the latest.
    due: Option<Instant>,
    /// Another process was in the way, so it is not to be written before.
    blocked: bool,
    /// Entries that were found, to be marked as used.
    used: BTreeSet<Digest>,
    /// Rows that are to be removed.
    damaged: Vec<i64>,
}

impl Cache {
    /// Begins to open the cache in a folder, which is made if it is not there; what is wrong with it is told later.
    /// `build` names the program that computes the entries, so exactly that no two that could compute different ones have
    /// the same. `limit` is for the file in bytes.
    pub fn begin(folder: &Path, build: &str, limit: u64, patience: Patience) -> Cache {
        let file = place::file(folder);
        let shared = Arc::new(Shared {
            file: file.clone(),
            limit,
            patience,
            given_up: Arc::default(),
            locked: AtomicBool::new(false),
            queued: AtomicUsize::new(0),
            noted: Mutex::default(),
        });
        let (build, own) = (build.to_owned(), shared.clone());
        let keeper = Aside::start("cache", move || {
            let until = Instant::now() + own.patience.now().mul_f64(SPOKEN).min(PATIENCE);
            let opened = Database::open(&own.file, &build, limit, until, &own.given_up, || own.note_lock(true));
            let database = opened.map_err(|trouble| own.give_up(trouble)).ok();
            own.note_lock(false);
            let (pending, used, damaged) = (Vec::new(), BTreeSet::new(), Vec::new());
            Keeper { database, shared: own, pending, pending_bytes: 0, due: None, blocked: false, used, damaged }
        });
        if let Err(error) = &keeper {
            shared.give_up(Trouble::new(&file, format!("no thread for it: {error}"), Remedy::Without));
        }
        Cache { keeper: keeper.ok(), shared }
    }
    /// Opens the cache, for who wants nothing else.
    pub fn open(folder: &Path, build: &str, limit: u64) -> Result<Cache, Trouble> {
        let cache = Cache::begin(folder, build, limit, Patience::fixed(LOOKING_AFTER));
        cache.ask(|_, _| ());
        let trouble = cache.shared.noted().trouble.clone();
        trouble.map_or(Ok(cache), Err)
    }
    /// What came of something that the keeper does with the file, until some time.
    fn ask<T: Send + 'static>(&self, deed: impl FnOnce(&mut Keeper, Instant) -> T + Send + 'static) -> Option<T> {
        let left = self.shared.left();
        if self.shared.has_given_up() {
            return None;
        }
        let begun = Instant::now();
        let until = begun + left.mul_f64(SPOKEN);
        let answer = self.keeper.as_ref()?.ask(left, move |keeper| {
            let wanted = keeper.database.is_some() && !keeper.shared.has_given_up();
            wanted.then(|| deed(keeper, until))
        });
        self.shared.noted().waited += begun.elapsed();
        answer.unwrap_or_else(|_| {
            let trouble = if self.shared.locked.load(Ordering::Relaxed) {
                Trouble::locked(&self.shared.file)
            } else {
                let allowed = self.shared.patience.now().as_millis();
                let what = format!("it took more than {allowed} ms, the most that a run waits for it");
                Trouble::new(&self.shared.file, what, Remedy::Without)
            };
            self.shared.give_up(trouble);
            None
        })
    }
    fn leave(&self, deed: impl FnOnce(&mut Keeper) + Send + 'static) {
        if let Some(keeper) = &self.keeper {
            keeper.leave(deed);
        }
    }
    /// The value of a key, if this build has computed it and it is undamaged.
    pub fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        self.all(key).pop()
    }
    /// The values that were appended to a key, oldest first: those that this build has computed and that are undamaged.
    pub fn all(&self, key: &Digest) -> Vec<Vec<u8>> {
        let key = *key;
        self.ask(move |keeper, until| keeper.all(&key, until)).unwrap_or_default()
    }
    /// Adds an entry, in place of all that the key has. It is written with others: when there are enough, after a while, or
    /// at `flush`.
    pub fn put(&self, key: &Digest, value: Vec<u8>) {
        self.add(key, value, true);
    }
    /// Adds an entry to those that the key has.
    pub fn append(&self, key: &Digest, value: Vec<u8>) {
        self.add(key, value, false);
    }
    fn add(&self, key: &Digest, value: Vec<u8>, alone: bool) {
        let bytes = value.len();
        let queued = self.shared.queued.load(Ordering::Relaxed);
        if self.shared.has_given_up() || bytes as u64 > self.largest() || queued + bytes > MOST_QUEUED {
            return;
        }
        self.shared.queued.fetch_add(bytes, Ordering::Relaxed);
        let pending = Pending { key: *key, value, alone };
        self.leave(move |keeper| keeper.add(pending));
    }
    /// The most bytes that one entry may have; larger ones are not kept.
    pub fn largest(&self) -> u64 {
        Database::largest(self.shared.limit)
    }
    /// Begins to write what was added.
    pub fn write(&self) {
        self.leave(|keeper| _ = keeper.write(Instant::now() + BRIEF));
    }
    /// Writes what was added, and which entries were used, and waits for that.
    pub fn flush(&self) {
        self.ask(|keeper, until| keeper.flush(until));
    }
    /// Ends the work with the file: a run says so when all else is done. Gives what was wrong, in one line.
    pub fn close(&self) -> Option<String> {
        self.flush();
        let complaint = self.complaint();
        // What is late now is nobody's trouble: the next process tidies up.
        if let (Some(keeper), false) = (&self.keeper, self.shared.has_given_up()) {
            let _ = keeper.ask(self.shared.left(), |keeper| keeper.database = None);
        }
        complaint
    }
    /// What happened since it was opened.
    pub fn counts(&self) -> Counts {
        self.shared.noted().counts
    }
    /// What went wrong, in one line.
    pub fn complaint(&self) -> Option<String> {
        let noted = self.shared.noted();
        let refused = noted.counts.refused;
        let refused = (refused > 0).then(|| {
            let what = if refused == 1 { "an entry was".to_owned() } else { format!("{refused} entries were") };
            let what = format!("{what} ignored: damaged, or of another build");
            Trouble::new(&self.shared.file, what, Remedy::Clear)
        });
        noted.trouble.clone().or(refused).map(|trouble| trouble.to_string())
    }
    /// What is in it.
    pub fn stats(&self) -> Result<Stats, Trouble> {
        self.look_after(|database, file| database.stats(file).map_err(|error| Trouble::sql(file, &error)))
    }
    /// Looks at every entry, and removes the damaged ones.
    pub fn verify(&self) -> Result<Checked, Trouble> {
        self.look_after(Database::verify)
    }
    fn look_after<T: Send + 'static>(
        &self,
        deed: impl FnOnce(&mut Database, &Path) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        self.flush();
        let done = self.ask(|keeper, _| Some(deed(keeper.database.as_mut()?, &keeper.shared.file)));
        done.flatten().unwrap_or_else(|| {
            let trouble = self.shared.noted().trouble.clone();
            Err(trouble.unwrap_or_else(|| Trouble::new(&self.shared.file, "it is closed", Remedy::Without)))
        })
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn left(&self) -> Duration {
        self.patience.now().saturating_sub(self.noted().waited)
    }
    fn has_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }
    fn note_lock(&self, locked: bool) {
        self.locked.store(locked, Ordering::Relaxed);
    }
    fn give_up(&self, trouble: Trouble) {
        self.noted().trouble.get_or_insert(trouble);
        self.given_up.store(true, Ordering::Relaxed);
    }
}

impl Keeper {
    fn all(&mut self, key: &Digest, until: Instant) -> Vec<Vec<u8>> {
        let Some(database) = &self.database else { return vec![] };
        let Entries { values, foreign, mut damaged } = match database.entries(key, until) {
            Ok(entries) => entries,
            Err(error) => {
                self.shared.give_up(Trouble::sql(&self.shared.file, &error));
                return vec![];
            }
        };
        let mut noted = self.shared.noted();
        noted.counts.hits += values.len() as u64;
        noted.counts.misses += u64::from(values.is_empty() && damaged.is_empty() && foreign == 0);
        noted.counts.refused += foreign + damaged.len() as u64;
        drop(noted);
        self.damaged.append(&mut damaged);
        if !values.is_empty() {
            self.used.insert(*key);
        }
        values
    }
    fn add(&mut self, pending: Pending) {
        self.pending_bytes += pending.value.len();
        self.pending.push(pending);
        let now = Instant::now();
        let due = *self.due.get_or_insert(now + GROUP_TIME);
        let full = self.pending.len() >= GROUP || self.pending_bytes >= GROUP_BYTES;
        if full && !self.blocked || now >= due {
            self.write(now + BRIEF);
        }
    }
    /// Writes what there is, unless another process writes until some time; whether that was so.
    fn write(&mut self, until: Instant) -> bool {
        let idle = self.pending.is_empty() && self.used.is_empty() && self.damaged.is_empty();
        let Some(database) = self.database.as_mut().filter(|_| !idle && !self.shared.has_given_up()) else {
            return true;
        };
        match database.write(&self.pending, &self.used, &self.damaged, until) {
            Ok(written) => {
                let mut noted = self.shared.noted();
                noted.counts.added += written.added;
                noted.counts.evicted += written.evicted;
                if written.full {
                    let what = format!("it is full ({} bytes), and nothing was added", self.shared.limit);
                    noted.trouble.get_or_insert(Trouble::new(&self.shared.file, what, Remedy::Room));
                }
            }
            Err(error) if is_busy(&error) => {
                self.shared.note_lock(true);
                (self.due, self.blocked) = (Some(Instant::now() + GROUP_TIME), true);
                return false;
            }
            Err(error) => self.shared.give_up(Trouble::sql(&self.shared.file, &error)),
        }
        self.shared.note_lock(false);
        self.shared.queued.fetch_sub(self.pending_bytes, Ordering::Relaxed);
        self.pending.clear();
        self.used.clear();
        self.damaged.clear();
        (self.pending_bytes, self.due, self.blocked) = (0, None, false);
        true
    }
    fn flush(&mut self, until: Instant) {
        // When an entry was used last is worth no wait.
        let written = self.write(until.min(Instant::now() + BRIEF)) || self.pending.is_empty();
        if !written && !self.write(until) {
            self.shared.give_up(Trouble::locked(&self.shared.file));
        }
    }
}

/// Removes all entries; gives how many there were. A file that cannot be read, or emptied since the disk is full, is
/// removed as a whole (`None`), but one that belongs to another program stays.
pub fn clear(folder: &Path) -> Result<Option<u64>, Trouble> {
    let file = place::file(folder);
    if place::parts(&file).all(|part| part.symlink_metadata().is_err()) {
        return Ok(Some(0));
    }
    let until = Instant::now() + PATIENCE;
    let opened = Database::open(&file, "", u64::MAX, until, &Arc::default(), || ());
    let emptied = opened.and_then(|database| database.clear().map_err(|error| Trouble::sql(&file, &error)));
    match emptied {
        Ok(count) => Ok(Some(count)),
        Err(trouble) if database::is_of_another(&file) => Err(trouble),
        Err(_) => {
            for part in place::parts(&file).filter(|part| part.symlink_metadata().is_ok()) {
                std::fs::remove_file(&part).map_err(|error| Trouble::io(&part, &error))?;
            }
            Ok(None)
        }
    }
}

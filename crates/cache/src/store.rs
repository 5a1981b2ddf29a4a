//! The file with the entries.

use crate::entry::{Digest, digest};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, TransactionBehavior, params};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The name of the file in its folder.
const FILE: &str = "summaries.sqlite";
/// Says whose file it is, in its header.
const APPLICATION: i32 = 0x4865_6361;
/// The layout of the tables.
const LAYOUT: i32 = 2;
/// What to do about a file that cannot be read.
const REMEDY: &str = "`hecaton cache clear` removes it";
/// So long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(10);
/// Entries are written when there are so many, or so many bytes, or the first has waited so long.
const GROUP: usize = 512;
const GROUP_BYTES: usize = 4 << 20;
const GROUP_TIME: Duration = Duration::from_secs(1);
/// When it is full, the oldest are removed until this part (of 16) of the limit is used.
const KEPT: u64 = 14;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS entry (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL,
        build TEXT NOT NULL,
        sum BLOB NOT NULL,
        used INTEGER NOT NULL,
        size INTEGER NOT NULL,
        value BLOB NOT NULL,
        UNIQUE (key, sum)
    );
    CREATE INDEX IF NOT EXISTS by_use ON entry (used, id);
";

/// Why there is no cache.
#[derive(Debug)]
pub struct Trouble(String);

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

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

/// What is in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The file.
    pub file: PathBuf,
    /// How many entries this build can use.
    pub entries: u64,
    /// How many are of other builds.
    pub foreign: u64,
    /// The bytes of all values.
    pub bytes: u64,
    /// The bytes of the file.
    pub file_bytes: u64,
}

/// What a look at every entry found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Entries as they were written.
    pub sound: u64,
    /// Of those, of other builds.
    pub foreign: u64,
    /// Entries whose checksum is wrong; they are removed.
    pub damaged: u64,
}

/// An open cache.
pub struct Cache {
    inner: Mutex<Inner>,
    file: PathBuf,
    build: String,
    limit: u64,
}

struct Inner {
    connection: Connection,
    pending: Vec<Pending>,
    pending_bytes: usize,
    since: Option<Instant>,
    /// Entries that were found, to be marked as used.
    used: BTreeSet<Digest>,
    counts: Counts,
    complaints: Vec<String>,
    /// Nothing is read or written any more.
    broken: bool,
}

/// An entry that is to be written.
struct Pending {
    key: Digest,
    value: Vec<u8>,
    /// Whatever else the key has is removed.
    alone: bool,
}

impl Cache {
    /// Opens the cache in a folder, which is made if it is not there. `build` names the program that computes the
    /// entries, so exactly that no two that could compute different ones have the same. `limit` is for the file in bytes.
    pub fn open(folder: &Path, build: &str, limit: u64) -> Result<Cache, Trouble> {
        let file = folder.join(FILE);
        let trouble = |what: &dyn std::fmt::Display| Trouble(format!("{}: {what}", file.display()));
        make_folder(folder).map_err(|error| trouble(&error))?;
        let connection = connect(&file)?;
        let inner = Inner {
            connection,
            pending: Vec::new(),
            pending_bytes: 0,
            since: None,
            used: BTreeSet::new(),
            counts: Counts::default(),
            complaints: Vec::new(),
            broken: false,
        };
        Ok(Cache { inner: Mutex::new(inner), file, build: build.to_owned(), limit })
    }
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// The key under which this build keeps an entry.
    fn own(&self, key: &Digest) -> Digest {
        digest(&[self.build.as_bytes(), &key.0])
    }
    fn sum(build: &str, key: &Digest, value: &[u8]) -> Digest {
        digest(&[build.as_bytes(), &key.0, value])
    }
    /// The value of a key, if this build has computed it and it is undamaged.
    pub fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        self.all(key).pop()
    }
    /// The values that were appended to a key, oldest first: those that this build has computed and that are undamaged.
    pub fn all(&self, key: &Digest) -> Vec<Vec<u8>> {
        let own = self.own(key);
        let mut inner = self.lock();
        if inner.broken {
            return vec![];
        }
        let mut rows = Vec::new();
        let mut select = || -> rusqlite::Result<()> {
            let sql = "SELECT id, build, sum, value FROM entry WHERE key = ?1 ORDER BY id";
            let mut select = inner.connection.prepare_cached(sql)?;
            let mut found = select.query([&own.0[..]])?;
            while let Some(row) = found.next()? {
                // A row that cannot be read as one of ours is a damaged one.
                let read = || {
                    let blob = |column| row.get_ref(column).ok()?.as_blob().ok();
                    let (build, sum, value) = (row.get_ref(1).ok()?.as_str().ok()?, blob(2)?, blob(3)?);
                    let foreign = build != self.build;
                    (foreign || sum == Self::sum(build, &own, value).0).then(|| (!foreign).then(|| value.to_vec()))
                };
                rows.push((row.get::<_, i64>(0)?, read()));
            }
            Ok(())
        };
        if let Err(error) = select() {
            inner.tolerate(&self.file, &error);
            return vec![];
        }
        inner.counts.misses += u64::from(rows.is_empty());
        let mut values = Vec::with_capacity(rows.len());
        for (id, read) in rows {
            match read {
                Some(Some(value)) => values.push(value),
                Some(None) => {
                    inner.counts.refused += 1;
                    inner.complain(format!("{}: an entry of another build was ignored", self.file.display()));
                }
                None => {
                    inner.counts.refused += 1;
                    inner.complain(format!("{}: a damaged entry was ignored", self.file.display()));
                    if let Err(error) = inner.connection.execute("DELETE FROM entry WHERE id = ?1", [id]) {
                        inner.tolerate(&self.file, &error);
                    }
                }
            }
        }
        if !values.is_empty() {
            inner.counts.hits += values.len() as u64;
            inner.used.insert(own);
        }
        values
    }
    /// Adds an entry, in place of all that the key has; it is written with others, at `flush` at the latest.
    pub fn put(&self, key: &Digest, value: Vec<u8>) {
        self.add(key, value, true);
    }
    /// Adds an entry to those that the key has.
    pub fn append(&self, key: &Digest, value: Vec<u8>) {
        self.add(key, value, false);
    }
    fn add(&self, key: &Digest, value: Vec<u8>, alone: bool) {
        let own = self.own(key);
        let mut inner = self.lock();
        if inner.broken || value.len() as u64 > self.largest() {
            return;
        }
        inner.pending_bytes += value.len();
        inner.pending.push(Pending { key: own, value, alone });
        let since = *inner.since.get_or_insert_with(Instant::now);
        if inner.pending.len() >= GROUP || inner.pending_bytes >= GROUP_BYTES || since.elapsed() >= GROUP_TIME {
            self.write(&mut inner);
        }
    }
    /// The most bytes that one entry may have; larger ones are not kept.
    pub fn largest(&self) -> u64 {
        self.limit / 8
    }
    /// Writes what was added, and which entries were used.
    pub fn flush(&self) {
        let mut inner = self.lock();
        let idle = inner.pending.is_empty() && inner.used.is_empty();
        if !inner.broken && !idle {
            self.write(&mut inner);
        }
    }
    fn write(&self, inner: &mut Inner) {
        let pending = std::mem::take(&mut inner.pending);
        let used = std::mem::take(&mut inner.used);
        (inner.pending_bytes, inner.since) = (0, None);
        let written = self.transaction(&mut inner.connection, &pending, &used);
        match written {
            Ok(evicted) => {
                inner.counts.added += pending.len() as u64;
                inner.counts.evicted += evicted;
            }
            Err(error) => inner.tolerate(&self.file, &error),
        }
    }
    fn transaction(
        &self,
        connection: &mut Connection,
        pending: &[Pending],
        used: &BTreeSet<Digest>,
    ) -> rusqlite::Result<u64> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Counted, not measured: clocks go backwards.
        let now: i64 = transaction.query_row("SELECT 1 + coalesce(max(used), 0) FROM entry", [], |row| row.get(0))?;
        {
            let mut touch = transaction.prepare_cached("UPDATE entry SET used = ?2 WHERE key = ?1")?;
            for key in used {
                touch.execute(params![&key.0[..], now])?;
            }
            let mut remove = transaction.prepare_cached("DELETE FROM entry WHERE key = ?1")?;
            // What is there already, written by somebody else, is not written once more.
            let mut insert = transaction.prepare_cached(
                "INSERT OR IGNORE INTO entry (key, build, sum, used, size, value) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            for Pending { key, value, alone } in pending {
                if *alone {
                    remove.execute([&key.0[..]])?;
                }
                let sum = Self::sum(&self.build, key, value);
                insert.execute(params![&key.0[..], self.build, &sum.0[..], now, value.len() as i64, value])?;
            }
        }
        let mut evicted = 0;
        let mut bytes = pages(&transaction)?;
        if bytes > self.limit {
            while bytes > self.limit / 16 * KEPT {
                let oldest = "DELETE FROM entry WHERE id IN (SELECT id FROM entry ORDER BY used, id LIMIT 8)";
                let removed = transaction.execute(oldest, [])?;
                if removed == 0 {
                    break;
                }
                evicted += removed as u64;
                bytes = pages(&transaction)?;
            }
        }
        transaction.commit()?;
        Ok(evicted)
    }
    /// What happened since it was opened.
    pub fn counts(&self) -> Counts {
        self.lock().counts
    }
    /// What went wrong, each thing once.
    pub fn complaints(&self) -> Vec<String> {
        self.lock().complaints.clone()
    }
    /// What is in it.
    pub fn stats(&self) -> Result<Stats, Trouble> {
        self.flush();
        let inner = self.lock();
        let count = || {
            let sql = "SELECT count(*), coalesce(sum(build = ?1), 0), coalesce(sum(size), 0) FROM entry";
            let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            inner.connection.query_row(sql, [&self.build], row)
        };
        let (all, entries, bytes): (i64, i64, i64) = count().map_err(|error| trouble(&self.file, &error))?;
        let file_bytes = pages(&inner.connection).map_err(|error| trouble(&self.file, &error))?;
        Ok(Stats {
            file: self.file.clone(),
            entries: entries as u64,
            foreign: (all - entries) as u64,
            bytes: bytes as u64,
            file_bytes,
        })
    }
    /// Looks at every entry, and removes the damaged ones.
    pub fn verify(&self) -> Result<Checked, Trouble> {
        self.flush();
        let mut inner = self.lock();
        let checked = || -> rusqlite::Result<(Checked, Vec<i64>)> {
            let mut checked = Checked::default();
            let mut damaged = Vec::new();
            let mut select = inner.connection.prepare("SELECT id, key, build, sum, value FROM entry")?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                let bytes = |column| row.get::<_, Vec<u8>>(column).ok();
                let sound = || {
                    let (key, build) = (Digest(bytes(1)?.try_into().ok()?), row.get::<_, String>(2).ok()?);
                    (bytes(3)? == Self::sum(&build, &key, &bytes(4)?).0).then_some(build)
                };
                match sound() {
                    Some(build) => {
                        checked.sound += 1;
                        checked.foreign += u64::from(build != self.build);
                    }
                    None => damaged.push(row.get(0)?),
                }
            }
            checked.damaged = damaged.len() as u64;
            Ok((checked, damaged))
        };
        let pages: rusqlite::Result<String> =
            inner.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
        match pages {
            Ok(word) if word == "ok" => {}
            Ok(what) => return Err(trouble(&self.file, &format!("{what}; {REMEDY}"))),
            Err(error) => return Err(trouble(&self.file, &told(&error))),
        }
        let (checked, damaged) = checked().map_err(|error| trouble(&self.file, &error))?;
        let remove = |connection: &mut Connection| -> rusqlite::Result<()> {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for id in &damaged {
                transaction.execute("DELETE FROM entry WHERE id = ?1", [id])?;
            }
            transaction.commit()
        };
        remove(&mut inner.connection).map_err(|error| trouble(&self.file, &error))?;
        Ok(checked)
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.flush();
    }
}

impl Inner {
    fn complain(&mut self, what: String) {
        if !self.complaints.contains(&what) {
            self.complaints.push(what);
        }
    }
    /// Whatever happens to the file, the run goes on.
    fn tolerate(&mut self, file: &Path, error: &rusqlite::Error) {
        // Somebody else writes all the time: what is to be written is computed again another time.
        if matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) {
            return;
        }
        self.broken = true;
        self.complain(format!("{}: {}; the cache is not used", file.display(), told(error)));
    }
}

/// Removes all entries; gives how many there were. A file that cannot be read, or emptied since the disk is full, is
/// removed as a whole (`None`), but one that belongs to another program stays.
pub fn clear(folder: &Path) -> Result<Option<u64>, Trouble> {
    let file = folder.join(FILE);
    if !file.exists() {
        return Ok(Some(0));
    }
    let emptied = match connect(&file) {
        Ok(connection) => {
            let count = |connection: &Connection| -> rusqlite::Result<u64> {
                let removed = connection.execute("DELETE FROM entry", [])?;
                connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?;
                Ok(removed as u64)
            };
            count(&connection).map_err(|error| trouble(&file, &error))
        }
        Err(error) => Err(error),
    };
    match emptied {
        Ok(count) => Ok(Some(count)),
        Err(error) if is_sqlite_of_another(&file) => Err(error),
        Err(_) => {
            for end in ["", "-wal", "-shm"] {
                let part = folder.join(format!("{FILE}{end}"));
                if part.exists() {
                    std::fs::remove_file(&part).map_err(|error| trouble(&part, &error))?;
                }
            }
            Ok(None)
        }
    }
}

/// What went wrong, and what to do about a file that will never be read again.
fn told(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => format!("{error}; {REMEDY}"),
        _ => error.to_string(),
    }
}

fn trouble(file: &Path, what: &dyn std::fmt::Display) -> Trouble {
    Trouble(format!("{}: {what}", file.display()))
}

/// A healthy database that says it belongs to somebody else. One without anything in it is nobody's: the disk was full
/// when it was made.
fn is_sqlite_of_another(file: &Path) -> bool {
    let owner = || -> rusqlite::Result<(i32, i64)> {
        let connection = Connection::open(file)?;
        let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((connection.query_row("PRAGMA application_id", [], |row| row.get(0))?, tables))
    };
    owner().is_ok_and(|(application, tables)| application != APPLICATION && (application, tables) != (0, 0))
}

/// The bytes of the file that are in use.
fn pages(connection: &Connection) -> rusqlite::Result<u64> {
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    Ok(((pragma("page_count")? - pragma("freelist_count")?) * pragma("page_size")?).max(0) as u64)
}

#[cfg(unix)]
fn make_folder(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    // What is in it is believed: nobody else is to write there.
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Opens the file and makes what is not there yet. Others may be doing the same.
fn connect(file: &Path) -> Result<Connection, Trouble> {
    let open = || -> rusqlite::Result<Result<Connection, String>> {
        let mut connection = Connection::open(file)?;
        connection.busy_timeout(PATIENCE)?;
        // Else a statement is planned again for every key.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        // Before the rest: whoever is making the file now may be done with it in between.
        let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        let pragma =
            |connection: &Connection, name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
        let (application, layout): (i32, i32) =
            (pragma(&connection, "application_id")?, pragma(&connection, "user_version")?);
        if (application, layout) == (APPLICATION, LAYOUT) {
            connection.execute_batch("PRAGMA synchronous = NORMAL")?;
            return Ok(Ok(connection));
        }
        // What another build has computed could not be used anyway.
        let outdated = application == APPLICATION && layout < LAYOUT;
        if application == APPLICATION && !outdated {
            return Ok(Err(format!("made by another version (layout {layout}); {REMEDY}")));
        }
        if !outdated && (tables > 0 || application != 0) {
            return Ok(Err("not a cache of this program".into()));
        }
        connection.execute_batch("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if outdated && pragma(&transaction, "user_version")? < LAYOUT {
            transaction.execute_batch("DROP TABLE IF EXISTS entry")?;
        }
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", LAYOUT)?;
        transaction.commit()?;
        Ok(Ok(connection))
    };
    let begun = Instant::now();
    loop {
        match open() {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(what)) => return Err(trouble(file, &what)),
            // Changing to WAL does not wait for others who do the same.
            Err(error)
                if matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
                    && begun.elapsed() < PATIENCE =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(error) => return Err(trouble(file, &told(&error))),
        }
    }
}

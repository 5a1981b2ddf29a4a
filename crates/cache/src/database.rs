//! The SQLite file with the entries, as one thread sees it.
//!
//! The file may be anybody's: a schema can hold views that never end, triggers, generated columns and virtual tables, each of
//! which runs when a table is read or written. So nothing but the schema itself is read before that is known to be, word for
//! word, the one that this program makes; and a statement that runs while nobody waits for it any more is interrupted.

use crate::entry::{Digest, digest};
use crate::place;
use crate::trouble::{Remedy, Trouble, is_busy};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior, params};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Says whose file it is, in its header.
const APPLICATION: i32 = 0x4865_6361;
/// The layout of the tables.
const LAYOUT: i32 = 2;
/// When it is full, the oldest are removed until this part (of 16) of the limit is used.
const KEPT: u64 = 14;
/// So long one transaction removes the oldest; the next one goes on.
const EVICTING: Duration = Duration::from_millis(50);
/// So often, in steps of its machine, a statement looks whether it is still wanted.
const STEPS: i32 = 1_000;
/// The most entries that are read of one key.
const PIECES: i64 = 256;
/// So long another process is waited for before that is worth telling.
pub(crate) const BRIEF: Duration = Duration::from_millis(20);
/// Nobody waits longer for another process.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

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

/// An entry that is to be written.
pub(crate) struct Pending {
    pub key: Digest,
    pub value: Vec<u8>,
    /// Whatever else the key has is removed.
    pub alone: bool,
}

/// What a transaction did.
pub(crate) struct Written {
    pub added: u64,
    pub evicted: u64,
    /// There was no room for what was to be added.
    pub full: bool,
}

/// What there is under a key.
#[derive(Default)]
pub(crate) struct Entries {
    /// Values as this build wrote them, oldest first.
    pub values: Vec<Vec<u8>>,
    /// Rows of other builds.
    pub foreign: u64,
    /// Rows that are not as they were written.
    pub damaged: Vec<i64>,
}

/// An open file.
pub(crate) struct Database {
    connection: Connection,
    build: String,
    /// For the file, in bytes.
    limit: u64,
}

impl Database {
    /// Opens the file, which is made if it is not there, and looks at its schema. Waits for other processes until some time,
    /// and says so.
    pub fn open(
        file: &Path,
        build: &str,
        limit: u64,
        until: Instant,
        unwanted: &Arc<AtomicBool>,
        busy: impl Fn(),
    ) -> Result<Self, Trouble> {
        place::prepare(file)?;
        loop {
            match connect(file, until.min(Instant::now() + BRIEF), unwanted) {
                Ok(connection) => return Ok(Database { connection: connection?, build: build.to_owned(), limit }),
                // Changing to WAL does not wait for others who do the same.
                Err(error) if is_busy(&error) && Instant::now() < until => {
                    busy();
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(error) => return Err(Trouble::sql(file, &error)),
            }
        }
    }
    /// The most bytes that one entry may have; larger ones are not kept.
    pub fn largest(limit: u64) -> u64 {
        limit / 8
    }
    /// The key under which a build keeps an entry.
    fn own(build: &str, key: &Digest) -> Digest {
        digest(&[build.as_bytes(), &key.0])
    }
    fn sum(build: &str, key: &Digest, value: &[u8]) -> Digest {
        digest(&[build.as_bytes(), &key.0, value])
    }
    /// What there is under a key. Waits for other processes until some time.
    pub fn entries(&self, key: &Digest, until: Instant) -> rusqlite::Result<Entries> {
        self.wait_until(until)?;
        let own = Self::own(&self.build, key);
        let mut entries = Entries::default();
        let mut room = Self::largest(self.limit);
        // The length of a value stands before it: one that is too long is not even read.
        let sql = "SELECT id, build, sum, CASE WHEN length(value) <= ?2 THEN value END FROM entry WHERE key = ?1 \
                   ORDER BY id LIMIT ?3";
        let mut select = self.connection.prepare_cached(sql)?;
        let most = room.saturating_add(own.0.len() as u64).min(i64::MAX as u64) as i64;
        let mut rows = select.query(params![&own.0[..], most, PIECES])?;
        while let Some(row) = rows.next()? {
            // A row that cannot be read as one of ours is a damaged one.
            let read = || {
                let blob = |column| row.get_ref(column).ok()?.as_blob().ok();
                let (build, sum, value) = (row.get_ref(1).ok()?.as_str().ok()?, blob(2)?, blob(3)?);
                if build != self.build {
                    return Some(None);
                }
                // A value says whose it is.
                let content = value.strip_prefix(&own.0[..])?;
                (sum == Self::sum(build, &own, value).0).then(|| Some(content.to_vec()))
            };
            match read() {
                Some(Some(value)) => {
                    let Some(rest) = room.checked_sub(value.len() as u64) else { break };
                    room = rest;
                    entries.values.push(value);
                }
                Some(None) => entries.foreign += 1,
                None => entries.damaged.push(row.get(0)?),
            }
        }
        Ok(entries)
    }
    /// Writes entries, marks others as used, and removes rows and what there is no room for. Waits for other processes until
    /// some time.
    pub fn write(
        &mut self,
        pending: &[Pending],
        used: &BTreeSet<Digest>,
        damaged: &[i64],
        until: Instant,
    ) -> rusqlite::Result<Written> {
        self.wait_until(until)?;
        let (limit, build) = (self.limit, &self.build);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut written = Written { added: 0, evicted: 0, full: false };
        for id in damaged {
            transaction.prepare_cached("DELETE FROM entry WHERE id = ?1")?.execute([id])?;
        }
        // Counted, not measured: clocks go backwards.
        let now = "SELECT max(1, coalesce(max(used), 0) + 1) FROM entry";
        let now: i64 = transaction.query_row(now, [], |row| row.get(0)).unwrap_or(1);
        for key in used {
            let mut touch = transaction.prepare_cached("UPDATE entry SET used = ?2 WHERE key = ?1")?;
            touch.execute(params![&Self::own(build, key).0[..], now])?;
        }
        written.evicted += evict(&transaction, limit)?;
        // Too much to be removed at once: what is new would come on top.
        written.full = pages(&transaction)? > limit;
        for Pending { key, value, alone } in pending.iter().filter(|_| !written.full) {
            let key = Self::own(build, key);
            if *alone {
                transaction.prepare_cached("DELETE FROM entry WHERE key = ?1")?.execute([&key.0[..]])?;
            }
            let value = [&key.0[..], value].concat();
            let sum = Self::sum(build, &key, &value);
            // What is there already, written by another process, is not written once more.
            let mut insert = transaction.prepare_cached(
                "INSERT OR IGNORE INTO entry (key, build, sum, used, size, value) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            insert.execute(params![&key.0[..], build, &sum.0[..], now, value.len() as i64, value])?;
            written.added += 1;
        }
        written.evicted += evict(&transaction, limit)?;
        transaction.commit()?;
        Ok(written)
    }
    /// What is in it.
    pub fn stats(&self, file: &Path) -> rusqlite::Result<Stats> {
        let sql = "SELECT count(*), coalesce(sum(build = ?1), 0), coalesce(sum(size), 0) FROM entry";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let (all, entries, bytes): (i64, i64, i64) = self.connection.query_row(sql, [&self.build], row)?;
        Ok(Stats {
            file: file.to_owned(),
            entries: entries as u64,
            foreign: (all - entries) as u64,
            bytes: bytes as u64,
            file_bytes: pages(&self.connection)?,
        })
    }
    /// Looks at every page and every entry, and removes the damaged entries.
    pub fn verify(&mut self, file: &Path) -> Result<Checked, Trouble> {
        let sql = |error: rusqlite::Error| Trouble::sql(file, &error);
        let pages = self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
        match pages.map_err(sql)?.as_str() {
            "ok" => {}
            what => return Err(Trouble::new(file, what.lines().next().unwrap_or_default(), Remedy::Clear)),
        }
        let (checked, damaged) = self.look().map_err(sql)?;
        self.write(&[], &BTreeSet::new(), &damaged, Instant::now() + LONGEST_WAIT).map_err(sql)?;
        Ok(checked)
    }
    fn look(&self) -> rusqlite::Result<(Checked, Vec<i64>)> {
        let (mut checked, mut damaged) = (Checked::default(), Vec::new());
        let mut select = self.connection.prepare("SELECT id, key, build, sum, value FROM entry")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let sound = || {
                let blob = |column| row.get_ref(column).ok()?.as_blob().ok();
                let (key, build) = (Digest(blob(1)?.try_into().ok()?), row.get_ref(2).ok()?.as_str().ok()?);
                let (sum, value) = (blob(3)?, blob(4)?);
                let ours = build == self.build;
                let named = !ours || value.starts_with(&key.0);
                (named && sum == Self::sum(build, &key, value).0).then_some(ours)
            };
            match sound() {
                Some(ours) => {
                    checked.sound += 1;
                    checked.foreign += u64::from(!ours);
                }
                None => damaged.push(row.get(0)?),
            }
        }
        checked.damaged = damaged.len() as u64;
        Ok((checked, damaged))
    }
    /// Removes all entries; gives how many there were.
    pub fn clear(&self) -> rusqlite::Result<u64> {
        let removed = self.connection.execute("DELETE FROM entry", [])?;
        self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?;
        Ok(removed as u64)
    }
    fn wait_until(&self, until: Instant) -> rusqlite::Result<()> {
        wait_until(&self.connection, until)
    }
}

fn wait_until(connection: &Connection, until: Instant) -> rusqlite::Result<()> {
    connection.busy_timeout(until.saturating_duration_since(Instant::now()).min(LONGEST_WAIT))
}

/// The bytes of the file that are in use.
fn pages(connection: &Connection) -> rusqlite::Result<u64> {
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    Ok((pragma("page_count")? - pragma("freelist_count")?).max(0) as u64 * pragma("page_size")?.max(0) as u64)
}

/// Removes what was not used for the longest time, if there is no room: not all at once where it is much.
fn evict(connection: &Connection, limit: u64) -> rusqlite::Result<u64> {
    let (begun, mut evicted) = (Instant::now(), 0);
    let mut bytes = pages(connection)?;
    if bytes <= limit {
        return Ok(0);
    }
    while bytes > limit / 16 * KEPT && begun.elapsed() < EVICTING {
        let oldest = "DELETE FROM entry WHERE id IN (SELECT id FROM entry ORDER BY used, id LIMIT 8)";
        let removed = connection.prepare_cached(oldest)?.execute([])?;
        if removed == 0 {
            break;
        }
        evicted += removed as u64;
        bytes = pages(connection)?;
    }
    Ok(evicted)
}

/// A connection that runs nothing that the file brings along.
fn guarded(file: &Path, flags: OpenFlags, until: Instant, unwanted: &Arc<AtomicBool>) -> rusqlite::Result<Connection> {
    // A relative name could be taken for a URI.
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut connection = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    wait_until(&connection, until)?;
    let unwanted = unwanted.clone();
    connection.progress_handler(STEPS, Some(move || unwanted.load(Ordering::Relaxed)))?;
    for (setting, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        // Else a statement is planned again for every key.
        (DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true),
    ] {
        connection.set_db_config(setting, on)?;
    }
    // Nobody waits for the disk: what a failure of power leaves half-written has no checksum that is right.
    connection.execute_batch("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA synchronous = OFF")?;
    Ok(connection)
}

/// Opens the file and makes what is not there yet. Others may be doing the same.
fn connect(file: &Path, until: Instant, unwanted: &Arc<AtomicBool>) -> rusqlite::Result<Result<Connection, Trouble>> {
    let mut connection =
        guarded(file, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE, until, unwanted)?;
    let refused = |what: String, remedy| Ok(Err(Trouble::new(file, what, remedy)));
    // Before the rest: whoever is making the file now may be done with it in between.
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let (application, layout) = identity(&connection)?;
    if (application, layout) != (APPLICATION, LAYOUT) {
        // What another build has computed could not be used anyway.
        let outdated = application == APPLICATION && layout < LAYOUT;
        if application == APPLICATION && !outdated {
            return refused(format!("made by another version (layout {layout})"), Remedy::Clear);
        }
        if !outdated && (tables > 0 || application != 0) {
            return refused("not a cache of this program".into(), Remedy::Elsewhere);
        }
        make(&mut connection, outdated)?;
    }
    if connection.query_row("PRAGMA journal_mode", [], |row| row.get::<_, String>(0))? != "wal"
        && !changes_to_wal(&connection)?
    {
        return refused("processes cannot share files in this folder".into(), Remedy::Elsewhere);
    }
    let expected = Connection::open_in_memory()?;
    expected.execute_batch(TABLES)?;
    if schema(&connection)? != schema(&expected)? {
        return refused("its tables are not those that this program makes".into(), Remedy::Clear);
    }
    Ok(Ok(connection))
}

/// The application that a file belongs to, and its layout.
fn identity(connection: &Connection) -> rusqlite::Result<(i32, i32)> {
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
    Ok((pragma("application_id")?, pragma("user_version")?))
}

fn changes_to_wal(connection: &Connection) -> rusqlite::Result<bool> {
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    Ok(mode == "wal")
}

fn make(connection: &mut Connection, outdated: bool) -> rusqlite::Result<()> {
    // No journal beside the file, not even for a moment: one that is there is not ours.
    connection.query_row("PRAGMA journal_mode = MEMORY", [], |_| Ok(()))?;
    connection.execute_batch("PRAGMA page_size = 8192")?;
    changes_to_wal(connection)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if outdated && identity(&transaction)?.1 < LAYOUT {
        transaction.execute_batch("DROP TABLE IF EXISTS entry")?;
    }
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", LAYOUT)?;
    transaction.commit()
}

/// Everything that a schema says; what is made by one statement is the same word for word. One row more than there should be
/// is enough.
fn schema(connection: &Connection) -> rusqlite::Result<BTreeSet<[Option<String>; 4]>> {
    let mut select =
        connection.prepare("SELECT type, name, tbl_name, substr(sql, 1, 4096) FROM sqlite_schema LIMIT 16")?;
    let rows = select.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    rows.collect()
}

/// Whether a file is a database that says that it belongs to another program. One without anything in it is nobody's: the disk
/// was full when it was made. Nothing is written, not even what a journal would have rolled back.
pub(crate) fn is_of_another(file: &Path) -> bool {
    match place::application(file) {
        None | Some(APPLICATION) => return false,
        Some(0) if !place::has_journal(file) => {}
        Some(_) => return true,
    }
    // What is not in the file itself yet may say more.
    let unwanted = Arc::default();
    let owner = || -> rusqlite::Result<(i32, i64)> {
        let connection = guarded(file, OpenFlags::SQLITE_OPEN_READ_ONLY, Instant::now() + BRIEF, &unwanted)?;
        let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((identity(&connection)?.0, tables))
    };
    owner().is_ok_and(|(application, tables)| application != APPLICATION && (application, tables) != (0, 0))
}

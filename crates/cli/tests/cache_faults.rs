//! Everything that can be wrong with a cache, one row a fault: the verdict is that of a run without a cache, within 5 % of the
//! time limit, and what is wrong is told in one line with the path and what to do about it.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_cache::digest;
use run::{code, hecaton, scratch, stderr, stdout};
use rusqlite::{Connection, OptionalExtension as _, params};
use std::any::Any;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const SAFE: &str = "
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
static int clamp(int x) { if (x < 0) return 0; if (x > 10) return 10; return x; }
int main(void) { int s = 0; while (__VERIFIER_nondet_int()) s = clamp(s + 1); if (s > 10) reach_error(); return 0; }
";

/// The limit of every run, and what the cache may cost of it.
const LIMIT: &str = "3s";
const SHARE: Duration = Duration::from_millis(150);
/// What a busy machine may add.
const NOISE: Duration = Duration::from_millis(150);
/// On a busy machine a run is tried again before it is said to be slow.
const TRIES: usize = 6;

/// What is said where nothing but time was missing.
const SLOWLY: &str = "it took more than 150 ms";

/// What holds a fault in place; it ends when this is dropped.
type Hold = Box<dyn Any>;

/// Makes a fault in a filled cache, or gives the reason why it cannot be made here.
type Fault = fn(&Place) -> Result<Hold, &'static str>;

/// Name, fault, and a part of the message; without one, nothing is told.
const FAULTS: &[(&str, Fault, Option<&str>)] = &[
    ("healthy", |_| held(()), None),
    ("locked against writers, with an answer", |p| locked(p, "BEGIN IMMEDIATE"), None),
    ("locked against writers, without one", locked_without_answer, Some("another process has locked it")),
    ("locked against readers", locked_exclusively, Some("another process has locked it")),
    ("locked before it was made", locked_when_empty, Some("another process has locked it")),
    ("an endless view", |p| sql(p, ENDLESS_VIEW), Some("its tables are not")),
    ("an endless trigger", |p| sql(p, ENDLESS_TRIGGER), Some("its tables are not")),
    ("a virtual table", |p| sql(p, VIRTUAL), Some("its tables are not")),
    ("a generated column", |p| sql(p, "ALTER TABLE entry ADD COLUMN more AS (hex(value))"), Some("its tables are not")),
    ("an index that computes", |p| sql(p, "CREATE INDEX more ON entry (hex(value))"), Some("its tables are not")),
    ("another table", |p| sql(p, "CREATE TABLE more (x)"), Some("its tables are not")),
    ("ten thousand tables", ten_thousand_tables, Some("")),
    ("a view of the older layout", |p| sql(p, OLDER_VIEW), Some("hecaton cache clear")),
    ("a newer layout", |p| sql(p, "PRAGMA user_version = 99"), Some("another version")),
    ("a database of another program", |p| sql(p, "PRAGMA application_id = 7"), Some("not a cache of this program")),
    ("a text file", |p| instead(p, "a text, and no database\n".repeat(400).as_bytes()), Some("not a database")),
    ("an empty file", |p| instead(p, b""), None),
    ("a file that ends early", |p| bytes(p, |b| b.truncate(b.len() / 2)), Some("")),
    ("a header and nothing else", |p| bytes(p, |b| b.truncate(100)), Some("")),
    ("pages of noise", |p| bytes(p, |b| (8192..b.len()).step_by(7).for_each(|at| b[at] ^= 0x5a)), Some("")),
    ("a tree that is its own child", |p| bytes(p, |b| child_of_itself(b)), Some("")),
    ("a FIFO", |p| special(p, "", mkfifo), Some("a FIFO")),
    ("a directory", |p| special(p, "", |path| std::fs::create_dir(path).expect("made")), Some("a directory")),
    ("a device", |p| special(p, "", |path| symlink("/dev/zero", path).expect("made")), Some("a symbolic link")),
    ("a link to another file", link_to_another, Some("a symbolic link")),
    ("a link to nothing", |p| special(p, "", |path| symlink("no/such", path).expect("made")), Some("a symbolic link")),
    ("a FIFO for the log", |p| special(p, "-wal", mkfifo), Some("a FIFO")),
    (
        "a directory for the index",
        |p| special(p, "-shm", |path| std::fs::create_dir(path).expect("made")),
        Some("a directory"),
    ),
    ("a log of noise", |p| beside(p, "-wal", &noise(100_000)), None),
    ("an index of noise", |p| beside(p, "-shm", &noise(100_000)), None),
    ("a journal of noise", |p| beside(p, "-journal", &noise(100_000)), Some("a journal")),
    ("a journal that names a file", journal_that_names_a_file, Some("a journal")),
    ("a FIFO for the journal", |p| special(p, "-journal", mkfifo), Some("a FIFO")),
    ("a wrong checksum", |p| sql(p, "UPDATE entry SET sum = zeroblob(32)"), Some("ignored")),
    ("a value of another length", |p| sql(p, "UPDATE entry SET value = x'00'"), Some("ignored")),
    ("a text for a value", |p| sql(p, "UPDATE entry SET value = 'text'"), Some("ignored")),
    ("a number for a checksum", |p| sql(p, "UPDATE OR IGNORE entry SET sum = 7 * id"), Some("ignored")),
    ("another build", |p| sql(p, "UPDATE entry SET build = 'another'"), Some("ignored")),
    ("contents of other keys, with their checksums", contents_of_others, Some("ignored")),
    ("nonsense, with its checksum", |p| resum(p, |_, key| [key, b"nonsense of some length"].concat()), None),
    ("the largest times of use", |p| sql(p, "UPDATE entry SET used = 9223372036854775807"), None),
    ("values larger than any entry", |p| sql(p, "UPDATE entry SET value = zeroblob(8000000)"), Some("")),
    ("a hundred thousand entries of each key", many_of_each, Some("")),
    ("a size limit that is passed", |p| sql(p, FILL), None),
    ("a folder that everybody can write", |p| mode(&p.folder, 0o777), Some("everybody can write")),
    ("a file that everybody can write", |p| mode(&p.file(""), 0o666), Some("everybody can write")),
    ("a file of another user", of_another_user, Some("belongs to another user")),
    ("a folder without permission", without_permission, Some("`--cache DIR`")),
    ("a folder on a full disk", on_a_full_disk, Some("`hecaton cache clear` makes room")),
    ("a folder that is read only", on_a_read_only_disk, Some("`--cache DIR`")),
];

const ENDLESS: &str = "WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r)";
const ENDLESS_VIEW: &str = "DROP TABLE entry; CREATE VIEW entry AS \
    WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r) \
    SELECT id, x'00' AS key, '' AS build, x'00' AS sum, 1 AS used, 1 AS size, x'00' AS value FROM r";
const ENDLESS_TRIGGER: &str = "DELETE FROM entry; CREATE TABLE t (x); CREATE TRIGGER g BEFORE INSERT ON entry BEGIN \
    INSERT INTO t WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r) SELECT id FROM r; END";
const VIRTUAL: &str = "DROP TABLE entry; CREATE VIRTUAL TABLE entry USING fts5(key, build, sum, used, size, value)";
const OLDER_VIEW: &str = "PRAGMA user_version = 1; DROP TABLE entry; CREATE VIEW entry AS SELECT 1 AS id, x'00' AS key";
const FILL: &str = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 2000) \
    INSERT INTO entry (key, build, sum, used, size, value) SELECT cast(x AS blob), 'another', x'00', 0, 900, zeroblob(900) FROM r";

/// A folder with a filled cache.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn file(&self, end: &str) -> PathBuf {
        self.folder.join(format!("summaries.sqlite{end}"))
    }
    fn open(&self) -> Connection {
        Connection::open(self.file("")).expect("the database")
    }
    fn remove(&self) {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(self.file(end));
        }
    }
}

fn held(hold: impl Any) -> Result<Hold, &'static str> {
    Ok(Box::new(hold))
}

fn sql(place: &Place, text: &str) -> Result<Hold, &'static str> {
    let connection = place.open();
    connection.execute_batch(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    held(())
}

fn locked(place: &Place, how: &str) -> Result<Hold, &'static str> {
    let connection = place.open();
    connection.execute_batch(how).expect("locked");
    held(connection)
}

fn locked_without_answer(place: &Place) -> Result<Hold, &'static str> {
    sql(place, "DELETE FROM entry")?;
    locked(place, "BEGIN IMMEDIATE")
}

fn locked_exclusively(place: &Place) -> Result<Hold, &'static str> {
    locked(place, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE entry SET used = 9")
}

fn locked_when_empty(place: &Place) -> Result<Hold, &'static str> {
    place.remove();
    locked(place, "PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
}

fn ten_thousand_tables(place: &Place) -> Result<Hold, &'static str> {
    let tables: String = (0..10_000).map(|number| format!("CREATE TABLE t{number} (a, b, c);")).collect();
    sql(place, &format!("BEGIN; {tables} COMMIT"))
}

fn instead(place: &Place, content: &[u8]) -> Result<Hold, &'static str> {
    place.remove();
    std::fs::write(place.file(""), content).expect("written");
    held(())
}

fn bytes(place: &Place, change: impl FnOnce(&mut Vec<u8>)) -> Result<Hold, &'static str> {
    let mut content = std::fs::read(place.file("")).expect("the file");
    change(&mut content);
    std::fs::write(place.file(""), content).expect("written");
    held(())
}

/// Makes the root of the table (page 2) an inner node all of whose children are itself.
fn child_of_itself(content: &mut [u8]) {
    let (page, own) = (8192, 2_u32.to_be_bytes());
    let node = &mut content[page..2 * page];
    node.fill(0);
    // An inner node of a table, with a cell at the end of the page: child and largest row.
    node[..12].copy_from_slice(&[5, 0, 0, 0, 1, 0x1f, 0xf0, 0, own[0], own[1], own[2], own[3]]);
    node[12..14].copy_from_slice(&[0x1f, 0xf0]);
    node[0x1ff0..0x1ff5].copy_from_slice(&[own[0], own[1], own[2], own[3], 1]);
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

fn special(place: &Place, end: &str, make: fn(&Path)) -> Result<Hold, &'static str> {
    if end.is_empty() {
        place.remove();
    }
    make(&place.file(end));
    held(())
}

fn beside(place: &Place, end: &str, content: &[u8]) -> Result<Hold, &'static str> {
    std::fs::write(place.file(end), content).expect("written");
    held(())
}

fn noise(len: usize) -> Vec<u8> {
    (0..len as u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect()
}

/// A file elsewhere that nobody may touch: what drops this finds out.
struct Victim {
    path: PathBuf,
}

const VICTIM: &str = "dear to its owner\n";

impl Victim {
    fn new(place: &Place) -> Self {
        let path = place.folder.with_extension("victim");
        std::fs::write(&path, VICTIM).expect("written");
        Victim { path }
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let content = std::fs::read_to_string(&self.path);
        assert_eq!(content.ok().as_deref(), Some(VICTIM), "{}", self.path.display());
    }
}

fn link_to_another(place: &Place) -> Result<Hold, &'static str> {
    let victim = Victim::new(place);
    place.remove();
    symlink(&victim.path, place.file("")).expect("made");
    held(victim)
}

/// A journal of the form that SQLite rolls back, and then removes the file whose name stands at its end.
fn journal_that_names_a_file(place: &Place) -> Result<Hold, &'static str> {
    let victim = Victim::new(place);
    let name = victim.path.display().to_string().into_bytes();
    let magic = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let mut journal = magic.to_vec();
    // No pages; the size of the database, of a sector and of a page.
    for number in [0_u32, 0, 1, 512, 8192] {
        journal.extend(number.to_be_bytes());
    }
    journal.resize(512, 0);
    let sum: u32 = name.iter().map(|byte| u32::from(*byte)).sum();
    journal.extend(0x2001_u32.to_be_bytes());
    journal.extend(&name);
    journal.extend((name.len() as u32).to_be_bytes());
    journal.extend(sum.to_be_bytes());
    journal.extend(magic);
    std::fs::write(place.file("-journal"), journal).expect("written");
    held(victim)
}

/// Changes every value, and makes its checksum right: a function of values and key.
fn resum(place: &Place, change: impl Fn(&[Vec<u8>], &[u8]) -> Vec<u8>) -> Result<Hold, &'static str> {
    let connection = place.open();
    let mut select = connection.prepare("SELECT id, key, build, value FROM entry ORDER BY id").expect("SQL");
    type Row = (i64, Vec<u8>, String, Vec<u8>);
    let row =
        |row: &rusqlite::Row<'_>| -> rusqlite::Result<Row> { Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)) };
    let rows: Vec<Row> = select.query_map([], row).and_then(Iterator::collect).expect("rows");
    let values: Vec<Vec<u8>> = rows.iter().map(|(_, _, _, value)| value.clone()).collect();
    for (id, key, build, _) in &rows {
        let value = change(&values, key);
        let sum = digest(&[build.as_bytes(), key, &value]);
        let update = "UPDATE entry SET value = ?2, sum = ?3 WHERE id = ?1";
        connection.execute(update, params![id, value, &sum.0[..]]).expect("SQL");
    }
    held(())
}

fn contents_of_others(place: &Place) -> Result<Hold, &'static str> {
    resum(place, |values, key| values.iter().find(|value| !value.starts_with(key)).expect("another").clone())
}

fn many_of_each(place: &Place) -> Result<Hold, &'static str> {
    let connection = place.open();
    let mut select = connection.prepare("SELECT DISTINCT key, build FROM entry").expect("SQL");
    let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<(Vec<u8>, String)> { Ok((row.get(0)?, row.get(1)?)) };
    let keys: Vec<(Vec<u8>, String)> = select.query_map([], row).and_then(Iterator::collect).expect("rows");
    let insert = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 100000) \
                  INSERT INTO entry (key, build, sum, used, size, value) \
                  SELECT ?1, ?2, cast(x AS blob), 1, 1, zeroblob(100) FROM r";
    for (key, build) in keys.into_iter().take(2) {
        connection.execute(insert, params![key, build]).expect("SQL");
    }
    held(())
}

fn mode(path: &Path, mode: u32) -> Result<Hold, &'static str> {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("changed");
    held(())
}

fn is_root(place: &Place) -> bool {
    place.folder.metadata().expect("a folder").uid() == 0
}

fn of_another_user(place: &Place) -> Result<Hold, &'static str> {
    if !is_root(place) {
        return Err("only root can give files away");
    }
    std::os::unix::fs::chown(place.file(""), Some(54_321), None).expect("given away");
    held(())
}

fn without_permission(place: &Place) -> Result<Hold, &'static str> {
    if is_root(place) {
        return Err("root may do everything");
    }
    place.remove();
    mode(&place.folder, 0o500)
}

/// A file system over a folder, for root.
struct Mounted(PathBuf);

impl Mounted {
    fn new(folder: &Path, size: &str) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("mode=700,size={size}"), "none"]).arg(folder);
        let done = mount.output().is_ok_and(|output| output.status.success());
        done.then(|| Mounted(folder.to_owned()))
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").args(["-l"]).arg(&self.0).status();
    }
}

fn on_a_full_disk(place: &Place) -> Result<Hold, &'static str> {
    let mounted = Mounted::new(&place.folder, "64k").ok_or("a file system cannot be mounted")?;
    // All of it but what an empty file needs.
    let _ = std::fs::write(place.folder.join("ballast"), vec![0; 64 << 10]);
    held(mounted)
}

fn on_a_read_only_disk(place: &Place) -> Result<Hold, &'static str> {
    let mounted = Mounted::new(&place.folder, "64k").ok_or("a file system cannot be mounted")?;
    let again = Command::new("mount").args(["-o", "remount,ro"]).arg(&place.folder).status();
    assert!(again.expect("mount runs").success());
    held(mounted)
}

/// The folder of a row.
fn folder(name: &str) -> PathBuf {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cache-fault-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn check(program: &str, more: &[&str]) -> (Output, Duration) {
    let begun = Instant::now();
    let args = [&["check", "-p", "unreach", "--timeout", LIMIT], more, &[program]].concat();
    let output = hecaton(&args).output().expect("it runs");
    (output, begun.elapsed())
}

/// A program with its verdict, and how long it takes without a cache.
struct Asked {
    program: String,
    code: i32,
    time: Duration,
}

impl Asked {
    fn new(name: &str, text: &str, expected: i32) -> Self {
        let program = scratch(name, text);
        let runs: Vec<(Output, Duration)> = (0..3).map(|_| check(&program, &["--no-cache"])).collect();
        for (output, _) in &runs {
            assert_eq!(code(output), expected, "{}", stderr(output));
        }
        let time = runs.iter().map(|(_, time)| *time).min().expect("several");
        Asked { program, code: expected, time }
    }
    /// Asks with the cache of a folder; gives what it said of the cache.
    fn ask(&self, folder: &Path) -> Result<String, String> {
        let mut fastest = Duration::MAX;
        let mut said: Vec<String> = Vec::new();
        for _ in 0..TRIES {
            let folder = folder.display().to_string();
            let (output, time) = check(&self.program, &["--cache-size", "1MiB", "--cache", &folder]);
            if output.status.code() != Some(self.code) {
                return Err(format!(
                    "{:?} instead of {}: {}{}",
                    output.status,
                    self.code,
                    stdout(&output),
                    stderr(&output)
                ));
            }
            if stdout(&output).contains("time limit") {
                return Err(format!("the time limit was reached: {}", stdout(&output)));
            }
            fastest = fastest.min(time);
            // That may be the machine.
            let slow = stderr(&output).contains(SLOWLY);
            let before = |other: &&String| slow || !other.contains(SLOWLY);
            said.insert(said.iter().take_while(before).count(), stderr(&output));
            if !slow && fastest <= self.time + SHARE + NOISE {
                // A fault may be gone once it was told.
                return Ok(said.remove(0));
            }
        }
        if fastest <= self.time + SHARE + NOISE {
            return Ok(said.remove(0));
        }
        Err(format!("it takes {fastest:?}, and {:?} without a cache", self.time))
    }
}

/// What is wrong with a line that tells what is wrong with a cache.
fn objection(said: &str, folder: &Path, told: Option<&str>) -> Option<String> {
    let Some(told) = told else {
        return (!said.is_empty()).then(|| format!("nothing was to be said: {said}"));
    };
    let remedies = ["hecaton cache clear", "--no-cache"];
    let good = said.lines().count() == 1
        && said.starts_with("warning: cache: ")
        && said.contains(&folder.display().to_string())
        && said.contains(told)
        && remedies.iter().any(|remedy| said.contains(remedy));
    (!good).then(|| format!("no line with the path, `{told}` and a remedy: {said:?}"))
}

/// What `hecaton cache clear` is promised to repair.
fn repaired(asked: &Asked, folder: &Path) -> Result<(), String> {
    let place = folder.display().to_string();
    let cleared = run::run(&["cache", "clear", "--cache", &place]);
    if code(&cleared) != 0 {
        return Err(format!("it is not cleared: {}", stderr(&cleared)));
    }
    match asked.ask(folder)?.as_str() {
        "" => Ok(()),
        said => Err(format!("after it was cleared: {said}")),
    }
}

fn row(asked: &[Asked], filled: &Path, (name, fault, told): (&str, Fault, Option<&str>)) -> Result<(), String> {
    let place = Place { folder: folder(name) };
    std::fs::copy(filled.join("summaries.sqlite"), place.file("")).expect("copied");
    let hold = match fault(&place) {
        Ok(hold) => hold,
        Err(reason) => {
            println!("skipped: {name}: {reason}");
            return Ok(());
        }
    };
    let said = asked[0].ask(&place.folder)?;
    objection(&said, &place.folder, told).map_or(Ok(()), Err)?;
    for other in &asked[1..] {
        // It may have been repaired by now.
        let said = other.ask(&place.folder)?;
        objection(&said, &place.folder, told).filter(|_| !said.is_empty()).map_or(Ok(()), Err)?;
    }
    if said.contains("`hecaton cache clear` removes it") {
        repaired(&asked[0], &place.folder)?;
    }
    drop(hold);
    let _ = std::fs::set_permissions(&place.folder, std::fs::Permissions::from_mode(0o700));
    let _ = std::fs::remove_dir_all(&place.folder);
    Ok(())
}

#[test]
fn whatever_is_wrong_with_the_cache_costs_little_and_changes_nothing() {
    assert!(ENDLESS_VIEW.contains(ENDLESS) && ENDLESS_TRIGGER.contains(ENDLESS));
    let asked = [
        Asked::new("fault-safe.c", SAFE, 0),
        Asked::new("fault-bad.c", &SAFE.replace("return 10; return x;", "return 11; return x;"), 10),
    ];
    let filled = folder("filled");
    for engine in ["bam", "auto"] {
        let (output, _) = check(&asked[0].program, &["--engine", engine, "--cache", &filled.display().to_string()]);
        assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    }
    let rows = "SELECT count(*) FROM entry";
    let connection = Connection::open(filled.join("summaries.sqlite")).expect("the database");
    let rows: Option<i64> = connection.query_row(rows, [], |row| row.get(0)).optional().expect("SQL");
    assert!(rows >= Some(2), "{rows:?} entries");
    drop(connection);
    // Several at once: most of them wait.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(fault) = FAULTS.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(row(&asked, &filled, *fault).err().map(|what| format!("{}: {what}", fault.0)));
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Reads and writes of the cache that take five seconds each, as on a disk that is about to fail.
const SLOW: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
static void wait_for(int file) {
  char link[64], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return;
  name[length] = 0;
  if (strstr(name, "summaries.sqlite")) sleep(5);
}
#define SLOW(result, name, parameters, arguments) \
  result name parameters { \
    static result (*real) parameters; \
    if (!real) real = (result (*) parameters)dlsym(RTLD_NEXT, #name); \
    wait_for(file); \
    return real arguments; \
  }
SLOW(ssize_t, read, (int file, void *into, size_t count), (file, into, count))
SLOW(ssize_t, write, (int file, const void *from, size_t count), (file, from, count))
SLOW(ssize_t, pread, (int file, void *into, size_t count, off_t at), (file, into, count, at))
SLOW(ssize_t, pwrite, (int file, const void *from, size_t count, off_t at), (file, from, count, at))
SLOW(ssize_t, pread64, (int file, void *into, size_t count, off64_t at), (file, into, count, at))
SLOW(ssize_t, pwrite64, (int file, const void *from, size_t count, off64_t at), (file, from, count, at))
int fsync(int file) { wait_for(file); return 0; }
int fdatasync(int file) { wait_for(file); return 0; }
"#;

#[test]
fn a_disk_that_is_slow_costs_little() {
    let asked = Asked::new("slow-disk.c", SAFE, 0);
    let (source, library) = (scratch("slow.c", SLOW), scratch("slow.so", ""));
    let built = Command::new("gcc").args(["-shared", "-fPIC", "-o", &library, &source, "-ldl"]).status();
    assert!(built.expect("gcc runs").success());
    let place = folder("slow disk");
    // When the file is made, and when it is there.
    for round in ["made", "there"] {
        if round == "there" {
            let (output, _) = check(&asked.program, &["--cache", &place.display().to_string()]);
            assert_eq!((code(&output), stderr(&output)), (0, String::new()));
        }
        let mut best = Duration::MAX;
        for _ in 0..TRIES {
            let place = place.display().to_string();
            let mut command =
                hecaton(&["check", "-p", "unreach", "--timeout", LIMIT, "--cache", &place, &asked.program]);
            let begun = Instant::now();
            let output = command.env("LD_PRELOAD", &library).output().expect("it runs");
            best = best.min(begun.elapsed());
            assert_eq!(code(&output), 0, "{round}: {}", stderr(&output));
            assert!(stderr(&output).contains(SLOWLY), "{round}: {}", stderr(&output));
            if best <= asked.time + SHARE + NOISE {
                break;
            }
        }
        assert!(best <= asked.time + SHARE + NOISE, "{round}: {best:?}, and {:?} without", asked.time);
    }
}

//! Damage, other builds, several processes at once, and processes that are killed: what is not as it was written is never
//! given out.

use hecaton_cache::{Cache, Checked, Digest, clear, digest};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const LIMIT: u64 = 64 << 20;

/// Says to a process that runs this test again what it is to do.
const ROLE: &str = "HECATON_CACHE_TEST_ROLE";
const FOLDER: &str = "HECATON_CACHE_TEST_FOLDER";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cache-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn open(folder: &Path) -> Cache {
    Cache::open(folder, "build", LIMIT).expect("a cache")
}

fn key(number: u64) -> Digest {
    digest(&[b"test", &number.to_le_bytes()])
}

fn value(number: u64) -> Vec<u8> {
    number.to_le_bytes().repeat(100)
}

fn sql(folder: &Path, text: &str) {
    let file = folder.join("summaries.sqlite");
    rusqlite::Connection::open(file).and_then(|connection| connection.execute_batch(text)).expect("SQL");
}

#[test]
fn what_was_put_is_there_for_the_next() {
    let folder = folder("next");
    let first = open(&folder);
    assert_eq!(first.get(&key(1)), None);
    first.put(&key(1), value(1));
    first.flush();
    assert_eq!(first.get(&key(1)), Some(value(1)));
    drop(first);
    let second = open(&folder);
    assert_eq!(second.get(&key(1)), Some(value(1)));
    assert_eq!(second.get(&key(2)), None);
    let counts = second.counts();
    assert_eq!((counts.hits, counts.misses, counts.refused), (1, 1, 0));
    assert_eq!(second.complaint(), None);
    assert_eq!(second.stats().expect("stats").entries, 1);
    assert_eq!(clear(&folder).expect("cleared"), Some(1));
    assert_eq!(second.get(&key(1)), None);
}

#[test]
fn what_is_appended_stands_beside_the_rest() {
    let folder = folder("appended");
    let (cache, other) = (open(&folder), open(&folder));
    for (writer, number) in [(&cache, 1), (&other, 2), (&cache, 2), (&other, 3)] {
        writer.append(&key(0), value(number));
        writer.flush();
    }
    // The same piece twice is one.
    assert_eq!(cache.all(&key(0)), [value(1), value(2), value(3)]);
    sql(&folder, "UPDATE entry SET value = zeroblob(800) WHERE id = 2");
    assert_eq!(cache.all(&key(0)), [value(1), value(3)], "a damaged piece is left out");
    assert!(cache.counts().refused == 1 && cache.complaint().is_some());
    other.put(&key(0), value(9));
    other.flush();
    assert_eq!(cache.all(&key(0)), [value(9)]);
    assert_eq!(cache.verify().expect("looked at"), Checked { sound: 1, foreign: 0, damaged: 0 });
}

#[test]
fn what_an_older_layout_holds_is_dropped() {
    let folder = folder("older");
    std::fs::create_dir_all(&folder).expect("a folder");
    sql(
        &folder,
        "CREATE TABLE entry (id INTEGER PRIMARY KEY, key BLOB UNIQUE, value BLOB); INSERT INTO entry VALUES (1, x'00', x'01'); \
         PRAGMA application_id = 0x48656361; PRAGMA user_version = 1",
    );
    let cache = open(&folder);
    cache.put(&key(1), value(1));
    cache.flush();
    assert_eq!(cache.get(&key(1)), Some(value(1)));
    assert_eq!(cache.stats().expect("stats").entries, 1);
    assert_eq!(cache.complaint(), None);
}

#[test]
fn another_build_finds_nothing() {
    let folder = folder("builds");
    let ours = open(&folder);
    ours.put(&key(1), value(1));
    ours.flush();
    let others = Cache::open(&folder, "another build", LIMIT).expect("a cache");
    assert_eq!(others.get(&key(1)), None);
    let stats = others.stats().expect("stats");
    assert_eq!((stats.entries, stats.foreign), (0, 1));
    // Not even if it stands under our key.
    sql(&folder, "UPDATE entry SET build = 'foreign'");
    assert_eq!(ours.get(&key(1)), None);
    assert_eq!(ours.counts().refused, 1);
    assert!(ours.complaint().is_some_and(|what| what.contains("another build")), "{:?}", ours.complaint());
}

#[test]
fn damaged_entries_are_refused_told_and_removed() {
    for damage in [
        "UPDATE entry SET value = zeroblob(800) WHERE id = 1",
        "UPDATE entry SET value = substr(value, 1, 799) WHERE id = 1",
        "UPDATE entry SET sum = zeroblob(32) WHERE id = 1",
        "UPDATE entry SET value = 'text' WHERE id = 1",
        "UPDATE entry SET build = x'00' WHERE id = 1",
    ] {
        let folder = folder("damaged");
        let cache = open(&folder);
        cache.put(&key(1), value(1));
        cache.put(&key(2), value(2));
        cache.flush();
        sql(&folder, damage);
        assert_eq!(cache.get(&key(1)), None, "{damage}");
        assert_eq!(cache.counts().refused, 1, "{damage}");
        assert!(cache.complaint().is_some(), "{damage}");
        assert_eq!(cache.get(&key(2)), Some(value(2)), "{damage}");
        // It can be computed and kept again.
        cache.put(&key(1), value(1));
        cache.flush();
        assert_eq!(cache.get(&key(1)), Some(value(1)), "{damage}");
    }
}

#[test]
fn entries_that_changed_places_are_refused() {
    let folder = folder("swapped");
    let cache = open(&folder);
    cache.put(&key(1), value(1));
    cache.put(&key(2), value(2));
    cache.flush();
    sql(
        &folder,
        "UPDATE entry SET value = (SELECT value FROM entry WHERE id = 2), sum = (SELECT sum FROM entry WHERE id = 2) \
         WHERE id = 1",
    );
    assert_eq!(cache.verify().expect("looked at"), Checked { sound: 1, foreign: 0, damaged: 1 });
    assert_eq!(cache.get(&key(1)), None);
    assert_eq!(cache.get(&key(2)), Some(value(2)));
    assert_eq!(cache.verify().expect("looked at"), Checked { sound: 1, foreign: 0, damaged: 0 });
}

#[test]
fn files_that_are_no_caches_are_told_and_left_alone() {
    let folder = folder("no-cache");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("summaries.sqlite");
    std::fs::write(&file, "this is not a database, however long it may be".repeat(300)).expect("a file");
    let Err(trouble) = Cache::open(&folder, "build", LIMIT) else { panic!("opened") };
    assert!(trouble.to_string().contains("summaries.sqlite"), "{trouble}");
    assert!(trouble.to_string().contains("`hecaton cache clear` removes it"), "{trouble}");
    assert_eq!(clear(&folder).expect("removed"), None);
    drop(open(&folder));
    sql(&folder, "PRAGMA user_version = 99");
    let Err(trouble) = Cache::open(&folder, "build", LIMIT) else { panic!("opened") };
    assert!(trouble.to_string().contains("another version"), "{trouble}");
    std::fs::remove_file(&file).expect("removed");
    sql(&folder, "CREATE TABLE mine (x)");
    let Err(trouble) = Cache::open(&folder, "build", LIMIT) else { panic!("opened") };
    assert!(trouble.to_string().contains("not a cache"), "{trouble}");
    assert!(clear(&folder).is_err() && file.exists(), "a database of somebody else stays");
}

#[test]
fn pages_that_are_damaged_never_give_wrong_values() {
    let folder = folder("pages");
    let cache = open(&folder);
    for number in 0..200 {
        cache.put(&key(number), value(number));
    }
    drop(cache);
    let file = folder.join("summaries.sqlite");
    let mut bytes = std::fs::read(&file).expect("the file");
    // Behind the header and the schema, every 97th byte.
    for at in (2 * 8192..bytes.len()).step_by(97) {
        bytes[at] ^= 0x55;
    }
    std::fs::write(&file, bytes).expect("written");
    let Ok(cache) = Cache::open(&folder, "build", LIMIT) else { return };
    for number in 0..200 {
        assert!(cache.get(&key(number)).is_none_or(|found| found == value(number)));
    }
    assert!(cache.complaint().is_some(), "it is told");
}

#[test]
fn the_oldest_used_go_first() {
    let folder = folder("full");
    let cache = Cache::open(&folder, "build", 1 << 20).expect("a cache");
    cache.put(&key(0), value(0));
    cache.put(&key(1), value(1));
    cache.flush();
    for number in 2..4000 {
        cache.put(&key(number), value(number));
        if number % 50 == 0 {
            assert!(cache.get(&key(1)).is_some(), "what is used stays ({number})");
            cache.flush();
        }
    }
    cache.flush();
    assert!(cache.counts().evicted > 0);
    assert_eq!(cache.get(&key(0)), None, "what is not used goes");
    assert!(cache.get(&key(3999)).is_some());
    assert!(cache.stats().expect("stats").file_bytes <= 1 << 20);
    // What would take most of the room is not even written.
    cache.put(&key(5000), vec![0; 1 << 19]);
    cache.flush();
    assert_eq!(cache.get(&key(5000)), None);
}

/// Starts this test file again in a process of its own, with a role.
fn start(role: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "role", "--nocapture"])
        .env(ROLE, role)
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process")
}

/// Not a test of its own: what the processes of the other tests do.
#[test]
fn role() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let folder = PathBuf::from(std::env::var(FOLDER).expect("a folder"));
    let cache = open(&folder);
    match role.as_str() {
        // Writes the same entries as the others of the kind, and some of its own.
        "some" => {
            for number in 0..300 {
                cache.put(&key(number), value(number));
                let own = 1000 * u64::from(std::process::id()) + number;
                cache.put(&key(own), value(own));
                if number % 10 == 0 {
                    cache.flush();
                }
                assert!(cache.get(&key(number)).is_none_or(|found| found == value(number)));
            }
            cache.flush();
            assert_eq!(cache.complaint(), None);
            assert_eq!(cache.counts().added, 600);
        }
        // Writes until it is killed, and says after each group that it is written.
        "endless" => {
            for group in 0.. {
                for number in 100 * group..100 * (group + 1) {
                    cache.put(&key(number), value(number));
                }
                cache.flush();
                println!("\nwritten {group}");
            }
        }
        _ => panic!("no such role"),
    }
}

#[test]
fn several_processes_write_at_once() {
    let folder = folder("several");
    let children: Vec<Child> = (0..3).map(|_| start("some", &folder)).collect();
    let ids: Vec<u64> = children.iter().map(|child| u64::from(child.id())).collect();
    for child in children {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    let cache = open(&folder);
    for number in (0..300).chain(ids.iter().flat_map(|id| 1000 * id..1000 * id + 300)) {
        assert_eq!(cache.get(&key(number)), Some(value(number)));
    }
    assert_eq!(cache.verify().expect("looked at"), Checked { sound: 1200, foreign: 0, damaged: 0 });
}

#[test]
fn a_process_that_is_killed_leaves_what_it_has_written() {
    let folder = folder("killed");
    let mut child = start("endless", &folder);
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let last = lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("written ")?.parse().ok());
    // It goes on writing while it is killed.
    let last: u64 = last.take(7).last().expect("seven groups");
    child.kill().expect("killed");
    child.wait().expect("it has ended");
    let cache = open(&folder);
    for number in 0..100 * (last + 1) {
        assert_eq!(cache.get(&key(number)), Some(value(number)), "{number} of {last} groups");
    }
    let checked = cache.verify().expect("looked at");
    assert_eq!((checked.damaged, checked.foreign), (0, 0));
    assert_eq!(checked.sound % 100, 0, "a group is there or not");
    cache.put(&key(u64::MAX), value(1));
    cache.flush();
    assert_eq!(cache.get(&key(u64::MAX)), Some(value(1)), "and it can be used");
}

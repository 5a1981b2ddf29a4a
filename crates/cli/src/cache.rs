//! Where the cache is, and `hecaton cache`.

use crate::args::{CacheAction, CacheArgs};
use crate::exit::Exit;
use crate::output::{complain, print};
use hecaton_cache::{Cache, Patience};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The variable that says where the cache is; `off` means nowhere.
const VARIABLE: &str = "HECATON_CACHE";

/// The build that computes what is kept: the sum of its sources.
const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("HECATON_BUILD"));

/// The folder of the cache, if there is to be one: as the command line says, else as the variable does, else in the
/// user's folder for such things.
pub fn folder(args: &CacheArgs) -> Option<PathBuf> {
    if args.no_cache {
        return None;
    }
    if let Some(folder) = &args.cache {
        return Some(folder.clone());
    }
    match std::env::var_os(VARIABLE) {
        Some(value) if value.is_empty() || value == "off" => return None,
        Some(value) => return Some(PathBuf::from(value)),
        None => {}
    }
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(base.join("hecaton"))
}

/// Begins to open the cache, if there is to be one.
pub fn begin(args: &CacheArgs, patience: Patience) -> Option<Arc<Cache>> {
    let folder = folder(args)?;
    Some(Arc::new(Cache::begin(&folder, BUILD, args.cache_size, patience)))
}

/// Ends the work with it. What was wrong with it is told, in one line; it changes neither verdict nor exit code.
pub fn close(cache: Option<&Arc<Cache>>) {
    if let Some(what) = cache.and_then(|cache| cache.close()) {
        complain(&format!("warning: cache: {what}\n"));
    }
}

/// Runs `hecaton cache`.
pub fn run(action: CacheAction) -> Exit {
    let args = match &action {
        CacheAction::Stats(place) | CacheAction::Clear(place) | CacheAction::Verify(place) => place,
    };
    let args = CacheArgs { no_cache: false, cache: args.cache.clone(), cache_size: u64::MAX };
    let Some(folder) = folder(&args) else {
        complain("error: there is no cache: neither --cache nor a home folder says where it would be\n");
        return Exit::Usage;
    };
    let done = match action {
        CacheAction::Stats(_) => stats(&folder),
        CacheAction::Clear(_) => match hecaton_cache::clear(&folder) {
            Ok(count) => {
                let what = count.map_or("a file that could not be emptied was".to_owned(), entries);
                Ok((format!("{}: {what} removed\n", folder.display()), Exit::Success))
            }
            Err(trouble) => Err(trouble),
        },
        CacheAction::Verify(_) => verify(&folder),
    };
    match done {
        Ok((text, exit)) => {
            print(&text);
            exit
        }
        Err(trouble) => {
            complain(&format!("error: {trouble}\n"));
            Exit::Input
        }
    }
}

fn entries(count: u64) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

fn stats(folder: &Path) -> Result<(String, Exit), hecaton_cache::Trouble> {
    let stats = Cache::open(folder, BUILD, u64::MAX)?.stats()?;
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let text = format!(
        "file            {}\nthis build      {}\nother builds    {}\nvalues          {:.1} MiB\nin use          {:.1} MiB\n",
        stats.file.display(),
        entries(stats.entries),
        entries(stats.foreign),
        mib(stats.bytes),
        mib(stats.file_bytes),
    );
    Ok((text, Exit::Success))
}

fn verify(folder: &Path) -> Result<(String, Exit), hecaton_cache::Trouble> {
    let checked = Cache::open(folder, BUILD, u64::MAX)?.verify()?;
    let foreign = match checked.foreign {
        0 => String::new(),
        count => format!(", {count} of them of other builds"),
    };
    let mut text = format!("{} as written{foreign}\n", entries(checked.sound));
    if checked.damaged > 0 {
        text += &format!("{} damaged and removed\n", entries(checked.damaged));
        return Ok((text, Exit::Input));
    }
    Ok((text, Exit::Success))
}

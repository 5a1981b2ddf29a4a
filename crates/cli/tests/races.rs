//! The programs of `tests/races`, each as it is and with `-DRACY`: without a race, and with one. `bench/races` compares
//! them with ThreadSanitizer.

#[path = "run/mod.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod run;

use hecaton_testkit::workspace::{files, root};

#[test]
fn races_are_found_and_their_absence_is_proved() {
    let all = files(&root().join("tests/races"));
    assert_eq!(all.len(), 20);
    let mut wrong = Vec::new();
    for path in all {
        let path = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        for (macros, code) in [(&[][..], 0), (&["-DRACY"][..], 10)] {
            let mut args = vec!["check", "-p", "race", "--trace", "none", "--timeout", "600s"];
            args.extend(macros);
            args.push(&path);
            let output = run::run(&args);
            if run::code(&output) != code {
                wrong.push(format!("{path} {macros:?}: {}", run::stdout(&output)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_taken_for_granted_of_races_that_nobody_asks_about_is_told() {
    for (props, told) in [("assertion", true), ("assertion,race", false)] {
        let args = ["check", "-p", props, "--trace", "none", "--timeout", "600s", "tests/tasks/thread_mutex.c"];
        let output = run::stdout(&run::run(&args));
        assert_eq!(output.contains("where data races are not asked about"), told, "{output}");
    }
}

#[test]
fn a_trace_tells_who_waits_and_what_wakes_it() {
    let text = "#include <assert.h>\n#include <pthread.h>\n\
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\npthread_cond_t full = PTHREAD_COND_INITIALIZER;\nint count;\n\
        static void *get(void *arg) {\n\
        pthread_mutex_lock(&m);\nif (count == 0) pthread_cond_wait(&full, &m);\nassert(count > 0);\n\
        pthread_mutex_unlock(&m);\nreturn 0;\n}\n\
        int main(void) {\npthread_t t;\npthread_create(&t, 0, get, 0);\npthread_mutex_lock(&m);\ncount = 1;\n\
        SIGNAL;\npthread_mutex_unlock(&m);\npthread_join(t, 0);\n}\n";
    let file = run::scratch("waits.c", text);
    let shown =
        |macros: &str, props: &str| run::stdout(&run::run(&["check", "-p", props, "--timeout", "600s", macros, &file]));
    let spurious = shown("-DSIGNAL=pthread_cond_signal(&full)", "assertion");
    let order =
        ["locks m", "waits for full", "unlocks m", "wakes up without a signal", "locks m", "violated: count > 0"];
    let mut rest = spurious.as_str();
    for part in order {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part}: {spurious}"));
        rest = &rest[at + part.len()..];
    }
    let lost = shown("-DSIGNAL=(void)0", "deadlock");
    assert!(
        lost.contains("^ no thread can go on\n")
            && lost.contains("waits for pthread_cond_wait(&full")
            && lost.contains("waits for thread 1"),
        "{lost}"
    );
}

#[test]
fn locks_are_named_as_in_the_source() {
    let text = "#include <pthread.h>\npthread_mutex_t fork_[2];\n\
        static void *eat(void *arg) {\nint i = (int)(long)arg;\n\
        pthread_mutex_lock(&fork_[i]);\npthread_mutex_lock(&fork_[1 - i]);\n\
        pthread_mutex_unlock(&fork_[1 - i]);\npthread_mutex_unlock(&fork_[i]);\nreturn 0;\n}\n\
        int main(void) {\npthread_t t[2];\n\
        for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, eat, (void *)(long)i);\n\
        for (int i = 0; i < 2; i++) pthread_join(t[i], 0);\n}\n";
    let file = run::scratch("forks.c", text);
    let shown = run::stdout(&run::run(&["check", "-p", "deadlock", "--timeout", "600s", &file]));
    for part in ["┏ locks fork_[0]\n", "┃ waits for fork_[1]", "it has fork_[1]\n", "waits for thread 1 "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

//! Features that a program does not log itself: calls of functions with certain names (swarm bounded model checking,
//! section III: API calls are the natural features of a library).

use crate::program::{Feature, Inst, Op, Program};

/// Makes every call of a function with a body whose name fits a pattern a feature with that name: it is logged where the
/// function begins. A pattern is a name in which `*` stands for anything. Gives the patterns that fit nothing.
pub fn log_calls(program: &mut Program, patterns: &[String]) -> Vec<String> {
    let mut idle = patterns.to_vec();
    let main = program.entry;
    for (_, function) in program.functions.iter_mut().filter(|(id, function)| *id != main && function.has_body()) {
        let fits: Vec<&String> = patterns.iter().filter(|pattern| is_like(&function.name, pattern)).collect();
        if fits.is_empty() {
            continue;
        }
        idle.retain(|pattern| !fits.contains(&pattern));
        let known = program.features.iter().find(|(_, feature)| feature.name == function.name).map(|(id, _)| id);
        let id = known.unwrap_or_else(|| program.features.push(Feature { name: function.name.clone() }));
        let (entry, span) = (function.entry, function.span);
        let block = &mut function.blocks[entry];
        if !block.insts.iter().any(|inst| inst.op == Op::Log(id)) {
            block.insts.insert(0, Inst { op: Op::Log(id), span });
        }
    }
    idle
}

/// Whether a name fits a pattern.
fn is_like(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(mut left) = name.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        match left.find(part) {
            Some(at) => left = &left[at + part.len()..],
            None => return false,
        }
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::is_like;

    #[test]
    fn a_star_stands_for_anything() {
        for (name, pattern) in
            [("push", "push"), ("push", "*"), ("push_back", "push*"), ("a_b_c", "a*b*c"), ("aa", "a*a")]
        {
            assert!(is_like(name, pattern), "{name} {pattern}");
        }
        for (name, pattern) in [("push", "pus"), ("push", "pop*"), ("push", "*pop"), ("a", "a*a"), ("abc", "a*c*b")] {
            assert!(!is_like(name, pattern), "{name} {pattern}");
        }
    }
}

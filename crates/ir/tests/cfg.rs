//! The shape of functions: the order of blocks, loops in reducible and irreducible graphs, live variables.

use hecaton_base::Id as _;
use hecaton_ir::analysis::cfg::Shape;
use hecaton_ir::text::parse;
use hecaton_ir::*;
use std::collections::HashSet;

/// A function from its edges; a block with no edge returns.
fn graph(edges: &[&[usize]]) -> Function {
    let mut text = String::from("func main(c: u1, s: s32) {\n");
    for (block, to) in edges.iter().enumerate() {
        text += &format!("n{block}:\n");
        text += &match to {
            [] => "return\n".to_string(),
            [to] => format!("goto n{to}\n"),
            [yes, no] => format!("branch c -> n{yes}, n{no}\n"),
            [other, arms @ ..] => {
                let arms: Vec<String> = arms.iter().enumerate().map(|(i, to)| format!("{i} -> n{to}")).collect();
                format!("switch s [{}] else n{other}\n", arms.join(", "))
            }
        };
    }
    text += "}\n";
    let program = parse("g.hir", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.functions[program.entry].clone()
}

fn b(i: usize) -> BlockId {
    BlockId::new(i)
}

fn reachable(function: &Function) -> HashSet<BlockId> {
    let (mut seen, mut open) = (HashSet::from([function.entry]), vec![function.entry]);
    while let Some(block) = open.pop() {
        for to in function.blocks[block].end.targets() {
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

/// What makes an order weakly topological, checked from its definition.
fn assert_weak_topological(function: &Function) -> Shape {
    let shape = Shape::of(function);
    let reached = reachable(function);
    let mut places = HashSet::new();
    for block in function.blocks.keys() {
        let place = shape.order[block];
        assert_eq!(place == u32::MAX, !reached.contains(&block), "{block}");
        if place == u32::MAX {
            continue;
        }
        assert!(places.insert(place), "two blocks at {place}");
        // Heads are nested: each of them lies in the components of those before it.
        for (i, head) in shape.heads[block].iter().enumerate() {
            assert_eq!(shape.heads[*head][..], shape.heads[block][..=i], "{head} around {block}");
            assert!(shape.order[*head] <= place);
        }
        for to in function.blocks[block].end.targets() {
            let back = shape.is_back_edge(block, to);
            assert_eq!(back, place >= shape.order[to]);
            if back {
                assert!(shape.heads[block].contains(&to), "{block} -> {to} goes back to no head around it");
                assert!(shape.is_head(to));
            }
        }
    }
    assert_eq!(places.len(), reached.len());
    assert!(places.iter().all(|p| (*p as usize) < reached.len()), "places are dense");
    // Components are contiguous: between a head and the last block of its component there is nothing else.
    let mut sorted: Vec<BlockId> = reached.iter().copied().collect();
    sorted.sort_by_key(|block| shape.order[*block]);
    for head in &sorted {
        if shape.is_head(*head) {
            let inside: Vec<u32> =
                sorted.iter().filter(|x| shape.heads[**x].contains(head)).map(|x| shape.order[*x]).collect();
            assert_eq!(inside.len() as u32, inside[inside.len() - 1] - inside[0] + 1, "the component of {head}");
            assert_eq!(inside[0], shape.order[*head]);
        }
    }
    shape
}

#[test]
fn straight_lines_and_diamonds_have_no_heads() {
    let shape = assert_weak_topological(&graph(&[&[1, 2], &[3], &[3], &[]]));
    assert!(shape.heads.values().all(Vec::is_empty));
    assert_eq!((shape.order[b(0)], shape.order[b(3)]), (0, 3));
}

#[test]
fn unreachable_blocks_have_no_place() {
    let shape = assert_weak_topological(&graph(&[&[2], &[2], &[]]));
    assert_eq!(shape.order[b(1)], u32::MAX);
}

#[test]
fn loops_have_their_heads() {
    // A while loop, a loop on itself, and a loop in a loop.
    let shape = assert_weak_topological(&graph(&[&[1], &[2, 3], &[1], &[]]));
    assert_eq!((shape.heads[b(1)].clone(), shape.heads[b(2)].clone()), (vec![b(1)], vec![b(1)]));
    assert!(shape.heads[b(0)].is_empty() && shape.heads[b(3)].is_empty());
    let shape = assert_weak_topological(&graph(&[&[0, 1], &[]]));
    assert!(shape.is_head(b(0)) && !shape.is_head(b(1)));
    let shape = assert_weak_topological(&graph(&[&[1], &[2, 5], &[3], &[2, 4], &[1], &[]]));
    assert_eq!(shape.heads[b(3)], vec![b(1), b(2)]);
    assert_eq!(shape.heads[b(4)], vec![b(1)]);
}

#[test]
fn the_exit_of_a_loop_comes_behind_it() {
    // Whatever the order of the edges.
    for edges in [[&[1][..], &[2, 3], &[1], &[]], [&[1], &[3, 2], &[1], &[]]] {
        let shape = assert_weak_topological(&graph(&edges));
        assert!(shape.order[b(3)] > shape.order[b(2)]);
    }
}

#[test]
fn irreducible_graphs_are_ordered_too() {
    // A cycle entered at two places.
    let shape = assert_weak_topological(&graph(&[&[1, 2], &[2], &[1, 3], &[]]));
    assert_eq!(shape.heads.values().filter(|heads| !heads.is_empty()).count(), 2);
    // The example of Bourdoncle's paper, figure 2: 1 2 (3 4 (5 6) 7) 8.
    let edges: [&[usize]; 8] = [&[1], &[2, 7], &[3], &[4, 6], &[5], &[4, 6], &[2, 7], &[]];
    let shape = assert_weak_topological(&graph(&edges));
    assert_eq!(shape.heads[b(5)], vec![b(2), b(4)]);
    assert_eq!(shape.heads[b(6)], vec![b(2)]);
    assert_eq!(shape.heads[b(7)], vec![]);
    let order: Vec<u32> = (0..8).map(|i| shape.order[b(i)]).collect();
    assert_eq!(order, (0..8).collect::<Vec<u32>>());
    // A jump into the inner of two nested loops.
    assert_weak_topological(&graph(&[&[1, 3], &[2, 5], &[3], &[2, 4], &[1], &[]]));
}

#[test]
fn random_graphs_are_ordered() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    for _ in 0..2_000 {
        let count = 1 + random(12);
        let edges: Vec<Vec<usize>> =
            (0..count).map(|_| (0..[0, 1, 1, 2, 2, 2, 3][random(7)]).map(|_| random(count)).collect()).collect();
        let edges: Vec<&[usize]> = edges.iter().map(Vec::as_slice).collect();
        assert_weak_topological(&graph(&edges));
    }
}

#[test]
fn long_chains_and_deep_nests_need_no_stack() {
    let chain: Vec<Vec<usize>> = (0..50_000).map(|i| if i + 1 < 50_000 { vec![i + 1] } else { vec![] }).collect();
    let edges: Vec<&[usize]> = chain.iter().map(Vec::as_slice).collect();
    Shape::of(&graph(&edges));
    // n loops around one another: block i may go back to block 2n - 1 - i.
    let nest = |n: usize| {
        let edges: Vec<Vec<usize>> = (0..2 * n)
            .map(|i| match i {
                _ if i < n => vec![i + 1],
                _ if i + 1 < 2 * n => vec![i + 1, 2 * n - 1 - i],
                _ => vec![0, i],
            })
            .collect();
        let edges: Vec<&[usize]> = edges.iter().map(Vec::as_slice).collect();
        graph(&edges)
    };
    assert_eq!(assert_weak_topological(&nest(50)).heads[b(49)].len(), 50);
    assert_eq!(Shape::of(&nest(1_500)).heads[b(1_499)].len(), 1_500);
}

fn live_at(source: &str) -> Vec<Vec<String>> {
    let program = parse("l.hir", source).unwrap_or_else(|e| panic!("{e}"));
    let function = &program.functions[program.entry];
    let name = |v: &VarId| function.vars[*v].name.clone();
    Shape::of(function).live.values().map(|vars| vars.iter().map(name).collect()).collect()
}

#[test]
fn live_variables() {
    let live = live_at(
        "func f(n: s32) -> i32\nfunc main(a: s32, b: s32) -> i32 {\n  var c: s32\n  var d: s32\n  var p: ptr\n\
         start:\n  c = a\n  branch b == 0 -> one, two\n\
         one:\n  a = 1\n  c = a + c\n  goto last\n\
         two:\n  store p, a\n  havoc d\n  a = call f(d)\n  goto last\n\
         last:\n  return c\n}\n",
    );
    assert_eq!(live, [vec!["a", "b", "p"], vec!["c"], vec!["a", "c", "p"], vec!["c"]]);
}

#[test]
fn live_variables_around_loops() {
    let live = live_at(
        "func main(n: s32) -> i32 {\n  var i: s32\n  var sum: s32\n  var unused: s32\n\
         start:\n  i = 0\n  sum = 0\n  unused = 1\n  goto head\n\
         head:\n  branch i <s n -> body, done\n\
         body:\n  sum = sum + i\n  i = i + 1\n  goto head\n\
         done:\n  return sum\n}\n",
    );
    assert_eq!(live, [vec!["n"], vec!["n", "i", "sum"], vec!["n", "i", "sum"], vec!["sum"]]);
}

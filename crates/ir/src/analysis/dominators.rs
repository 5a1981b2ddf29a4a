//! The tree of dominators of a graph (Cooper, Harvey and Kennedy 2001).

/// The immediate dominator of every node that can be reached from the root, by the edges of a graph; `usize::MAX` for
/// the others, and the root for itself.
pub(crate) fn dominators(edges: &[Vec<usize>], root: usize) -> Vec<usize> {
    let order = postorder(edges, root);
    let mut number = vec![usize::MAX; edges.len()];
    order.iter().enumerate().for_each(|(i, node)| number[*node] = i);
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    for &node in &order {
        edges[node].iter().for_each(|to| preds[*to].push(node));
    }
    let mut above = vec![usize::MAX; edges.len()];
    above[root] = root;
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|node| **node != root) {
            let mut best = usize::MAX;
            for &pred in preds[node].iter().filter(|pred| above[**pred] != usize::MAX) {
                best = if best == usize::MAX { pred } else { meet(&above, &number, best, pred) };
            }
            changed |= above[node] != best;
            above[node] = best;
        }
    }
    above
}

/// The lowest node above both.
fn meet(above: &[usize], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while number[a] < number[b] {
            a = above[a];
        }
        while number[b] < number[a] {
            b = above[b];
        }
    }
    a
}

fn postorder(edges: &[Vec<usize>], root: usize) -> Vec<usize> {
    let (mut seen, mut out) = (vec![false; edges.len()], Vec::new());
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, next)) = stack.last_mut() {
        match edges[*node].get(*next) {
            Some(&to) => {
                *next += 1;
                if !seen[to] {
                    seen[to] = true;
                    stack.push((to, 0));
                }
            }
            None => {
                out.push(*node);
                stack.pop();
            }
        }
    }
    out
}

/// When a walk down a tree of dominators enters and leaves each node.
pub(crate) fn intervals(above: &[usize], root: usize) -> Vec<(u32, u32)> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); above.len()];
    for (node, &parent) in above.iter().enumerate() {
        if parent != usize::MAX && node != root {
            below[parent].push(node);
        }
    }
    let (mut out, mut time) = (vec![(u32::MAX, 0); above.len()], 0);
    let mut stack = vec![(root, false)];
    while let Some((node, left)) = stack.pop() {
        time += 1;
        if left {
            out[node].1 = time;
        } else {
            out[node].0 = time;
            stack.push((node, true));
            stack.extend(below[node].iter().map(|child| (*child, false)));
        }
    }
    out
}

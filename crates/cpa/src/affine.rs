//! Linear equations between integers that hold at all visits of a place on one path: what a loop keeps while it counts. (The
//! affine hull of the visits, as in Karr's analysis, but only of a few of them; whether an equation holds always is for
//! others to find out.)

use crate::formula::Sum;

/// Coefficients larger than this are by chance.
const MOST: i128 = 1 << 16;

/// A visit: for each of the integers the sum that it is there, over what was at the begin of the path.
pub(crate) type Visit = Vec<Sum>;

/// Equations by the coefficients of the integers, and the constant that their sum is equal to.
pub(crate) fn equations(visits: &[Visit]) -> Vec<(Vec<i128>, i128)> {
    let Some(count) = visits.first().map(Vec::len) else { return vec![] };
    // One row for each condition on the coefficients; the last column is the constant, negated.
    let mut rows: Vec<Vec<i128>> = Vec::new();
    for visit in visits {
        let mut leaves = Vec::new();
        for (leaf, _) in visit.iter().flat_map(|sum| &sum.leaves) {
            if !leaves.contains(&leaf) {
                leaves.push(leaf);
            }
        }
        for leaf in leaves {
            let factor = |sum: &Sum| sum.leaves.iter().find(|(of, _)| of == leaf).map_or(0, |(_, factor)| *factor);
            rows.push(visit.iter().map(factor).chain([0]).collect());
        }
        rows.push(visit.iter().map(|sum| sum.constant).chain([-1]).collect());
    }
    let Some(pivots) = echelon(&mut rows, count + 1) else { return vec![] };
    // A solution for each column without a pivot; that of the constant says nothing.
    let mut out = Vec::new();
    for free in (0..count).filter(|column| !pivots.contains(column)) {
        let common = pivots.iter().enumerate().try_fold(1i128, |common, (row, pivot)| {
            let pivot = rows[row][*pivot].abs();
            common.checked_mul(pivot / gcd(common, pivot)).filter(|common| *common <= MOST)
        });
        let Some(common) = common else { continue };
        let mut solution = vec![0; count + 1];
        solution[free] = common;
        for (row, pivot) in pivots.iter().enumerate() {
            solution[*pivot] = -rows[row][free] * (common / rows[row][*pivot]);
        }
        let divisor = solution.iter().fold(0, |divisor, value| gcd(divisor, value.abs())).max(1);
        solution.iter_mut().for_each(|value| *value /= divisor);
        let constant = solution.pop().unwrap_or(0);
        let several = solution.iter().filter(|value| **value != 0).count() > 1;
        if several && solution.iter().all(|value| value.abs() <= MOST) {
            out.push((solution, constant));
        }
    }
    out
}

/// Brings rows into reduced echelon form; gives the columns of the pivots, one for each row that is left. `None` if
/// numbers grow too large.
fn echelon(rows: &mut Vec<Vec<i128>>, columns: usize) -> Option<Vec<usize>> {
    let mut pivots = Vec::new();
    for column in 0..columns {
        let at = pivots.len();
        let Some(found) = (at..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(at, found);
        let pivot = rows[at].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i == at || row[column] == 0 {
                continue;
            }
            let (by, times) = (row[column], pivot[column]);
            for (value, subtracted) in row.iter_mut().zip(&pivot) {
                *value = value.checked_mul(times)?.checked_sub(subtracted.checked_mul(by)?)?;
            }
            let divisor = row.iter().fold(0, |divisor, value| gcd(divisor, value.abs()));
            if divisor > 1 {
                row.iter_mut().for_each(|value| *value /= divisor);
            }
            if row.iter().any(|value| value.abs() > MOST << 32) {
                return None;
            }
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    Some(pivots)
}

/// The greatest common divisor.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Id as _;
    use hecaton_ir::{Expr, VarId};

    fn sum(leaves: &[(usize, i128)], constant: i128) -> Sum {
        let leaf = |(at, factor): &(usize, i128)| (Expr::Var(VarId::new(*at)), *factor);
        Sum { leaves: leaves.iter().map(leaf).collect(), constant }
    }

    #[test]
    fn what_a_loop_keeps_is_found() {
        // x = i, y = j at first; both are counted down; and z counts twos up.
        let visit = |n: i128| {
            let (i, j) = (sum(&[(0, 1)], 0), sum(&[(1, 1)], 0));
            vec![sum(&[(0, 1)], -n), sum(&[(1, 1)], -n), i, j, sum(&[], 2 * n)]
        };
        let found = equations(&[visit(0), visit(1), visit(2)]);
        assert_eq!(found.len(), 2, "{found:?}");
        for (factors, constant) in found {
            for n in 0..5 {
                for (leaf, value) in [(0, 7), (1, 40)] {
                    let total: i128 = factors
                        .iter()
                        .zip(visit(n))
                        .map(|(factor, sum)| {
                            let leaves = sum.leaves.iter().filter(|(of, _)| *of == Expr::Var(VarId::new(leaf)));
                            factor * leaves.map(|(_, times)| times * value).sum::<i128>()
                        })
                        .sum();
                    assert_eq!(total, 0, "{factors:?}");
                }
                let total: i128 = factors.iter().zip(visit(n)).map(|(factor, sum)| factor * sum.constant).sum();
                assert_eq!(total, constant, "{factors:?}");
            }
        }
    }
}

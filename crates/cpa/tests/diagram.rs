//! Diagrams against plain sets of valuations: three places, each with the values from -4 to 4 and what is beyond them.

use hecaton_base::Wire as _;
use hecaton_cpa::diagram::Diagram;
use hecaton_testkit::Random;
use std::collections::BTreeSet;

const PLACES: u32 = 3;
/// Values that stand for all: nothing in the tests has a bound outside of -3 to 3.
const VALUES: std::ops::RangeInclusive<i64> = -4..=4;

type Valuation = [i64; 3];

fn all() -> impl Iterator<Item = Valuation> {
    VALUES.flat_map(|a| VALUES.flat_map(move |b| VALUES.map(move |c| [a, b, c])))
}

fn plain(diagram: &Diagram) -> BTreeSet<Valuation> {
    all().filter(|valuation| diagram.contains(&|place| valuation[place as usize])).collect()
}

/// A range of values, perhaps without end.
fn piece(random: &mut Random) -> (i64, i64) {
    let (a, b) = (random.below(7) as i64 - 3, random.below(7) as i64 - 3);
    match random.below(4) {
        0 => (i64::MIN, a),
        1 => (a, i64::MAX),
        2 => (a, a),
        _ => (a.min(b), a.max(b)),
    }
}

fn diagram(random: &mut Random) -> Diagram {
    let mut all = Diagram::Empty;
    for _ in 0..1 + random.below(4) {
        let mut part = Diagram::All;
        for place in 0..PLACES {
            if random.below(3) > 0 {
                part = part.and(&Diagram::within(place, &[piece(random)]));
            }
        }
        all = all.or(&part);
    }
    all
}

#[test]
fn operators_are_those_of_sets() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..400 {
        let (a, b) = (diagram(&mut random), diagram(&mut random));
        let (x, y) = (plain(&a), plain(&b));
        assert_eq!(plain(&a.and(&b)), &x & &y);
        assert_eq!(plain(&a.or(&b)), &x | &y);
        assert_eq!(a.leq(&b), x.is_subset(&y), "{a:?}\n{b:?}");
        assert_eq!(a == b, x == y, "equal sets have equal diagrams: {a:?}\n{b:?}");
        assert_eq!(Diagram::from_bytes(&a.to_bytes()), Ok(a.clone()));
        assert_eq!(a.is_empty(), x.is_empty());
        for place in 0..PLACES {
            let at = place as usize;
            let without: BTreeSet<Valuation> = all()
                .filter(|v| {
                    VALUES.clone().any(|value| x.contains(&std::array::from_fn(|i| if i == at { value } else { v[i] })))
                })
                .collect();
            assert_eq!(plain(&a.without(place)), without);
            let values: BTreeSet<i64> = x.iter().map(|v| v[at]).collect();
            let inside = |ranges: &[(i64, i64)], value: i64| ranges.iter().any(|(lo, hi)| (*lo..=*hi).contains(&value));
            for value in VALUES {
                assert_eq!(inside(&a.values(place), value), values.contains(&value));
                assert_eq!(inside(&a.pieces(place), value), values.contains(&value));
            }
            // Inside of a piece all values are alike.
            for (lo, hi) in a.pieces(place) {
                let rest = |value: i64| -> BTreeSet<Valuation> {
                    x.iter()
                        .filter(|v| v[at] == value)
                        .map(|v| std::array::from_fn(|i| if i == at { 0 } else { v[i] }))
                        .collect()
                };
                let alike: BTreeSet<_> = VALUES.filter(|value| (lo..=hi).contains(value)).map(rest).collect();
                assert!(alike.len() <= 1, "{a:?} {lo} {hi}");
            }
        }
    }
}

#[test]
fn bytes_that_are_no_diagram_are_refused() {
    let mut random = Random(0x5555_aaaa_1234_0001);
    for _ in 0..300 {
        let mut bytes = diagram(&mut random).to_bytes();
        let at = random.below(bytes.len() as u64) as usize;
        bytes[at] ^= 1 << random.below(8);
        // An error or another diagram, but never a panic or one that is out of order.
        if let Ok(other) = Diagram::from_bytes(&bytes) {
            assert_eq!(Diagram::from_bytes(&other.to_bytes()), Ok(other));
        }
    }
}

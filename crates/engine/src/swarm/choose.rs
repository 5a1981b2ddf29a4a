//! Chooses the features that the next configuration omits: at random, or similar to a configuration that was worth
//! its time.
//!
//! A configuration that found a violation, finished quickly or executed code that no finished one had earns a weight.
//! Half of the new configurations change one or two features of an earlier one, chosen by weight; the others omit
//! each feature with the same probability, so that nothing is ruled out for good.

use hecaton_ir::FeatureId;
use std::collections::BTreeSet;

/// What a configuration is worth that found a violation.
const FOUND: u64 = 8;
/// One with new code.
const NEW_CODE: u64 = 3;
/// One that was done in its time.
const FAST: u64 = 2;
/// How often it is tried to make one that was not there before.
const TRIES: usize = 64;

/// Makes configurations.
pub(super) struct Chooser {
    features: Vec<FeatureId>,
    /// The chance that a feature is omitted, in thousandths.
    rate: u64,
    random: Random,
    made: BTreeSet<Vec<FeatureId>>,
    worth: Vec<(u64, Vec<FeatureId>)>,
    total: u64,
}

/// What came of a configuration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Merit {
    pub found: bool,
    pub fast: bool,
    pub new_code: bool,
}

impl Chooser {
    pub fn new(features: Vec<FeatureId>, rate: u32, seed: u64) -> Self {
        let (random, made) = (Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)), BTreeSet::new());
        Chooser { features, rate: rate.into(), random, made, worth: vec![], total: 0 }
    }
    /// A configuration that was not there before and omits something, ascending; none if no more are found.
    pub fn next(&mut self) -> Option<Vec<FeatureId>> {
        for _ in 0..TRIES {
            let like = self.total > 0 && self.random.below(2) == 0;
            let config = if like { self.similar() } else { self.fresh() };
            if !config.is_empty() && self.made.insert(config.clone()) {
                return Some(config);
            }
        }
        // Chance does not find what is left: there are few enough to count.
        if self.features.len() > 12 {
            return None;
        }
        let subset = |bits: usize| -> Vec<FeatureId> {
            self.features.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, feature)| *feature).collect()
        };
        let left: Vec<Vec<FeatureId>> =
            (1..1usize << self.features.len()).map(subset).filter(|config| !self.made.contains(config)).collect();
        let config = left.get(self.random.below(left.len().max(1) as u64) as usize)?.clone();
        self.made.insert(config.clone());
        Some(config)
    }
    /// What came of one.
    pub fn learn(&mut self, config: &[FeatureId], merit: Merit) {
        let Merit { found, fast, new_code } = merit;
        let worth = u64::from(found) * FOUND + u64::from(fast) * FAST + u64::from(new_code) * NEW_CODE;
        if worth > 0 {
            self.worth.push((worth, config.to_vec()));
            self.total += worth;
        }
    }
    fn fresh(&mut self) -> Vec<FeatureId> {
        let (random, rate) = (&mut self.random, self.rate);
        self.features.iter().copied().filter(|_| random.below(1000) < rate).collect()
    }
    fn similar(&mut self) -> Vec<FeatureId> {
        let mut at = self.random.below(self.total);
        let liked = self.worth.iter().find(|(worth, _)| {
            let here = at < *worth;
            at = at.saturating_sub(*worth);
            here
        });
        let mut config: BTreeSet<FeatureId> =
            liked.into_iter().flat_map(|(_, config)| config.iter().copied()).collect();
        for _ in 0..1 + self.random.below(2) {
            let feature = self.features[self.random.below(self.features.len() as u64) as usize];
            if !config.remove(&feature) {
                config.insert(feature);
            }
        }
        config.into_iter().collect()
    }
}

/// Numbers by chance, the same for the same seed (splitmix64).
struct Random(u64);

impl Random {
    /// A number below another, which is not 0.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hecaton_base::Id as _;

    fn features(count: usize) -> Vec<FeatureId> {
        (0..count).map(FeatureId::new).collect()
    }

    #[test]
    fn every_configuration_comes_once_and_then_none() {
        for seed in 0..20 {
            let mut chooser = Chooser::new(features(4), 500, seed);
            let mut all = BTreeSet::new();
            while let Some(config) = chooser.next() {
                chooser.learn(&config, Merit { found: false, fast: config.len() == 1, new_code: false });
                assert!(!config.is_empty() && all.insert(config));
            }
            assert_eq!(all.len(), 15);
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_and_the_rate_is_kept() {
        let some = |rate, seed| {
            let mut chooser = Chooser::new(features(40), rate, seed);
            (0..200).map_while(|_| chooser.next()).collect::<Vec<_>>()
        };
        assert_eq!(some(500, 7), some(500, 7));
        assert_ne!(some(500, 7), some(500, 8));
        let omitted = |rate| some(rate, 3).iter().map(Vec::len).sum::<usize>();
        assert!((200 * 40 / 10 * 7..200 * 40 / 10 * 9).contains(&omitted(800)), "{}", omitted(800));
        assert!((200 * 40 / 10..200 * 40 / 10 * 3).contains(&omitted(200)), "{}", omitted(200));
    }

    #[test]
    fn what_was_worth_its_time_is_followed_by_its_like() {
        let mut chooser = Chooser::new(features(30), 500, 1);
        let liked = features(30)[..5].to_vec();
        chooser.learn(&liked, Merit { found: true, fast: true, new_code: true });
        let like =
            |config: &Vec<FeatureId>| config.iter().filter(|f| liked.contains(f)).count() >= 4 && config.len() <= 7;
        let near = (0..100).map_while(|_| chooser.next()).filter(like).count();
        assert!((30..70).contains(&near), "{near} of 100 are similar");
    }
}

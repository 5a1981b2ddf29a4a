//! A circuit of two- and three-input gates with constants, structural hashing and local simplification, and its
//! translation to clauses.
//!
//! Making a gate adds nothing to the SAT solver: [`Cnf::lit`] emits the clauses of a gate when it is first asked for,
//! together with its cone. So what is built and then simplified away, or never read (the high half of a product, the
//! untaken branch of a folded `ite`), costs the solver nothing. Every emitted gate is defined in both directions:
//! clauses stay right whatever is asserted later.
//!
//! Gates, besides the free inputs: `And`; `Xor` of two and of three; `Mux`; `Maj` (the carry of a full adder, and one
//! step of a comparison). Inputs of `Xor` are stored positive, the condition and the first branch of a `Mux` too, and
//! of a `Maj` at most one input is negative; commutative inputs are sorted. So equal gates have one form.
//!
//! An input may be *defined by a constraint* ([`Gates::define`]): a literal that must hold and that some value of the
//! input makes true whatever the rest of the circuit does (a quotient, say). The constraint is emitted with the input.

use super::words::Word;
use crate::sat::Sat;
use hashbrown::HashTable;
use hecaton_base::{Budget, Stop};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash as _, Hasher as _};

/// A literal of the circuit: a gate's output or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Always true.
    pub const TRUE: Lit = Lit(0);
    /// Always false.
    pub const FALSE: Lit = Lit(1);

    fn new(node: usize) -> Lit {
        assert!(node < 1 << 31, "more than 2^31 gates");
        Lit((node as u32) << 1)
    }
    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
    fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
    fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }
    /// Negated if `flip`.
    #[must_use]
    pub fn flip(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
    /// The constant literal of a truth value.
    pub fn constant(value: bool) -> Lit {
        Lit::TRUE.flip(!value)
    }
    /// The truth value of a constant literal.
    pub fn as_const(self) -> Option<bool> {
        (self.node() == 0).then_some(self == Lit::TRUE)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        self.flip(true)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_const() {
            Some(value) => write!(f, "{}", u8::from(value)),
            None => write!(f, "{}g{}", if self.is_negative() { "!" } else { "" }, self.node()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// The constant, and inputs; never looked up.
    Input,
    And,
    Xor,
    Xor3,
    Maj,
    /// `a ? b : c`.
    Mux,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    kind: Kind,
    a: Lit,
    b: Lit,
    c: Lit,
}

impl Node {
    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.kind as u8, self.a, self.b, self.c).hash(&mut hasher);
        hasher.finish()
    }
    fn inputs(&self) -> &'static [fn(&Node) -> Lit] {
        const ALL: [fn(&Node) -> Lit; 3] = [|n| n.a, |n| n.b, |n| n.c];
        match self.kind {
            Kind::Input => &[],
            Kind::And | Kind::Xor => &ALL[..2],
            Kind::Xor3 | Kind::Maj | Kind::Mux => &ALL,
        }
    }
}

/// How many other gates have a gate as an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Uses {
    None,
    One,
    More,
}

/// What a conjunction simplifies to.
enum Smaller {
    Is(Lit),
    And(Lit, Lit),
}

/// The circuit.
pub struct Gates {
    nodes: Vec<Node>,
    /// Whether a gate is an input of more than one other, by node.
    uses: Vec<Uses>,
    table: HashTable<u32>,
    /// Quotient and remainder by dividend and divisor.
    pub(super) divisions: FxHashMap<(Word, Word), (Word, Word)>,
    /// Inputs defined by a constraint, by node; several inputs can share one.
    defined: FxHashMap<u32, Lit>,
}

impl Default for Gates {
    fn default() -> Self {
        Self::new()
    }
}

impl Gates {
    /// An empty circuit.
    pub fn new() -> Self {
        let constant = Node { kind: Kind::Input, a: Lit::TRUE, b: Lit::TRUE, c: Lit::TRUE };
        Gates {
            nodes: vec![constant],
            uses: vec![Uses::None],
            table: HashTable::new(),
            divisions: FxHashMap::default(),
            defined: FxHashMap::default(),
        }
    }
    /// How many gates and inputs there are.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A free input.
    pub fn input(&mut self) -> Lit {
        let lit = Lit::new(self.nodes.len());
        self.nodes.push(Node { kind: Kind::Input, a: Lit::TRUE, b: Lit::TRUE, c: Lit::TRUE });
        self.uses.push(Uses::None);
        lit
    }
    /// Says that `constraint` holds wherever one of the inputs is used. For any values of all other inputs there must
    /// be values of these that satisfy it; inputs that are simplified away take it with them.
    pub fn define(&mut self, inputs: &[Lit], constraint: Lit) {
        for input in inputs {
            debug_assert!(self.nodes[input.node()].kind == Kind::Input && input.as_const().is_none());
            let old = self.defined.insert(input.node() as u32, constraint);
            debug_assert!(old.is_none(), "an input has one definition");
        }
    }

    fn share(&mut self, kind: Kind, a: Lit, b: Lit, c: Lit) -> Lit {
        let node = Node { kind, a, b, c };
        let nodes = &self.nodes;
        let code = node.hash();
        if let Some(&found) = self.table.find(code, |n| nodes[*n as usize] == node) {
            return Lit::new(found as usize);
        }
        let lit = Lit::new(self.nodes.len());
        self.nodes.push(node);
        self.uses.push(Uses::None);
        for input in node.inputs() {
            let uses = &mut self.uses[input(&node).node()];
            *uses = if *uses == Uses::None { Uses::One } else { Uses::More };
        }
        let nodes = &self.nodes;
        self.table.insert_unique(code, lit.node() as u32, |n| nodes[*n as usize].hash());
        lit
    }
    /// The two inputs of an `And`, whatever the literal's sign.
    fn as_and(&self, lit: Lit) -> Option<(Lit, Lit)> {
        let node = &self.nodes[lit.node()];
        (node.kind == Kind::And).then_some((node.a, node.b))
    }
    /// Condition and branches of a `Mux`, the literal's sign pushed into the branches.
    fn as_mux(&self, lit: Lit) -> Option<(Lit, Lit, Lit)> {
        let node = &self.nodes[lit.node()];
        let flip = lit.is_negative();
        (node.kind == Kind::Mux).then_some((node.a, node.b.flip(flip), node.c.flip(flip)))
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (mut a, mut b) = (a, b);
        loop {
            (a, b) = (a.min(b), a.max(b));
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            match self.and_rules(a, b).or_else(|| self.and_rules(b, a)) {
                Some(Smaller::Is(lit)) => return lit,
                Some(Smaller::And(x, y)) => (a, b) = (x, y),
                None => return self.share(Kind::And, a, b, Lit::TRUE),
            }
        }
    }
    /// `a ∧ b` by what is one level below `a`, and below `b`; each result is smaller.
    fn and_rules(&self, a: Lit, b: Lit) -> Option<Smaller> {
        let (w, x) = self.as_and(a)?;
        match (a.is_negative(), b == w || b == x, b == !w || b == !x) {
            (false, true, _) => return Some(Smaller::Is(a)),
            (false, _, true) => return Some(Smaller::Is(Lit::FALSE)),
            (true, _, true) => return Some(Smaller::Is(b)),
            (true, true, _) => return Some(Smaller::And(b, if b == w { !x } else { !w })),
            (_, false, false) => {}
        }
        let (y, z) = self.as_and(b)?;
        let clash = w == !y || w == !z || x == !y || x == !z;
        match (a.is_negative(), b.is_negative()) {
            // (w x)(y z) with a contradiction inside.
            (false, false) if clash => Some(Smaller::Is(Lit::FALSE)),
            // (w x) !(y z): the second follows from a contradiction, or loses a common input.
            (false, true) if clash => Some(Smaller::Is(a)),
            (false, true) if w == y || x == y => Some(Smaller::And(a, !z)),
            (false, true) if w == z || x == z => Some(Smaller::And(a, !y)),
            // !(w x) !(w !x) is !w.
            (true, true) if (w == y && x == !z) || (w == z && x == !y) => Some(Smaller::Is(!w)),
            (true, true) if (x == y && w == !z) || (x == z && w == !y) => Some(Smaller::Is(!x)),
            _ => None,
        }
    }
    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }
    /// Implication.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }
    /// Conjunction of many, balanced.
    pub fn all(&mut self, lits: &[Lit]) -> Lit {
        match lits {
            [] => Lit::TRUE,
            [one] => *one,
            _ => {
                let (left, right) = lits.split_at(lits.len() / 2);
                let (left, right) = (self.all(left), self.all(right));
                self.and(left, right)
            }
        }
    }
    /// Disjunction of many, balanced.
    pub fn any(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|l| !*l).collect();
        !self.all(&negated)
    }
    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negative() ^ b.is_negative();
        let (a, b) = (a.positive(), b.positive());
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::FALSE.flip(flip);
        }
        if a == Lit::TRUE {
            return b.flip(!flip);
        }
        for (one, other) in [(a, b), (b, a)] {
            let node = self.nodes[one.node()];
            if node.kind == Kind::Xor && (node.a == other || node.b == other) {
                return (if node.a == other { node.b } else { node.a }).flip(flip);
            }
        }
        self.share(Kind::Xor, a, b, Lit::TRUE).flip(flip)
    }
    /// Equivalence.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }
    /// `cond ? yes : no`.
    pub fn mux(&mut self, cond: Lit, yes: Lit, no: Lit) -> Lit {
        let (cond, yes, no) = if cond.is_negative() { (!cond, no, yes) } else { (cond, yes, no) };
        if cond == Lit::TRUE || yes == no {
            return yes;
        }
        if yes == !no {
            return self.xor(cond, no);
        }
        if yes == Lit::TRUE || yes == cond {
            return self.or(cond, no);
        }
        if yes == Lit::FALSE || yes == !cond {
            return self.and(!cond, no);
        }
        if no == Lit::TRUE || no == !cond {
            return self.or(!cond, yes);
        }
        if no == Lit::FALSE || no == cond {
            return self.and(cond, yes);
        }
        // The same condition below a branch decides there too.
        if let Some((below, x, _)) = self.as_mux(yes)
            && below == cond
        {
            return self.mux(cond, x, no);
        }
        if let Some((below, _, y)) = self.as_mux(no)
            && below == cond
        {
            return self.mux(cond, yes, y);
        }
        let flip = yes.is_negative();
        self.share(Kind::Mux, cond, yes.flip(flip), no.flip(flip)).flip(flip)
    }
    /// Exclusive or of three: the sum of a full adder.
    pub fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let flip = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let mut lits = [a.positive(), b.positive(), c.positive()];
        lits.sort_unstable();
        let [a, b, c] = lits;
        let plain = if a == Lit::TRUE {
            !self.xor(b, c)
        } else if a == b {
            c
        } else if b == c {
            a
        } else {
            self.share(Kind::Xor3, a, b, c)
        };
        plain.flip(flip)
    }
    /// Majority of three: the carry of a full adder.
    pub fn maj(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut lits = [a, b, c];
        lits.sort_unstable();
        let [a, b, c] = lits;
        if a == Lit::TRUE {
            return self.or(b, c);
        }
        if a == Lit::FALSE {
            return self.and(b, c);
        }
        // Sorted: a literal and its negation are neighbours.
        if a == b || b == !c {
            return a;
        }
        if b == c || a == !b {
            return c;
        }
        let flip = lits.iter().filter(|l| l.is_negative()).count() > 1;
        self.share(Kind::Maj, a.flip(flip), b.flip(flip), c.flip(flip)).flip(flip)
    }
}

/// How many gates are emitted between two looks at the budget.
const POLL: u32 = 1 << 12;

/// Which gates have a variable of the SAT solver, and what was asserted.
///
/// A call that stops for the budget leaves everything consistent: a gate is emitted with all its clauses or not at
/// all, and what was to be asserted stays pending for the next call.
#[derive(Default)]
pub struct Cnf {
    /// By node; 0 if not emitted.
    vars: Vec<i32>,
    stack: Vec<u32>,
    /// To be asserted: facts, and the constraints of defined inputs.
    pending: Vec<Lit>,
    emitted: u32,
    /// Of the gate at hand, kept for their memory.
    leaves: Vec<Lit>,
    clause: Vec<i32>,
}

impl Cnf {
    /// No clause yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// The SAT literal of a circuit literal that was emitted.
    pub fn known(&self, lit: Lit) -> Option<i32> {
        match self.vars.get(lit.node()) {
            None | Some(0) => None,
            Some(var) => Some(if lit.is_negative() { -var } else { *var }),
        }
    }
    /// The SAT literal of a circuit literal; emits its cone if need be.
    pub fn lit<S: Sat>(&mut self, gates: &Gates, sat: &mut S, lit: Lit, budget: &Budget) -> Result<i32, Stop> {
        let known = self.emit(gates, sat, lit, budget)?;
        self.settle(gates, sat, budget)?;
        Ok(known)
    }
    /// Adds a clause of circuit literals.
    pub fn clause<S: Sat>(&mut self, gates: &Gates, sat: &mut S, lits: &[Lit], budget: &Budget) -> Result<(), Stop> {
        self.add(gates, sat, lits, budget)?;
        self.settle(gates, sat, budget)
    }
    /// Asserts a circuit literal. Conjunctions at the top are taken apart, disjunctions become one clause.
    pub fn require<S: Sat>(&mut self, gates: &Gates, sat: &mut S, lit: Lit, budget: &Budget) -> Result<(), Stop> {
        self.pending.push(lit);
        self.settle(gates, sat, budget)
    }

    /// Asserts what is pending, and what becomes so meanwhile.
    fn settle<S: Sat>(&mut self, gates: &Gates, sat: &mut S, budget: &Budget) -> Result<(), Stop> {
        while let Some(lit) = self.pending.pop() {
            let done = match gates.as_and(lit) {
                Some((a, b)) if !lit.is_negative() => {
                    self.pending.extend([a, b]);
                    Ok(())
                }
                Some(_) if self.known(lit).is_none() => {
                    let mut clause = Vec::new();
                    let mut parts = vec![lit];
                    while let Some(part) = parts.pop() {
                        match gates.as_and(part) {
                            Some((a, b)) if part.is_negative() && self.known(part).is_none() => parts.extend([!a, !b]),
                            _ => clause.push(part),
                        }
                    }
                    self.add(gates, sat, &clause, budget)
                }
                _ => self.add(gates, sat, &[lit], budget),
            };
            if let Err(stop) = done {
                self.pending.push(lit);
                return Err(stop);
            }
        }
        Ok(())
    }
    fn add<S: Sat>(&mut self, gates: &Gates, sat: &mut S, lits: &[Lit], budget: &Budget) -> Result<(), Stop> {
        if lits.contains(&Lit::TRUE) {
            return Ok(());
        }
        let open = lits.iter().filter(|l| **l != Lit::FALSE);
        let clause: Result<Vec<i32>, Stop> = open.map(|l| self.emit(gates, sat, *l, budget)).collect();
        sat.add_clause(&clause?);
        Ok(())
    }
    /// Emits the cone of a literal, leaving the constraints of its inputs pending.
    fn emit<S: Sat>(&mut self, gates: &Gates, sat: &mut S, lit: Lit, budget: &Budget) -> Result<i32, Stop> {
        if self.vars.len() < gates.nodes.len() {
            self.vars.resize(gates.nodes.len(), 0);
        }
        self.stack.clear();
        self.stack.push(lit.node() as u32);
        while let Some(&top) = self.stack.last() {
            let index = top as usize;
            if self.vars[index] != 0 {
                self.stack.pop();
                continue;
            }
            let node = gates.nodes[index];
            self.inputs(gates, &node);
            let open = self.stack.len();
            let missing = self.leaves.iter().map(|leaf| leaf.node()).filter(|leaf| self.vars[*leaf] == 0);
            self.stack.extend(missing.map(|leaf| leaf as u32));
            if self.stack.len() > open {
                continue;
            }
            self.stack.pop();
            let out = sat.new_var();
            self.vars[index] = out;
            self.define(sat, &node, out);
            if index == 0 {
                sat.add_clause(&[out]);
            }
            if node.kind == Kind::Input
                && let Some(constraint) = gates.defined.get(&top)
            {
                self.pending.push(*constraint);
            }
            self.emitted = self.emitted.wrapping_add(1);
            if self.emitted.is_multiple_of(POLL) {
                budget.poll()?;
            }
        }
        Ok(self.known(lit).expect("just emitted"))
    }
    /// Collects what a gate is defined by. A conjunction takes in those below it that nothing else uses.
    fn inputs(&mut self, gates: &Gates, node: &Node) {
        self.leaves.clear();
        self.leaves.extend(node.inputs().iter().map(|input| input(node)));
        if node.kind != Kind::And {
            return;
        }
        let mut at = 0;
        while let Some(leaf) = self.leaves.get(at).copied() {
            match gates.as_and(leaf) {
                Some((a, b))
                    if !leaf.is_negative() && gates.uses[leaf.node()] == Uses::One && self.vars[leaf.node()] == 0 =>
                {
                    self.leaves[at] = a;
                    self.leaves.push(b);
                }
                _ => at += 1,
            }
        }
    }
    /// Adds the clauses of a gate whose inputs were collected and emitted.
    fn define<S: Sat>(&mut self, sat: &mut S, node: &Node, o: i32) {
        let vars = &self.vars;
        let of = |lit: Lit| if lit.is_negative() { -vars[lit.node()] } else { vars[lit.node()] };
        let lit = |i: usize| self.leaves.get(i).map_or(0, |leaf| of(*leaf));
        let (a, b, c) = (lit(0), lit(1), lit(2));
        match node.kind {
            Kind::Input => {}
            Kind::And => {
                self.clause.clear();
                self.clause.push(o);
                for leaf in &self.leaves {
                    let leaf = of(*leaf);
                    sat.add_clause(&[-o, leaf]);
                    self.clause.push(-leaf);
                }
                sat.add_clause(&self.clause);
            }
            Kind::Xor => {
                sat.add_clause(&[-o, a, b]);
                sat.add_clause(&[-o, -a, -b]);
                sat.add_clause(&[o, -a, b]);
                sat.add_clause(&[o, a, -b]);
            }
            Kind::Xor3 => {
                sat.add_clause(&[-o, a, b, c]);
                sat.add_clause(&[-o, a, -b, -c]);
                sat.add_clause(&[-o, -a, b, -c]);
                sat.add_clause(&[-o, -a, -b, c]);
                sat.add_clause(&[o, -a, -b, -c]);
                sat.add_clause(&[o, -a, b, c]);
                sat.add_clause(&[o, a, -b, c]);
                sat.add_clause(&[o, a, b, -c]);
            }
            Kind::Maj => {
                sat.add_clause(&[o, -a, -b]);
                sat.add_clause(&[o, -a, -c]);
                sat.add_clause(&[o, -b, -c]);
                sat.add_clause(&[-o, a, b]);
                sat.add_clause(&[-o, a, c]);
                sat.add_clause(&[-o, b, c]);
            }
            Kind::Mux => {
                sat.add_clause(&[-a, -b, o]);
                sat.add_clause(&[-a, b, -o]);
                sat.add_clause(&[a, -c, o]);
                sat.add_clause(&[a, c, -o]);
                // Clauses for equal branches would be implied; they cost more than they help.
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The truth table of a literal over four inputs, a bit a row.
    fn table(gates: &Gates, tables: &[u16], lit: Lit) -> u16 {
        let of = |lit: Lit| if lit.is_negative() { !tables[lit.node()] } else { tables[lit.node()] };
        debug_assert_eq!(tables.len(), gates.nodes.len());
        of(lit)
    }
    /// Extends the tables to all gates.
    fn complete(gates: &Gates, tables: &mut Vec<u16>) {
        for node in &gates.nodes[tables.len()..] {
            let of = |lit: Lit| if lit.is_negative() { !tables[lit.node()] } else { tables[lit.node()] };
            let (a, b, c) = (of(node.a), of(node.b), of(node.c));
            tables.push(match node.kind {
                Kind::Input => panic!("inputs have their tables"),
                Kind::And => a & b,
                Kind::Xor => a ^ b,
                Kind::Xor3 => a ^ b ^ c,
                Kind::Maj => a & b | a & c | b & c,
                Kind::Mux => a & b | !a & c,
            });
        }
    }

    #[test]
    fn simplified_gates_keep_their_meaning() {
        let mut gates = Gates::new();
        let mut lits: Vec<Lit> = vec![Lit::TRUE];
        lits.extend((0..4).map(|_| gates.input()));
        let mut tables: Vec<u16> = vec![0xffff, 0xaaaa, 0xcccc, 0xf0f0, 0xff00];
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..20_000 {
            let mut next = |bound: usize| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 33) as usize % bound
            };
            // Mostly recent literals, so that gates nest; small enough a pool that inputs meet again.
            let kind = next(5);
            let [a, b, c] = [0; 3].map(|_| {
                let last = lits.len();
                let low = if next(3) == 0 { 0 } else { last.saturating_sub(12) };
                lits[low + next(last - low)].flip(next(2) == 0)
            });
            let [x, y, z] = [a, b, c].map(|lit| table(&gates, &tables, lit));
            let (found, expected) = match kind {
                0 => (gates.and(a, b), x & y),
                1 => (gates.xor(a, b), x ^ y),
                2 => (gates.xor3(a, b, c), x ^ y ^ z),
                3 => (gates.maj(a, b, c), x & y | x & z | y & z),
                _ => (gates.mux(a, b, c), x & y | !x & z),
            };
            complete(&gates, &mut tables);
            assert_eq!(table(&gates, &tables, found), expected, "{kind} of {a:?} {b:?} {c:?} is {found:?}");
            lits.push(found);
        }
    }

    #[test]
    fn equal_gates_are_one() {
        let mut g = Gates::new();
        let (a, b, c) = (g.input(), g.input(), g.input());
        assert_eq!(g.and(a, b), g.and(b, a));
        assert_eq!(g.xor(a, !b), !g.xor(b, a));
        assert_eq!(g.maj(!a, !b, c), !g.maj(a, b, !c));
        assert_eq!(g.xor3(a, b, !c), !g.xor3(c, a, b));
        assert_eq!(g.mux(!a, b, c), g.mux(a, c, b));
        assert_eq!(g.mux(a, !b, !c), !g.mux(a, b, c));
        let before = g.len();
        g.and(b, a);
        assert_eq!(g.len(), before);
    }
}

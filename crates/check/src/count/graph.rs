//! A value-numbering graph: what a step computes, each distinct operation once.
//!
//! A compiler merges repeated expressions, drops what nobody uses and lifts what does not change out of a loop. A count
//! of operations that is to serve as a limit must do the same, or it would promise less than the machine can do. So an
//! operation on the same operands is one node however often it is written; nodes that depend on nothing that varies from
//! step to step are free; and only what the results need is counted. Of arithmetic, only what is exact for every operand
//! is simplified: `x*1`, `x/1`, `x-0`, signs.

use std::collections::HashMap;

/// A node's place in the graph.
pub type Id = u32;

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Op {
    /// A number from outside: an input, a parameter or a constant.
    Leaf,
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Neg,
    Abs,
    Smaller,
    Larger,
    Less,
    LessOrEqual,
    And,
    Or,
    Not,
    Select,
    /// Anything else, told apart by a number: conversions, rounding, integer arithmetic.
    Other(u32),
}

/// How many operations of each kind one step of one member takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Operations {
    /// Divisions.
    pub div: u64,
    /// Square roots.
    pub sqrt: u64,
    /// Multiplications.
    pub mul: u64,
    /// Additions and subtractions.
    pub add: u64,
    /// Comparisons, selections, logic, signs, minima and maxima, conversions.
    pub other: u64,
}

impl Operations {
    /// All but divisions and square roots: what the arithmetic units do.
    pub fn plain(&self) -> u64 {
        self.mul + self.add + self.other
    }

    /// All of them.
    pub fn all(&self) -> u64 {
        self.div + self.sqrt + self.plain()
    }

    /// What is counted here beyond `less`.
    pub fn beyond(&self, less: &Operations) -> Operations {
        Operations {
            div: self.div.saturating_sub(less.div),
            sqrt: self.sqrt.saturating_sub(less.sqrt),
            mul: self.mul.saturating_sub(less.mul),
            add: self.add.saturating_sub(less.add),
            other: self.other.saturating_sub(less.other),
        }
    }

    fn count(&mut self, op: Op) {
        match op {
            Op::Leaf => {}
            Op::Div => self.div += 1,
            Op::Sqrt => self.sqrt += 1,
            Op::Mul => self.mul += 1,
            Op::Add | Op::Sub => self.add += 1,
            _ => self.other += 1,
        }
    }
}

impl std::fmt::Display for Operations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Operations { div, sqrt, mul, add, other } = self;
        write!(f, "{div} div, {sqrt} sqrt, {mul} mul, {add} add, {other} compare/select/sign")
    }
}

/// One value.
#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    operands: [Id; 3],
    /// Whether it changes from step to step.
    varies: bool,
}

/// No operand.
const NONE: Id = Id::MAX;

/// The values of a computation.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    known: HashMap<(Op, [Id; 3]), Id>,
    constants: HashMap<u64, Id>,
}

impl Graph {
    /// A new number from outside; `varies` if it changes from step to step.
    pub fn input(&mut self, varies: bool) -> Id {
        self.push(Node { op: Op::Leaf, operands: [NONE; 3], varies })
    }

    /// A constant: the same number is the same node.
    pub fn constant(&mut self, x: f64) -> Id {
        if let Some(&id) = self.constants.get(&x.to_bits()) {
            return id;
        }
        let id = self.input(false);
        self.constants.insert(x.to_bits(), id);
        id
    }

    /// The number of a constant.
    pub fn known(&self, id: Id) -> Option<f64> {
        self.constants.iter().find(|(_, constant)| **constant == id).map(|(bits, _)| f64::from_bits(*bits))
    }

    /// The value of an operation: the one that is there already, or a new one.
    pub fn apply(&mut self, op: Op, operands: &[Id]) -> Id {
        if let Some(id) = self.simplified(op, operands) {
            return id;
        }
        let mut key = [NONE; 3];
        key[..operands.len()].copy_from_slice(operands);
        if matches!(op, Op::Add | Op::Mul | Op::And | Op::Or) {
            key[..2].sort_unstable();
        }
        if let Some(&id) = self.known.get(&(op, key)) {
            return id;
        }
        let varies = operands.iter().any(|&id| self.nodes[id as usize].varies);
        let id = self.push(Node { op, operands: key, varies });
        self.known.insert((op, key), id);
        id
    }

    fn push(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        (self.nodes.len() - 1) as Id
    }

    /// What a compiler may do to floats without changing a bit.
    fn simplified(&mut self, op: Op, operands: &[Id]) -> Option<Id> {
        let is = |id: Id, x: f64| self.constants.get(&x.to_bits()) == Some(&id);
        let negated = |id: Id| {
            let node = self.nodes[id as usize];
            (node.op == Op::Neg).then_some(node.operands[0])
        };
        match (op, operands) {
            (Op::Mul, &[a, b]) if is(b, 1.0) => Some(a),
            (Op::Mul, &[a, b]) if is(a, 1.0) => Some(b),
            (Op::Div, &[a, b]) if is(b, 1.0) => Some(a),
            (Op::Sub, &[a, b]) if is(b, 0.0) => Some(a),
            (Op::Add, &[a, b]) if is(b, -0.0) => Some(a),
            (Op::Select, &[_, a, b]) if a == b => Some(a),
            (Op::Select, &[mask, a, b]) => {
                // `x < y ? x : y`: one instruction, on every vector unit.
                let node = self.nodes[mask as usize];
                let [x, y, _] = node.operands;
                match node.op {
                    Op::Less if (a, b) == (x, y) => Some(self.apply(Op::Smaller, &[x, y])),
                    Op::Less if (a, b) == (y, x) => Some(self.apply(Op::Larger, &[y, x])),
                    _ => None,
                }
            }
            (Op::And | Op::Or, &[a, b]) if a == b => Some(a),
            (Op::Neg, &[a]) => negated(a),
            (Op::Not, &[a]) => {
                let node = self.nodes[a as usize];
                (node.op == Op::Not).then_some(node.operands[0])
            }
            (Op::Abs, &[a]) => negated(a).map(|a| self.apply(Op::Abs, &[a])),
            (Op::Add, &[a, b]) => match (negated(a), negated(b)) {
                (_, Some(b)) => Some(self.apply(Op::Sub, &[a, b])),
                (Some(a), None) => Some(self.apply(Op::Sub, &[b, a])),
                _ => None,
            },
            (Op::Sub, &[a, b]) => negated(b).map(|b| self.apply(Op::Add, &[a, b])),
            (Op::Mul | Op::Div, &[a, b]) => match (negated(a), negated(b)) {
                (Some(a), Some(b)) => Some(self.apply(op, &[a, b])),
                _ => None,
            },
            _ => None,
        }
    }

    /// The distinct operations that change from step to step and that `roots` need.
    pub fn operations(&self, roots: &[Id]) -> Operations {
        let mut needed = vec![false; self.nodes.len()];
        let mut open = roots.to_vec();
        let mut operations = Operations::default();
        while let Some(id) = open.pop() {
            let node = self.nodes[id as usize];
            if !node.varies || std::mem::replace(&mut needed[id as usize], true) {
                continue;
            }
            operations.count(node.op);
            open.extend(node.operands.iter().filter(|&&id| id != NONE));
        }
        operations
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_distinct_operation_counts_once_and_only_where_it_is_needed() {
        let mut g = Graph::default();
        let (x, y, p) = (g.input(true), g.input(true), g.input(false));
        let sum = g.apply(Op::Add, &[x, y]);
        assert_eq!(g.apply(Op::Add, &[y, x]), sum);
        assert_ne!(g.apply(Op::Sub, &[y, x]), g.apply(Op::Sub, &[x, y]));
        let unused = g.apply(Op::Div, &[x, y]);
        let fixed = g.apply(Op::Mul, &[p, p]);
        let root = g.apply(Op::Mul, &[sum, fixed]);
        let twice = g.apply(Op::Mul, &[root, root]);
        let expected = Operations { mul: 2, add: 1, ..Operations::default() };
        assert_eq!(g.operations(&[twice, root]), expected);
        assert_eq!(g.operations(&[unused]), Operations { div: 1, ..Operations::default() });
        assert_eq!(g.operations(&[fixed, x]), Operations::default());
    }

    #[test]
    fn only_what_is_exact_is_simplified() {
        let mut g = Graph::default();
        let (x, y) = (g.input(true), g.input(true));
        let (one, zero, minus_zero) = (g.constant(1.0), g.constant(0.0), g.constant(-0.0));
        for (op, operands, same) in [
            (Op::Mul, [x, one], true),
            (Op::Div, [x, one], true),
            (Op::Sub, [x, zero], true),
            (Op::Add, [x, minus_zero], true),
            (Op::Add, [x, zero], false),
            (Op::Mul, [x, zero], false),
            (Op::Div, [one, x], false),
        ] {
            assert_eq!(g.apply(op, &operands) == x, same, "{op:?} {operands:?}");
        }
        let minus = g.apply(Op::Neg, &[y]);
        assert_eq!(g.apply(Op::Neg, &[minus]), y);
        assert_eq!(g.apply(Op::Sub, &[x, minus]), g.apply(Op::Add, &[x, y]));
        assert_eq!(g.apply(Op::Add, &[minus, x]), g.apply(Op::Sub, &[x, y]));
    }
}

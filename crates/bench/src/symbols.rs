//! Running a shader's functions on symbols: what naga parsed goes, operation by operation, into a [`Graph`].

use std::collections::HashMap;

use wgpu::naga::{
    Arena, BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, MathFunction, Module,
    Statement, Type, TypeInner, UnaryOperator,
};

use moreau_check::count::graph::{Graph, Id, Op};

/// A value of the shader: a number, several, or a place in memory.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    One(Id),
    Many(Vec<Symbol>),
    /// A local variable, and the way to a part of it.
    Local(Handle<LocalVariable>, Vec<usize>),
    /// A buffer: what is read from it is the same for all steps.
    Buffer,
}

impl Symbol {
    pub fn ids(&self) -> Vec<Id> {
        match self {
            Symbol::One(id) => vec![*id],
            Symbol::Many(parts) => parts.iter().flat_map(Symbol::ids).collect(),
            _ => Vec::new(),
        }
    }

    pub fn part(&self, j: usize) -> Symbol {
        match self {
            Symbol::Many(parts) => parts.get(j).unwrap_or(&parts[0]).clone(),
            other => other.clone(),
        }
    }
}

/// A symbol for every number of a type.
pub(super) fn shape(module: &Module, ty: Handle<Type>, number: &mut dyn FnMut() -> Id) -> Symbol {
    match &module.types[ty].inner {
        TypeInner::Struct { members, .. } => {
            Symbol::Many(members.iter().map(|m| shape(module, m.ty, number)).collect())
        }
        TypeInner::Vector { size, .. } => {
            Symbol::Many((0..*size as usize).map(|_| Symbol::One(number())).collect())
        }
        _ => Symbol::One(number()),
    }
}

/// The numbers of a type, all zero.
fn zero(module: &Module, graph: &mut Graph, ty: Handle<Type>) -> Symbol {
    shape(module, ty, &mut || graph.constant(0.0))
}

/// One call of a function; nothing if it returns nothing.
pub(super) struct Run<'m> {
    module: &'m Module,
    graph: &'m mut Graph,
    expressions: &'m Arena<Expression>,
    arguments: Vec<Symbol>,
    known: HashMap<Handle<Expression>, Symbol>,
    locals: HashMap<Handle<LocalVariable>, Symbol>,
    result: Option<Symbol>,
}

impl<'m> Run<'m> {
    pub fn call(
        module: &'m Module,
        graph: &'m mut Graph,
        function: &'m Function,
        arguments: Vec<Symbol>,
    ) -> Option<Symbol> {
        let expressions = &function.expressions;
        let (known, locals) = (HashMap::new(), HashMap::new());
        let mut run = Run { module, graph, expressions, arguments, known, locals, result: None };
        for (handle, local) in function.local_variables.iter() {
            let start = match local.init {
                Some(init) => run.value(init),
                None => zero(module, run.graph, local.ty),
            };
            run.locals.insert(handle, start);
        }
        run.block(&function.body);
        run.result
    }

    fn block(&mut self, block: &Block) {
        for statement in block.iter() {
            match statement {
                Statement::Emit(range) => {
                    for handle in range.clone() {
                        let value = self.expression(handle);
                        self.known.insert(handle, value);
                    }
                }
                Statement::Block(block) => self.block(block),
                Statement::Loop { body, .. } => self.block(body), // counts once
                Statement::If { condition, accept, reject } => self.branch(*condition, accept, reject),
                Statement::Return { value: Some(value) } => self.result = Some(self.value(*value)),
                Statement::Store { pointer, value } => {
                    let value = self.value(*value);
                    if let Symbol::Local(local, way) = self.value(*pointer) {
                        store(self.locals.get_mut(&local).expect("declared"), &way, value);
                    }
                }
                Statement::Call { function, arguments, result } => {
                    let arguments = arguments.iter().map(|&a| self.value(a)).collect();
                    let function = &self.module.functions[*function];
                    let value = Run::call(self.module, self.graph, function, arguments);
                    if let (Some(result), Some(value)) = (result, value) {
                        self.known.insert(*result, value);
                    }
                }
                _ => {}
            }
        }
    }

    /// Of two branches the larger one counts, and a selection for every number that they change.
    fn branch(&mut self, condition: Handle<Expression>, accept: &Block, reject: &Block) {
        let condition = self.value(condition).ids();
        // What is decided when the kernel is composed is no branch.
        match condition.first().and_then(|&id| self.graph.known(id)) {
            Some(0.0) => return self.block(reject),
            Some(_) => return self.block(accept),
            None => {}
        }
        let before = self.locals.clone();
        self.block(accept);
        let accepted = std::mem::replace(&mut self.locals, before);
        self.block(reject);
        for (handle, yes) in accepted {
            let no = self.locals.get(&handle).expect("declared").clone();
            let (a, b) = (yes.ids(), no.ids());
            if a == b {
                continue;
            }
            let larger =
                if self.graph.operations(&a).all() >= self.graph.operations(&b).all() { yes } else { no };
            let nothing = self.graph.constant(0.0);
            let chosen = map(&larger, &mut |id| self.graph.apply(Op::Select, &[condition[0], id, nothing]));
            self.locals.insert(handle, chosen);
        }
    }

    fn value(&mut self, handle: Handle<Expression>) -> Symbol {
        match self.known.get(&handle) {
            Some(value) => value.clone(),
            None => self.expression(handle),
        }
    }

    fn expression(&mut self, handle: Handle<Expression>) -> Symbol {
        match self.expressions[handle].clone() {
            Expression::FunctionArgument(j) => self.arguments[j as usize].clone(),
            Expression::LocalVariable(local) => Symbol::Local(local, Vec::new()),
            Expression::GlobalVariable(_) => Symbol::Buffer,
            Expression::Load { pointer } => match self.value(pointer) {
                Symbol::Local(local, way) => {
                    way.iter().fold(self.locals[&local].clone(), |at, &j| at.part(j))
                }
                Symbol::Buffer => Symbol::One(self.graph.input(false)),
                value => value,
            },
            Expression::AccessIndex { base, index } => match self.value(base) {
                Symbol::Local(local, mut way) => {
                    way.push(index as usize);
                    Symbol::Local(local, way)
                }
                // A part of something that was read whole.
                Symbol::One(id) => Symbol::One(self.graph.apply(Op::Other(1000 + index), &[id])),
                value => value.part(index as usize),
            },
            Expression::Access { base, .. } => self.value(base).part(0),
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.value(vector);
                Symbol::Many(pattern[..size as usize].iter().map(|&c| vector.part(c as usize)).collect())
            }
            Expression::Splat { size, value } => Symbol::Many(vec![self.value(value); size as usize]),
            Expression::Compose { ty, components } => {
                let parts: Vec<Symbol> = components.iter().map(|&c| self.value(c)).collect();
                match self.module.types[ty].inner {
                    TypeInner::Vector { .. } => {
                        Symbol::Many(parts.iter().flat_map(Symbol::ids).map(Symbol::One).collect())
                    }
                    _ => Symbol::Many(parts),
                }
            }
            Expression::Unary { op, expr } => {
                let op = if op == UnaryOperator::Negate { Op::Neg } else { Op::Not };
                let value = self.value(expr);
                map(&value, &mut |id| self.graph.apply(op, &[id]))
            }
            Expression::Binary { op, left, right } => {
                let (left, right) = (self.value(left), self.value(right));
                self.zip(&[left, right], |graph, ids| binary(graph, op, ids[0], ids[1]))
            }
            Expression::Select { condition, accept, reject } => {
                let operands = [condition, accept, reject].map(|handle| self.value(handle));
                self.zip(&operands, |graph, ids| graph.apply(Op::Select, ids))
            }
            Expression::Math { fun, arg, arg1, arg2, .. } => {
                let operands: Vec<Symbol> =
                    [Some(arg), arg1, arg2].into_iter().flatten().map(|handle| self.value(handle)).collect();
                self.math(fun, &operands)
            }
            Expression::As { expr, kind, .. } => {
                let value = self.value(expr);
                map(&value, &mut |id| self.graph.apply(Op::Other(100 + kind as u32), &[id]))
            }
            other => constant(self.module, self.graph, &other),
        }
    }

    fn math(&mut self, fun: MathFunction, operands: &[Symbol]) -> Symbol {
        let op = match fun {
            MathFunction::Sqrt => Op::Sqrt,
            MathFunction::Abs => Op::Abs,
            MathFunction::Min => Op::Smaller,
            MathFunction::Max => Op::Larger,
            MathFunction::Dot => {
                let products = self.zip(operands, |graph, ids| graph.apply(Op::Mul, ids)).ids();
                let sum = products.into_iter().reduce(|a, b| self.graph.apply(Op::Add, &[a, b]));
                return Symbol::One(sum.expect("a vector"));
            }
            other => Op::Other(200 + other as u32),
        };
        self.zip(operands, |graph, ids| graph.apply(op, ids))
    }

    /// Number by number; what is a single number serves all.
    fn zip(&mut self, operands: &[Symbol], mut f: impl FnMut(&mut Graph, &[Id]) -> Id) -> Symbol {
        let parts: Vec<Vec<Id>> = operands.iter().map(Symbol::ids).collect();
        let width = parts.iter().map(Vec::len).max().unwrap_or(1);
        let pick = |part: &Vec<Id>, j: usize| part[if part.len() == 1 { 0 } else { j }];
        let mut results = (0..width).map(|j| {
            let ids: Vec<Id> = parts.iter().map(|part| pick(part, j)).collect();
            Symbol::One(f(self.graph, &ids))
        });
        let vector = operands.iter().any(|operand| matches!(operand, Symbol::Many(_)));
        if vector { Symbol::Many(results.collect()) } else { results.next().expect("one number") }
    }
}

fn binary(graph: &mut Graph, op: BinaryOperator, a: Id, b: Id) -> Id {
    use BinaryOperator as B;
    match op {
        B::Add => graph.apply(Op::Add, &[a, b]),
        B::Subtract => graph.apply(Op::Sub, &[a, b]),
        B::Multiply => graph.apply(Op::Mul, &[a, b]),
        B::Divide => graph.apply(Op::Div, &[a, b]),
        B::Less => graph.apply(Op::Less, &[a, b]),
        B::LessEqual => graph.apply(Op::LessOrEqual, &[a, b]),
        B::Greater => graph.apply(Op::Less, &[b, a]),
        B::GreaterEqual => graph.apply(Op::LessOrEqual, &[b, a]),
        B::And | B::LogicalAnd => graph.apply(Op::And, &[a, b]),
        B::InclusiveOr | B::LogicalOr => graph.apply(Op::Or, &[a, b]),
        other => graph.apply(Op::Other(500 + other as u32), &[a, b]),
    }
}

fn constant(module: &Module, graph: &mut Graph, expression: &Expression) -> Symbol {
    match expression {
        Expression::Literal(literal) => Symbol::One(graph.constant(match *literal {
            Literal::F64(x) | Literal::AbstractFloat(x) => x,
            Literal::F32(x) => f64::from(x),
            Literal::U32(x) => f64::from(x),
            Literal::I32(x) => f64::from(x),
            Literal::Bool(x) => f64::from(u8::from(x)),
            _ => return Symbol::One(graph.input(false)),
        })),
        Expression::Constant(handle) => {
            let init = module.constants[*handle].init;
            constant(module, graph, &module.global_expressions[init])
        }
        Expression::ZeroValue(ty) => zero(module, graph, *ty),
        Expression::Compose { components, .. } => {
            let parts = components.iter().map(|&c| constant(module, graph, &module.global_expressions[c]));
            Symbol::Many(parts.collect())
        }
        _ => Symbol::One(graph.input(false)),
    }
}

fn map(symbol: &Symbol, f: &mut impl FnMut(Id) -> Id) -> Symbol {
    match symbol {
        Symbol::One(id) => Symbol::One(f(*id)),
        Symbol::Many(parts) => Symbol::Many(parts.iter().map(|part| map(part, f)).collect()),
        other => other.clone(),
    }
}

fn store(at: &mut Symbol, way: &[usize], value: Symbol) {
    match (way.split_first(), at) {
        (Some((&j, rest)), Symbol::Many(parts)) if j < parts.len() => store(&mut parts[j], rest, value),
        (_, at) => *at = value,
    }
}

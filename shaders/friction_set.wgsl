// The friction set of a planar contact in generalised forces, and its flow rule (Charles & Ballard 2016, Sec. 3 and 6.1).
// Twin of src/friction_set.rs, which states it in full.

struct FrictionSet { plus: Real, minus: Real, reach: Real }

struct Flow { a: Real, stops: bool }

// The set that Coulomb's cone of coefficient mu makes.
fn set_of(h: PlanarDelassus, mu: Real) -> FrictionSet {
    let one = Real(1.0);
    let tilt = mu * (h.tn / h.nn);
    return FrictionSet(one + tilt, one - tilt, mu);
}

// The factor on the side of the set to which v points.
fn set_side(bounds: FrictionSet, v: Real) -> Real {
    return select(bounds.plus, bounds.minus, v < Real(0.0));
}

// Where S is finite: at 0, and where the set ends on the side of v.
fn set_domain(bounds: FrictionSet, v: Real) -> bool {
    let zero = Real(0.0);
    return (zero < set_side(bounds, v)) || ((zero <= v) && (v <= zero));
}

// S(v) where it is finite; 0 outside its domain.
fn set_support(bounds: FrictionSet, v: Real) -> Real {
    let zero = Real(0.0);
    let side = set_side(bounds, v);
    let ends = zero < side;
    return select(zero, bounds.reach * abs(v) / select(Real(1.0), side, ends), ends);
}

// The flow rule: a for a normal part lambda and a velocity w before friction, and where it stops W.
fn set_flow(bounds: FrictionSet, kappa: Real, lambda: Real, w: Real) -> Flow {
    let zero = Real(0.0);
    let one = Real(1.0);
    let side = set_side(bounds, -w);
    let full = lambda * bounds.reach;
    let moves = zero < kappa;
    let slides = moves && (zero < side) && (full * kappa < abs(w) * side);
    let edge = full / select(one, side, slides);
    let stop = select(zero, -w / select(one, kappa, moves), moves);
    return Flow(select(stop, select(-edge, edge, w < zero), slides), !slides);
}

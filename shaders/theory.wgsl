// What theory says of a contact before anything is integrated. Twin of src/theory.rs, which names the classes.

fn theory_class(gap: Real, touch: Real, normal: Real, slide: Real, still: Real, margin: Real, push: Real) -> Real {
    let zero = Real(0.0);
    let apart = (touch < gap) || (still < normal);
    let regular = zero < margin;
    let pressed = push < zero;
    var kind = select(Real(6.0), Real(4.0), regular);
    kind = select(kind, select(Real(5.0), Real(3.0), regular), pressed);
    kind = select(kind, Real(2.0), slide <= still);
    kind = select(kind, Real(1.0), normal < -still);
    return select(kind, zero, apart);
}

// How often a scheme that iterates did not meet its tolerance. Twin of Settlings in src/ledger.rs.

fn books_start(c: Setup, q: Coords, u: Coords) -> Books {
    return Books(Real(0.0));
}

fn books_step(b: Books, c: Setup, d: Drive, h: Real, q: Coords, u: Coords, s: Step) -> Books {
    return Books(b.unsettled + select(Real(1.0), Real(0.0), s.settled));
}

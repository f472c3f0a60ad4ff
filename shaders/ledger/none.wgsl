// No books are kept. Twin of NoLedger in src/ledger.rs.

fn books_start(c: Setup, q: Coords, u: Coords) -> Books {
    return Books();
}

fn books_step(b: Books, c: Setup, d: Drive, h: Real, q: Coords, u: Coords, s: Step) -> Books {
    return b;
}

"""Who is compared on what: the sections of the table."""

from dataclasses import dataclass, field


@dataclass
class Entry:
    """One row: a peer's case, or one of our precisions."""

    name: str
    peer: str  # "moreau", or the name of a peer
    case: str  # of the peer; the precision where it is ours
    precision: str
    rates: list = field(default_factory=list)
    answer: dict = field(default_factory=dict)
    form: str = ""
    why: str = ""  # why it was not run


@dataclass
class Section:
    """Rows that are compared with each other."""

    title: str
    study: str
    members: int
    entries: list

    def ours(self):
        """Our rows; the first is the one that agreement is checked against."""
        return [entry for entry in self.entries if entry.peer == "moreau"]


def ours(precision):
    """A row of ours."""
    return Entry(f"moreau {precision}", "moreau", precision, precision)


def sections(quick):
    """All sections; a quick comparison leaves out the large ensemble."""
    engines = [("MuJoCo", "f64"), ("Rapier", "f32"), ("Siconos", "f64")]
    incline = [
        ours("f32"),
        Entry("Numba, lanes, counts modes", "numba", "incline-counted", "f32"),
        Entry("Numba, lanes, counts nothing", "numba", "incline", "f32"),
        Entry("Numba, scalar", "numba", "incline-scalar", "f32"),
        Entry("JAX jit, tuned", "jax", "incline", "f32"),
        Entry("JAX jit, as it comes", "jax-plain", "incline", "f32"),
        Entry("NumPy", "numpy", "incline", "f32"),
    ]
    large = [Entry(e.name, e.peer, e.case, e.precision) for e in incline]
    incline += [Entry(name, name.lower(), "incline", precision) for name, precision in engines]
    double = [
        ours("f64"),
        Entry("Numba, lanes, counts modes", "numba", "incline-f64-counted", "f64"),
        Entry("Numba, lanes, counts nothing", "numba", "incline-f64", "f64"),
        Entry("Numba, scalar", "numba", "incline-f64-scalar", "f64"),
    ]
    tip = [
        ours("f64"),
        ours("f32"),
        Entry("Numba, scalar", "numba", "catastrophe", "f64"),
        Entry("Numba, lanes", "numba", "catastrophe-lanes", "f64"),
    ]
    rod = [ours("f64"), ours("f32")]
    rod += [Entry(name, name.lower(), "rod", precision) for name, precision in engines]
    found = [
        Section("incline, 4096 members", "incline", 4096, incline),
        Section("incline, 100000 members", "incline", 100_000, large),
        Section("incline in f64, 4096 members", "incline", 4096, double),
        Section("catastrophe, 20000 members", "catastrophe", 20_000, tip),
        Section("falling rod, 1024 members", "rod", 1024, rod),
    ]
    return [section for section in found if not (quick and section.members == 100_000)]

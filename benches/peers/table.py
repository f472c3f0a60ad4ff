"""The table: medians and spread, ratios, errors against the closed form, agreement."""

import math
from statistics import median

import problem


def number(value):
    """A rate, three digits."""
    return f"{value:.2e}"


def share(value):
    """A relative error."""
    return f"{100 * value:.2g} %" if value >= 1e-4 else f"{value:.0e}"


def errors(study, answer):
    """The error column."""
    if study == "incline":
        if "stop_time" in answer:
            time, distance = problem.stop(1.0)
            off = abs(answer["stop_time"] / time - 1.0), abs(answer["stop_distance"] / distance - 1.0)
        elif "time_error" in answer:
            off = answer["time_error"], answer["distance_error"]
        else:
            return ""
        return f"time {share(off[0])}, distance {share(off[1])}"
    if "omega" in answer:
        time, omega = problem.impact()
        off = abs(answer["contact_time"] / time - 1.0), abs(answer["omega"] / omega - 1.0)
        if math.isnan(off[1]):
            return "no impact seen"
        return f"contact {share(off[0])}, omega {answer['omega']:.4f} ({share(off[1])})"
    return ""


def agreement(answer):
    """How near a peer of the same step is to us."""
    if "agrees" not in answer:
        return answer.get("note", "")
    worst = f", worst {answer['agrees_worst']:.0e}" if "agrees_worst" in answer else ""
    what = "agrees with moreau exactly" if answer["agrees"] == 0.0 else f"agrees with moreau to {answer['agrees']:.0e}"
    note = f"; {answer['note']}" if "note" in answer else ""
    return f"{what}{worst} ({answer['agrees_on']}){note}"


def ratio(ours, entry):
    """The median over rounds of our rate to its rate in the same round."""
    rounds = [a / b for a, b in zip(ours.rates, entry.rates)]
    return median(rounds) if rounds else math.nan


def row(section, entry):
    """The cells of one row."""
    if entry.why or not entry.rates:
        return [entry.name, entry.precision, "not run: " + (entry.why or "no round ended")]
    spread = (max(entry.rates) - min(entry.rates)) / median(entry.rates)
    ratios = " / ".join("" if entry is o else f"{ratio(o, entry):.3g}" for o in section.ours())
    if entry.peer == "moreau":
        ratios = ""
    cells = [entry.name, entry.precision, number(median(entry.rates)), f"{100 * spread:.0f} %", ratios]
    return [*cells, errors(section.study, entry.answer), agreement(entry.answer), entry.form]


def text(head, sections):
    """All sections as one text."""
    lines = [head, "member-steps/s are medians over rounds, spread is (largest - smallest)/median; all cores", ""]
    for section in sections:
        names = " / ".join(entry.name for entry in section.ours())
        title = ["", "", "member-steps/s", "spread", f"{names} to it", "error against closed form", "", "form"]
        title[0] = section.title
        rows = [title, *(row(section, entry) for entry in section.entries)]
        full = [cells for cells in rows if len(cells) == len(title)]
        widths = [max(len(cells[i]) for cells in full) for i in range(len(title))]
        widths[0] = max(len(cells[0]) for cells in rows)
        for cells in rows:
            lines.append("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip())
        lines.append("")
    return "\n".join(lines)


def record(head, sections):
    """The same as plain data."""
    found = []
    for section in sections:
        for entry in section.entries:
            found.append(
                {
                    "section": section.title,
                    "study": section.study,
                    "members": section.members,
                    "name": entry.name,
                    "precision": entry.precision,
                    "form": entry.form,
                    "not_run": entry.why or None,
                    "member_steps_per_second": entry.rates,
                    "median": median(entry.rates) if entry.rates else None,
                    "ratio_of_ours": {o.name: ratio(o, entry) for o in section.ours() if o.rates and entry.rates},
                    "answer": entry.answer,
                    "errors": errors(section.study, entry.answer),
                }
            )
    return {"about": head, "rows": found}

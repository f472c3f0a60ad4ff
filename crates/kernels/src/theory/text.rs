//! The answer in words, for a terminal.

use std::fmt;

use super::{Case, Jump, Mode, Motion, Sense, Solution, Theory};

/// Significant digits of a printed number.
const DIGITS: i32 = 6;

/// Six significant digits, without zeros at the end.
fn short(x: f64) -> String {
    let power = if x == 0.0 { 0 } else { x.abs().log10().floor() as i32 };
    if !(-4..DIGITS).contains(&power) {
        return format!("{x:.*e}", DIGITS as usize - 1);
    }
    // Adding zero makes an ordinary zero of a negative one.
    let text = format!("{:.*}", (DIGITS - 1 - power) as usize, x + 0.0);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn pair([t, n]: [f64; 2]) -> String {
    format!("({}, {})", short(t), short(n))
}

impl fmt::Display for Sense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Sense::Right { "right" } else { "left" })
    }
}

impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Motion::Apart => f.write_str("apart"),
            Motion::Impact => f.write_str("closing"),
            Motion::Rest => f.write_str("at rest"),
            Motion::Slide(sense) => write!(f, "sliding to the {sense}"),
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Case::NoContact => "no contact: the velocity cannot jump",
            Case::Impact => "impact: one outcome",
            Case::NoJump => "sliding contact: the velocity cannot jump",
            Case::PossibleJump => "possible jump: the slide goes on, or stops at once",
            Case::Segment => "segment: every velocity between these two is an outcome",
            Case::Rest => "resting contact: the velocity cannot jump",
        })
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mode::Flies => "flies",
            Mode::LiftsOff => "lifts off",
            Mode::Grazes => "grazes",
            Mode::SlidesOn => "slides on",
            Mode::AnyForce => "any N >= 0",
            Mode::Sticks => "sticks",
            Mode::SlipsRight => "slips right",
            Mode::SlipsLeft => "slips left",
        })
    }
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P {}, then U {}", pair(self.impulse), pair(self.after))
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Solution::Force { mode, force, acceleration } => {
                write!(f, "{mode:<11} F {}, a {}", pair(*force), pair(*acceleration))
            }
            Solution::Impulse(jump) => write!(f, "impulse     {jump}"),
        }
    }
}

impl Theory {
    /// How many solutions there are, and what degenerates.
    fn count(&self) -> String {
        let impulses = self.solutions.len() - self.finite_forces();
        let count = match (self.finite_forces(), impulses) {
            (0, _) => "no finite force, only an impulse".to_owned(),
            (1, 0) => "one solution".to_owned(),
            (finite, 0) => format!("{finite} solutions"),
            (finite, _) => format!("{} solutions, {finite} with a finite force", self.solutions.len()),
        };
        let level = self.push == 0.0 && matches!(self.contact.motion(), Motion::Slide(_) | Motion::Rest);
        count + if level { "; the push is zero: higher derivatives decide" } else { "" }
    }
}

/// Lines of `name  text`, vectors as `(t, n)`.
impl fmt::Display for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let c = &self.contact;
        writeln!(f, "contact  {}: gap {}, U {}", c.motion(), short(c.gap), pair(c.velocity))?;
        writeln!(f, "free     a {} without contact", pair(c.free))?;
        let [tt, tn, nn] = [c.h.tt, c.h.tn, c.h.nn].map(short);
        writeln!(
            f,
            "H        tt {tt}, tn {tn}, nn {nn}; mu+ {}, mu- {}",
            short(c.mu_plus),
            short(c.mu_minus)
        )?;
        let [plus, minus] = [self.p_plus, self.p_minus].map(short);
        writeln!(f, "p        sliding right H_nn - mu+ H_tn = {plus}, left H_nn + mu- H_tn = {minus}")?;
        writeln!(f, "class    {}", self.class)?;
        writeln!(f, "jumps    {} (Moreau 1988, Sec. 14)", self.jumps.case)?;
        if self.jumps.outcomes.len() > 1 || self.jumps.case == Case::Impact {
            for jump in &self.jumps.outcomes {
                writeln!(f, "         {jump}")?;
            }
        }
        write!(f, "forces   {} (Stewart & Trinkle 1996, Sec. 1.4-1.5)", self.count())?;
        self.solutions.iter().try_for_each(|solution| write!(f, "\n         {solution}"))
    }
}

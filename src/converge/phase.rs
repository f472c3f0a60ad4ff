//! What has happened to a member up to an instant.

use serde::Serialize;

use super::Level;

/// A kind of instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// It has been in flight from the start.
    Flight,
    /// It has slid from the start.
    Slide,
    /// It has stuck from the start.
    Stick,
    /// It flies, and its mode has changed before.
    LaterFlight,
    /// It slides, and its mode has changed before.
    LaterSlide,
    /// It sticks, and its mode has changed before.
    LaterStick,
    /// Its mode depends on h: an event is near.
    Between,
}

impl Phase {
    /// All of them.
    pub const ALL: [Phase; 7] = [
        Phase::Flight,
        Phase::Slide,
        Phase::Stick,
        Phase::LaterFlight,
        Phase::LaterSlide,
        Phase::LaterStick,
        Phase::Between,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Phase::Flight => "flight from the start",
            Phase::Slide => "slide from the start",
            Phase::Stick => "stick from the start",
            Phase::LaterFlight => "flight after contact",
            Phase::LaterSlide => "slide after a change",
            Phase::LaterStick => "stick after a change",
            Phase::Between => "modes differ with h",
        }
    }
}

/// The phase of every row of a run that was seen at every step, as far as that run tells.
pub(crate) fn phases(level: &Level) -> Vec<Phase> {
    let mut found = Vec::with_capacity(level.member.len());
    let (mut first, mut changed) = (0, false);
    for i in 0..level.member.len() {
        // A row without a step before it has no mode; the one after it has the first.
        if i == 0 || level.member[i] != level.member[i - 1] {
            first = level.mode[(i + 1).min(level.mode.len() - 1)];
            changed = false;
        } else {
            changed |= level.mode[i] != first;
        }
        let place = usize::from(level.mode[i].min(2)) + if changed { 3 } else { 0 };
        found.push(Phase::ALL[place]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_mode_is_remembered() {
        let level = Level {
            member: vec![0, 0, 0, 0, 1, 1],
            t: vec![0.0; 6],
            mode: vec![0, 0, 1, 0, 0, 1],
            states: vec![vec![]; 6],
        };
        let expected = [Phase::Flight, Phase::LaterSlide, Phase::LaterFlight];
        assert_eq!(phases(&level)[1..4], expected);
        assert_eq!(phases(&level)[5], Phase::Slide);
    }
}

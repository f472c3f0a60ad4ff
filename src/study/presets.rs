//! The built-in studies: commented TOML files.

use crate::error::Error;

/// Name and text of every preset.
pub const PRESETS: &[(&str, &str)] = &[
    ("incline", include_str!("presets/incline.toml")),
    ("throw", include_str!("presets/throw.toml")),
    ("bounce", include_str!("presets/bounce.toml")),
    ("box", include_str!("presets/box.toml")),
    ("stick-slip", include_str!("presets/stick-slip.toml")),
    ("patches", include_str!("presets/patches.toml")),
    ("conveyor", include_str!("presets/conveyor.toml")),
    ("conveyor-fig-16-2", include_str!("presets/conveyor-fig-16-2.toml")),
    ("conveyor-fig-16-3", include_str!("presets/conveyor-fig-16-3.toml")),
    ("bowl", include_str!("presets/bowl.toml")),
    ("terrain", include_str!("presets/terrain.toml")),
    ("newmark", include_str!("presets/newmark.toml")),
    ("catastrophe", include_str!("presets/catastrophe.toml")),
    ("catastrophe-fig-15-1", include_str!("presets/catastrophe-fig-15-1.toml")),
    ("catastrophe-fig-15-2", include_str!("presets/catastrophe-fig-15-2.toml")),
    ("catastrophe-sweep", include_str!("presets/catastrophe-sweep.toml")),
    ("catastrophe-convergence", include_str!("presets/catastrophe-convergence.toml")),
    ("laws", include_str!("presets/laws.toml")),
    ("moreau-stewart-trinkle", include_str!("presets/moreau-stewart-trinkle.toml")),
    ("particle-schemes", include_str!("presets/particle-schemes.toml")),
    ("rod-schemes", include_str!("presets/rod-schemes.toml")),
    ("jamming", include_str!("presets/jamming.toml")),
    ("painleve-atlas", include_str!("presets/painleve-atlas.toml")),
    ("glocker-rod", include_str!("presets/glocker-rod.toml")),
    ("kane", include_str!("presets/kane.toml")),
    ("kane-restitution", include_str!("presets/kane-restitution.toml")),
    ("kane-map", include_str!("presets/kane-map.toml")),
    ("kane-coefficients", include_str!("presets/kane-coefficients.toml")),
    ("chalk", include_str!("presets/chalk.toml")),
    ("anisotropic", include_str!("presets/anisotropic.toml")),
    ("polygon", include_str!("presets/polygon.toml")),
    ("cone-facets", include_str!("presets/cone-facets.toml")),
    ("delay", include_str!("presets/delay.toml")),
    ("ball", include_str!("presets/ball.toml")),
    ("chain", include_str!("presets/chain.toml")),
    ("chain-pair", include_str!("presets/chain-pair.toml")),
    ("painleve-bar", include_str!("presets/painleve-bar.toml")),
    ("painleve-graze", include_str!("presets/painleve-graze.toml")),
    ("pivoted-bar", include_str!("presets/pivoted-bar.toml")),
    ("four-balls", include_str!("presets/four-balls.toml")),
    ("wedge", include_str!("presets/wedge.toml")),
    ("wedge-laws", include_str!("presets/wedge-laws.toml")),
    ("rod-stewart-trinkle", include_str!("presets/rod-stewart-trinkle.toml")),
    ("falling-rod", include_str!("presets/falling-rod.toml")),
    ("wedge-bar", include_str!("presets/wedge-bar.toml")),
];

/// The text of one preset.
pub fn text(name: &str) -> Result<&'static str, Error> {
    let found = PRESETS.iter().find(|(preset, _)| *preset == name);
    found.map(|(_, text)| *text).ok_or_else(|| {
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        Error::input("preset", name, format!("accepted: {}, or a file ending in .toml", names.join(", ")))
    })
}

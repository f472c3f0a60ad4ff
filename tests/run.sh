#!/usr/bin/env bash
# All tests. Installs the software Vulkan driver where there is none, so that the GPU path is tested everywhere;
# MOREAU_GPU=off skips the GPU tests and says so. MOREAU_FEATURES=mpi builds and tests with that feature.
set -euo pipefail
cd "$(dirname "$0")/.."
has_driver() { compgen -G "/usr/share/vulkan/icd.d/*.json" || compgen -G "/etc/vulkan/icd.d/*.json"; }
if [ "${MOREAU_GPU:-on}" != off ] && [ "$(uname)" = Linux ] && ! has_driver >/dev/null; then
    echo "no Vulkan driver: installing Mesa's software driver"
    as_root=""; [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq mesa-vulkan-drivers >/dev/null
fi
features=(${MOREAU_FEATURES:+--features "moreau-cli/$MOREAU_FEATURES"})
cargo test --release --workspace "${features[@]}"
if [ "${MOREAU_GPU:-on}" != off ]; then
    # Built with the tests; `cargo run` would build all that has fewer features without them again.
    "${CARGO_TARGET_DIR:-target}/release/examples/own_model"
fi

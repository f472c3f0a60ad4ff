#!/usr/bin/env bash
# All tests. Installs the software Vulkan driver where there is none, so that the GPU path is tested everywhere;
# MOREAU_GPU=off skips the GPU tests and says so.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${MOREAU_GPU:-on}" != off ] && ! ls /usr/share/vulkan/icd.d/*.json /etc/vulkan/icd.d/*.json >/dev/null 2>&1; then
    echo "no Vulkan driver: installing Mesa's software driver"
    as_root=""; [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq mesa-vulkan-drivers >/dev/null
fi
cargo test --release
cargo run --release --quiet --example own_model

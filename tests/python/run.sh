#!/usr/bin/env bash
# Opens tables of a run in every format from Python: pandas, polars, DuckDB and NumPy, in an environment of its own.
set -euo pipefail
cd "$(dirname "$0")/../.."
place="${CARGO_TARGET_DIR:-target}/python-test"
mkdir -p "$place"
if ! python3 -c "import venv, ensurepip" 2>/dev/null; then
    echo "no Python with venv: installing it"
    as_root=""; [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq python3-venv >/dev/null
fi
if [ ! -x "$place/venv/bin/python" ]; then
    python3 -m venv "$place/venv"
fi
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check pandas pyarrow polars duckdb numpy
program="${CARGO_TARGET_DIR:-target}/release/moreau"
# After the tests it is there.
[ -x "$program" ] || cargo build --release
for format in parquet csv npz; do
    run() {
        "$program" run "$1" --backend cpu --format "$format" --no-figures --quiet \
            --out "$place/runs/$1/$format" "${@:2}"
    }
    run throw --members 3000 --record 10:5
    run conveyor --members 300 --precision f32
done
"$place/venv/bin/python" tests/python/tables.py "$place/runs"

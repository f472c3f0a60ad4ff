#!/usr/bin/env bash
# Peers, side by side: installs what is missing into a temporary folder, runs moreau and its peers in turn, prints a
# table.
#
#   bash benches/peers/run.sh [--rounds N] [--quick] [--json FILE] [--only numpy,numba,jax,jax-plain,mujoco,rapier,siconos]
#
# MOREAU: the binary (default: target/release/moreau of this checkout, built if absent).
# MOREAU_PEERS_DIR: the folder for everything that is installed and written (default: moreau-peers in TMPDIR or /tmp).
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${MOREAU_PEERS_DIR:-${TMPDIR:-/tmp}/moreau-peers}
moreau=${MOREAU:-$root/target/release/moreau}

case " $* " in
*" --help "* | *" -h "*) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac

only=numpy,numba,jax,jax-plain,mujoco,rapier,siconos
previous=
for word in "$@"; do
    [ "$previous" = --only ] && only=$word
    case $word in --only=*) only=${word#--only=} ;; esac
    previous=$word
done
wanted() { case ",$only," in *",$1,"*) return 0 ;; *) return 1 ;; esac; }

mkdir -p "$folder/missing" || exit 2
rm -f "$folder"/missing/*
# Says why a peer cannot run; the others go on.
missing() { echo "$2" >"$folder/missing/$1"; echo "$1: $2" >&2; }
# The last line of a log that says something.
last() { grep -v '^[[:space:]]*$' "$1" | tail -n 1 | cut -c 1-200; }

if [ ! -x "$moreau" ]; then
    echo "building moreau" >&2
    (cd "$root" && cargo build --release) || { echo "MOREAU: no binary at $moreau, and it does not build" >&2; exit 2; }
fi

python=$folder/venv/bin/python
if [ ! -x "$python" ]; then
    python3 -m venv "$folder/venv" || { echo "python3 -m venv does not work here" >&2; exit 2; }
fi
# The comparison itself needs numpy.
for name in numpy numba jax mujoco; do
    { [ $name = numpy ] || wanted $name; } || continue
    "$python" -c "import $name" 2>/dev/null && continue
    echo "installing $name" >&2
    log=$folder/pip-$name.log
    "$python" -m pip install -q "$name" >"$log" 2>&1 || missing $name "pip: $(last "$log")"
done
if [ -e "$folder/missing/numpy" ]; then
    echo "numpy cannot be installed, and the comparison needs it" >&2
    exit 2
fi

if wanted rapier; then
    if command -v cargo >/dev/null; then
        # Built from a copy, so that no lock file and no target folder get into the checkout.
        mkdir -p "$folder/rapier" && cp -r "$here/rapier/Cargo.toml" "$here/rapier/src" "$folder/rapier/"
        (cd "$folder/rapier" && CARGO_TARGET_DIR="$folder/rapier-target" cargo build --release) \
            >"$folder/cargo.log" 2>&1 || missing rapier "cargo: $(last "$folder/cargo.log")"
    else
        missing rapier "no cargo"
    fi
fi

if wanted siconos; then
    siconos() { /usr/bin/python3 -c "import siconos.kernel" >"$folder/siconos-import.log" 2>&1; }
    if ! siconos && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "installing python3-siconos" >&2
        install() { apt-get install -y --no-install-recommends python3-siconos >"$folder/apt.log" 2>&1; }
        export DEBIAN_FRONTEND=noninteractive
        install || { apt-get update >/dev/null 2>&1; install; }
    fi
    if ! siconos; then
        missing siconos "Debian's python3-siconos is not there: $(last "$folder/siconos-import.log")"
    elif ! cc -O2 -shared -fPIC -o "$folder/rodPlugin.so" "$here/siconos/rodPlugin.c" -lm 2>"$folder/cc.log"; then
        missing siconos "cc, for the rod's gap: $(last "$folder/cc.log")"
    fi
fi

PYTHONDONTWRITEBYTECODE=1 exec "$python" "$here/compare.py" --moreau "$moreau" --folder "$folder" "$@"

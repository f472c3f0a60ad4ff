#!/usr/bin/env bash
# Whether two programs compute the same: checksums of the values of every column of `members`, for every preset.
#
#   tests/same_bytes.sh sums PROGRAM > FILE      a line for every preset, backend, precision and column
#   tests/same_bytes.sh compare OLD NEW          runs both programs, and prints which presets differ, and where
#
# Values, not file bytes: tables are read as CSV, where every number has as many digits as tell it from its neighbours.
# MEMBERS (default 32) are run of each preset, those that have a fixed number of rows excepted; PRESETS (a list) runs only those.
set -euo pipefail

places="cpu:f32 cpu:f64 gpu:f32"
[ "${MOREAU_GPU:-on}" = off ] && places="cpu:f32 cpu:f64"

sums() {
    local program=$1 preset place folder
    folder=$(mktemp -d)
    for preset in ${PRESETS:-$("$program" list | cut -d' ' -f1)}; do
        for place in $places; do
            local to="$folder/run"
            rm -rf "$to"
            # A tuning that is searched for changes no value, but would be kept in the user's cache.
            if ! "$program" run "$preset" --members "${MEMBERS:-32}" --backend "${place%:*}" --precision "${place#*:}" \
                --tune off --format csv --no-figures --quiet --out "$to" >/dev/null 2>"$folder/error"; then
                echo "$preset $place refused $(head -c 300 "$folder/error" | tr '\n' ' ')"
                continue
            fi
            python3 - "$to/members.csv" "$preset $place" <<'PY'
import csv, hashlib, sys
rows = csv.reader(open(sys.argv[1], newline=""))
names = next(rows)
sums = [hashlib.sha256() for _ in names]
for row in rows:
    for total, value in zip(sums, row):
        total.update(value.encode() + b"\n")
for name, total in zip(names, sums):
    print(sys.argv[2], name, total.hexdigest()[:16])
PY
        done
    done
    rm -rf "$folder"
}

case "${1:-}" in
sums) sums "$2" ;;
compare)
    old=$(mktemp) && new=$(mktemp)
    trap 'rm -f "$old" "$new"' EXIT
    # A list of sums saved before may stand for either program.
    for side in "$2:$old" "$3:$new"; do
        if head -c 4 "${side%%:*}" | grep -q ELF; then sums "${side%%:*}" >"${side##*:}"; else cp "${side%%:*}" "${side##*:}"; fi
    done
    runs=$(cut -d' ' -f1,2 "$old" | sort -u | wc -l)
    if [ "$runs" -gt 0 ] && diff "$old" "$new"; then
        echo "the same: $(wc -l <"$old") columns of $runs runs"
    else
        echo "different: $(diff "$old" "$new" | awk '/^[<>]/ {print $2}' | sort -u | tr '\n' ' ')"
        exit 1
    fi
    ;;
*) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac

#!/bin/sh
# Prints what CHANGELOG.md says of a version, the notes of its release:
#
#     packaging/notes.sh 0.1.0
set -eu

if [ $# -ne 1 ]; then
    echo "usage: $0 VERSION" >&2
    exit 2
fi
changelog=$(dirname "$0")/../CHANGELOG.md
notes=$(awk -v heading="## [$1]" '
    index($0, heading) == 1 { inside = 1; next }
    /^## / || /^\[[^]]*\]: / { inside = 0 }
    inside' "$changelog")
if [ -z "$notes" ]; then
    echo "$0: CHANGELOG.md has no section [$1]" >&2
    exit 1
fi
echo "$notes"

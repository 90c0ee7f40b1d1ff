#!/bin/sh
# Makes the archive of one target, as a release has it, and prints its path:
#
#     packaging/archive.sh TARGET BINARY OUTPUT-FOLDER
#
# It has the manual pages in man/man1, the completions of shells in completions, and
# kubectl_complete-smp, by which kubectl completes the arguments of the plugin; the binary, which
# runs for this, writes them.
#
# The names have no version, so that `releases/latest/download/NAME` is always the newest.
set -eu

if [ $# -ne 3 ]; then
    echo "usage: $0 TARGET BINARY OUTPUT-FOLDER" >&2
    exit 2
fi
target=$1
binary=$2
out=$3

root=$(cd "$(dirname "$0")/.." && pwd)
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT

cp "$binary" "$root/LICENSE" "$root/README.md" "$root/CHANGELOG.md" "$staging"
cp "$root/packaging/kubectl_complete-smp" "$staging"
case $binary in
*/*) program=$binary ;;
*) program=./$binary ;;
esac
mkdir -p "$staging/man/man1" "$staging/completions"
"$program" man "$staging/man/man1" >/dev/null
"$program" completion bash >"$staging/completions/smp.bash"
"$program" completion zsh >"$staging/completions/_smp"
"$program" completion fish >"$staging/completions/smp.fish"
"$program" completion powershell >"$staging/completions/smp.ps1"
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$staging"
# The name by which kubectl finds the command as a plugin.
case $target in
*-windows-*)
    cp smp.exe kubectl-smp.exe
    archive=$out/smp-$target.zip
    rm -f "$archive"
    if command -v zip >/dev/null; then
        zip -q -r "$archive" ./*
    else
        # GitHub's Windows machines have 7-Zip in place of zip.
        7z a -tzip "$archive" ./* >/dev/null
    fi
    ;;
*)
    ln -s smp kubectl-smp
    archive=$out/smp-$target.tar.gz
    tar -czf "$archive" ./*
    ;;
esac
echo "$archive"

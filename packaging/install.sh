#!/bin/sh
# Installs the `smp` command, and a link `kubectl-smp`, with which it is a plugin of kubectl.
#
#     sh install.sh
#
# Settings, as variables of the environment:
#
#     SMP_VERSION     the release, such as v0.1.0; the newest by default
#     SMP_DIR         the directory for the command; ~/.local/bin by default
#     SMP_TARGET      the target of the binary; by default that of this machine
#     SMP_REPOSITORY  the repository, such as https://github.com/OWNER/NAME. The copy of this
#                     script in a release has it already.
#
# Nothing is installed if the checksum of the download is not the one of the release.
set -eu

# Filled in when a release is made.
RELEASED_BY=''

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

# The target of this machine, one of those for which a release has a binary.
find_target() {
    case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    MINGW* | MSYS* | CYGWIN*) system=windows ;;
    *) system=$(uname -s) ;;
    esac
    case $system-$(uname -m) in
    linux-x86_64 | linux-amd64) linux_target x86_64 ;;
    linux-aarch64 | linux-arm64) linux_target aarch64 ;;
    darwin-x86_64) echo x86_64-apple-darwin ;;
    darwin-arm64 | darwin-aarch64) echo aarch64-apple-darwin ;;
    windows-x86_64) echo x86_64-pc-windows-msvc ;;
    *) return 1 ;;
    esac
}

# linux_target ARCHITECTURE: the binary for glibc is the faster one, and needs glibc 2.35. The one
# for musl runs anywhere.
linux_target() {
    version=$(getconf GNU_LIBC_VERSION 2>/dev/null) || version='glibc 0.0'
    version=${version#glibc }
    major=${version%%.*}
    minor=${version#*.}
    minor=${minor%%.*}
    if [ "$major" -gt 2 ] || { [ "$major" -eq 2 ] && [ "$minor" -ge 35 ]; }; then
        echo "$1-unknown-linux-gnu"
    else
        echo "$1-unknown-linux-musl"
    fi
}

# download URL FILE
download() {
    if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --output "$2" "$1"
    elif command -v wget >/dev/null; then
        wget --quiet --output-document="$2" "$1"
    else
        fail "needs curl or wget"
    fi || fail "cannot download $1"
}

checksum() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    elif command -v shasum >/dev/null; then
        shasum -a 256 "$1"
    else
        fail "needs sha256sum or shasum"
    fi | cut -d ' ' -f 1
}

repository=${SMP_REPOSITORY:-$RELEASED_BY}
[ -n "$repository" ] || fail "set SMP_REPOSITORY to the address of the repository"
if [ -z "${SMP_TARGET:-}" ]; then
    SMP_TARGET=$(find_target) ||
        fail "no binary for $(uname -s) on $(uname -m); build it: cargo install --locked smp-cli"
fi
case $SMP_TARGET in
*-windows-*) archive=smp-$SMP_TARGET.zip program=smp.exe plugin=kubectl-smp.exe ;;
*) archive=smp-$SMP_TARGET.tar.gz program=smp plugin=kubectl-smp ;;
esac
case ${SMP_VERSION:-latest} in
latest) from=$repository/releases/latest/download ;;
*) from=$repository/releases/download/$SMP_VERSION ;;
esac
dir=${SMP_DIR:-$HOME/.local/bin}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
download "$from/$archive" "$folder/$archive"
download "$from/SHA256SUMS" "$folder/SHA256SUMS"
expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/SHA256SUMS")
[ -n "$expected" ] || fail "$from/SHA256SUMS does not list $archive"
found=$(checksum "$folder/$archive")
[ "$found" = "$expected" ] ||
    fail "$from/$archive has the checksum $found, and the release says $expected"

case $archive in
*.zip) unzip -q "$folder/$archive" "$program" -d "$folder" ;;
*) tar -xzf "$folder/$archive" -C "$folder" "./$program" ;;
esac
mkdir -p "$dir"
# Renamed into place: a command that is running stays what it is.
mv "$folder/$program" "$dir/.$program.new"
chmod 755 "$dir/.$program.new"
mv "$dir/.$program.new" "$dir/$program"
case $SMP_TARGET in
*-windows-*) cp "$dir/$program" "$dir/$plugin" ;;
*) ln -sf "$program" "$dir/$plugin" ;;
esac

"$dir/$program" --version
echo "installed: $dir/$program, and $plugin beside it"
case :$PATH: in
*:"$dir":*) ;;
*) echo "add $dir to PATH" ;;
esac

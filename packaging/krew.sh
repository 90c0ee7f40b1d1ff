#!/bin/sh
# Prints the manifest of the plugin for krew, https://krew.sigs.k8s.io, which is called
# smp.yaml in an index:
#
#     packaging/krew.sh VERSION REPOSITORY SHA256SUMS
#
# VERSION is that of the tag, such as v0.1.0; REPOSITORY is an address such as
# https://github.com/OWNER/NAME; SHA256SUMS is the file of the release.
set -eu

if [ $# -ne 3 ]; then
    echo "usage: $0 VERSION REPOSITORY SHA256SUMS" >&2
    exit 2
fi
version=$1
repository=$2
sums=$3

# platform OS ARCHITECTURE ARCHIVE BINARY
platform() {
    sum=$(awk -v name="$3" '$2 == name { print $1 }' "$sums")
    if [ -z "$sum" ]; then
        echo "$0: $sums does not list $3" >&2
        exit 1
    fi
    cat <<END
    - selector:
        matchLabels:
          os: $1
          arch: $2
      uri: $repository/releases/download/$version/$3
      sha256: "$sum"
      bin: $4
END
}

cat <<END
apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: smp
spec:
  version: $version
  homepage: $repository
  shortDescription: Strategic merge patches, offline
  description: |
    Patches, compares and merges Kubernetes manifests by the rules of a cluster:
    lists of containers, ports, volumes and the like merge element by element.
    No cluster is needed. Comments and layout of YAML files stay. Custom resources
    merge by their definitions.
  platforms:
END
platform linux amd64 smp-x86_64-unknown-linux-musl.tar.gz smp
platform linux arm64 smp-aarch64-unknown-linux-musl.tar.gz smp
platform darwin amd64 smp-x86_64-apple-darwin.tar.gz smp
platform darwin arm64 smp-aarch64-apple-darwin.tar.gz smp
platform windows amd64 smp-x86_64-pc-windows-msvc.zip smp.exe

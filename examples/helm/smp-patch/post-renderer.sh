#!/bin/sh
# Patches what Helm has rendered: manifests on standard input, patched ones on standard output.
exec smp patch -f - --patch-file "$(dirname "$0")/patch.yaml" --strict

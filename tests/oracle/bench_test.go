package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// Benchmarks of the reference on the cases of `cargo xtask bench`, bytes to bytes:
// $SMP_BENCH_INPUTS has a folder for each case. Every result is first compared
// with this engine's result for the same bytes, so that both do the same work.

type benchCase struct {
	name   string
	folder string
	schema strategicpatch.LookupPatchMeta
}

func benchCases(b *testing.B) []benchCase {
	root := os.Getenv("SMP_BENCH_INPUTS")
	if root == "" {
		b.Skip("SMP_BENCH_INPUTS is not set; run `cargo xtask bench`")
	}
	folders, err := filepath.Glob(filepath.Join(root, "*", "live.json"))
	if err != nil || len(folders) == 0 {
		b.Fatalf("no cases in %s: %v", root, err)
	}
	cases := make([]benchCase, 0, len(folders))
	for _, live := range folders {
		c := benchCase{folder: filepath.Dir(live)}
		c.name = filepath.Base(c.folder)
		var object struct{ APIVersion, Kind string }
		if err := json.Unmarshal(c.read(b, "live"), &object); err != nil {
			b.Fatal(err)
		}
		if c.schema, err = typeSchema(object.APIVersion + "/" + object.Kind); err != nil {
			b.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

func (c benchCase) read(b *testing.B, name string) []byte {
	text, err := os.ReadFile(filepath.Join(c.folder, name+".json"))
	if err != nil {
		b.Fatal(err)
	}
	return text
}

func (c benchCase) has(name string) bool {
	_, err := os.Stat(filepath.Join(c.folder, name+".json"))
	return err == nil
}

func sameJSON(b *testing.B, got, want []byte) {
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		b.Fatal(err)
	}
	if err := json.Unmarshal(want, &w); err != nil {
		b.Fatal(err)
	}
	if !reflect.DeepEqual(g, w) {
		b.Fatal("the reference gives another result than the one in merged.json")
	}
}

func BenchmarkApply(b *testing.B) {
	for _, c := range benchCases(b) {
		b.Run(c.name, func(b *testing.B) {
			live, patch := c.read(b, "live"), c.read(b, "patch")
			apply := func() []byte {
				result, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(live, patch, c.schema)
				if err != nil {
					b.Fatal(err)
				}
				return result
			}
			sameJSON(b, apply(), c.read(b, "merged"))
			for b.Loop() {
				apply()
			}
		})
	}
}

func BenchmarkDiff(b *testing.B) {
	for _, c := range benchCases(b) {
		b.Run(c.name, func(b *testing.B) {
			live, merged := c.read(b, "live"), c.read(b, "merged")
			for b.Loop() {
				_, err := strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(live, merged, c.schema)
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Original is the object, modified the object with its change, current the object.
func BenchmarkThreeWayWhole(b *testing.B) {
	for _, c := range benchCases(b) {
		if !c.has("original") {
			continue
		}
		b.Run(c.name, func(b *testing.B) {
			live, merged := c.read(b, "live"), c.read(b, "merged")
			for b.Loop() {
				_, err := strategicpatch.CreateThreeWayMergePatch(live, merged, live, c.schema, true)
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkThreeWay(b *testing.B) {
	for _, c := range benchCases(b) {
		if !c.has("original") {
			continue
		}
		b.Run(c.name, func(b *testing.B) {
			original, modified, current := c.read(b, "original"), c.read(b, "modified"), c.read(b, "live")
			for b.Loop() {
				_, err := strategicpatch.CreateThreeWayMergePatch(original, modified, current, c.schema, true)
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Original has been applied before, modified is applied by the same manager, with force: what a server
// does between decoding a request and encoding the answer, without defaults.
func BenchmarkServerSideApply(b *testing.B) {
	for _, c := range benchCases(b) {
		if !c.has("managed") {
			continue
		}
		b.Run(c.name, func(b *testing.B) {
			live, config := c.read(b, "managed"), c.read(b, "modified")
			read := func(text []byte) *unstructured.Unstructured {
				read, err := object(string(text))
				if err != nil {
					b.Fatal(err)
				}
				return read
			}
			kind := read(live).GroupVersionKind()
			manager, err := managedfields.NewDefaultCRDFieldManager(builtIn(), &reversioning{},
				noDefaults{}, noFields{}, kind, kind.GroupVersion(), "", nil)
			if err != nil {
				b.Fatal(err)
			}
			apply := func() []byte {
				result, err := manager.Apply(read(live), read(config), "deployer", true)
				if err != nil {
					b.Fatal(err)
				}
				text, err := json.Marshal(result)
				if err != nil {
					b.Fatal(err)
				}
				return text
			}
			timeless := func(text []byte) []byte {
				object := read(text)
				entries := object.GetManagedFields()
				for i := range entries {
					entries[i].Time = nil
				}
				object.SetManagedFields(entries)
				without, err := json.Marshal(object)
				if err != nil {
					b.Fatal(err)
				}
				return without
			}
			sameJSON(b, timeless(apply()), timeless(c.read(b, "reapplied")))
			for b.Loop() {
				apply()
			}
		})
	}
}

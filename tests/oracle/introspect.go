package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// testdataDir is the folder testdata/HEAD of k8s.io/api, which is found at the first use.
var testdataDir string

// kinds lists the values of "type" that k8s.io/api registers as kinds.
func kinds(*request) ([]byte, error) {
	return json.Marshal(slices.Sorted(maps.Keys(types().kinds)))
}

// testdata returns the example of a kind from k8s.io/api in which every field is set.
func testdata(req *request) ([]byte, error) {
	i := strings.LastIndex(req.Type, "/")
	if _, ok := types().kinds[req.Type]; !ok {
		return nil, badf("unknown kind %q", req.Type)
	}
	group, version, grouped := strings.Cut(req.Type[:i], "/")
	if !grouped {
		group, version = "core", group
	}
	if testdataDir == "" {
		module, err := apiModuleDir()
		if err != nil {
			return nil, err
		}
		testdataDir = filepath.Join(module, "testdata", "HEAD")
	}
	text, err := os.ReadFile(filepath.Join(testdataDir, group+"."+version+"."+req.Type[i+1:]+".json"))
	if err != nil {
		return nil, badf("no example of %s: %v", req.Type, err)
	}
	return text, nil
}

// apiModuleDir calls `go list`, which works only inside this module: in the folder
// of the binary if it was built there, else in the working directory (`go run .`).
func apiModuleDir() (string, error) {
	var dirs []string
	if exe, err := os.Executable(); err == nil {
		dirs = append(dirs, filepath.Dir(exe))
	}
	for _, dir := range append(dirs, ".") {
		cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/api")
		cmd.Dir = dir
		if out, err := cmd.Output(); err == nil && len(out) > 1 {
			return strings.TrimSpace(string(out)), nil
		}
	}
	return "", badf("cannot find the module k8s.io/api: run in tests/oracle, or give -testdata")
}

type fieldInfo struct {
	GoType     string   `json:"goType"`
	Kind       string   `json:"kind"` // below a pointer
	Elem       string   `json:"elem,omitempty"`
	Strategies []string `json:"strategies"`
	MergeKey   string   `json:"mergeKey"`
	// Error is set if the reference cannot look this field up.
	Error string `json:"error,omitempty"`
}

type typeInfo struct {
	fieldInfo
	Fields map[string]fieldInfo `json:"fields,omitempty"`
}

// keys returns the results of the reference's lookups at a path. Each step is a
// JSON field name; with "[]" it is looked up as a list, and the path continues in
// its elements. "fields" describes the fields of the type found there.
func keys(req *request) ([]byte, error) {
	meta, err := schemaOf(req)
	if err != nil {
		return nil, err
	}
	var pm strategicpatch.PatchMeta
	for _, step := range req.Path {
		if field, list := strings.CutSuffix(step, "[]"); list {
			meta, pm, err = meta.LookupPatchMetadataForSlice(field)
		} else {
			meta, pm, err = meta.LookupPatchMetadataForStruct(field)
		}
		if err != nil {
			return nil, err
		}
	}
	info := typeInfo{fieldInfo: describe(goTypeOf(meta), pm), Fields: map[string]fieldInfo{}}
	for _, field := range jsonFields(goTypeOf(meta)) {
		below, pm, err := meta.LookupPatchMetadataForStruct(field)
		if err != nil {
			info.Fields[field] = fieldInfo{Error: err.Error()}
			continue
		}
		info.Fields[field] = describe(goTypeOf(below), pm)
	}
	return json.Marshal(info)
}

func goTypeOf(meta strategicpatch.LookupPatchMeta) reflect.Type {
	if inline, ok := meta.(inlineMeta); ok {
		return inline.T
	}
	return meta.(strategicpatch.PatchMetaFromStruct).T
}

func describe(t reflect.Type, pm strategicpatch.PatchMeta) fieldInfo {
	info := fieldInfo{GoType: t.String(), Strategies: pm.GetPatchStrategies(), MergeKey: pm.GetPatchMergeKey()}
	t = deref(t)
	info.Kind = t.Kind().String()
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		info.Elem = deref(t.Elem()).Kind().String()
	}
	return info
}

// jsonFields lists the JSON names of a struct, including those of inlined structs.
func jsonFields(t reflect.Type) (names []string) {
	if t = deref(t); t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || f.Tag.Get("json") == "-":
		case name != "":
			names = append(names, name)
		case f.Anonymous:
			names = append(names, jsonFields(f.Type)...)
		}
	}
	return names
}

func deref(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

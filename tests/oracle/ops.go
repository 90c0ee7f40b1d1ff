package main

import (
	stdjson "encoding/json"
	"strings"

	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/mergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

var ops map[string]func(*request) ([]byte, error)

func init() {
	ops = map[string]func(*request) ([]byte, error){
		"apply":     apply,
		"diff":      diff,
		"threeway":  threeWay,
		"compose":   compose,
		"conflicts": conflicts,
		"normalize": normalize,
		"managed":   managed,
		"keys":      keys,
		"kinds":     kinds,
		"written":   written,
		"testdata":  testdata,
	}
}

func apply(req *request) ([]byte, error) {
	schema, err := schemaOf(req)
	if err != nil {
		return nil, err
	}
	return strategicpatch.StrategicMergePatchUsingLookupPatchMeta(doc(req.Live), doc(req.Patch), schema)
}

func diff(req *request) ([]byte, error) {
	schema, err := schemaOf(req)
	if err != nil {
		return nil, err
	}
	fns, err := preconditions(req)
	if err != nil {
		return nil, err
	}
	return strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(
		doc(req.Original), doc(req.Modified), schema, fns...)
}

func threeWay(req *request) ([]byte, error) {
	schema, err := schemaOf(req)
	if err != nil {
		return nil, err
	}
	fns, err := preconditions(req)
	if err != nil {
		return nil, err
	}
	return strategicpatch.CreateThreeWayMergePatch(
		doc(req.Original), doc(req.Modified), doc(req.Current), schema, req.Overwrite, fns...)
}

func compose(req *request) ([]byte, error) {
	schema, p1, p2, err := twoPatches(req)
	if err != nil {
		return nil, err
	}
	merged, err := strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema, p1, p2)
	if err != nil {
		return nil, err
	}
	return json.Marshal(merged)
}

func conflicts(req *request) ([]byte, error) {
	schema, p1, p2, err := twoPatches(req)
	if err != nil {
		return nil, err
	}
	has, err := strategicpatch.MergingMapsHaveConflicts(p1, p2, schema)
	if err != nil {
		return nil, err
	}
	return json.Marshal(has)
}

func twoPatches(req *request) (schema strategicpatch.LookupPatchMeta, p1, p2 map[string]any, err error) {
	if schema, err = schemaOf(req); err != nil {
		return
	}
	if p1, err = parse(req.P1); err != nil {
		return
	}
	p2, err = parse(req.P2)
	return
}

// parse is the reference's unexported handleUnmarshal: whole numbers that fit
// become int64, others float64; an absent document is {}.
func parse(text *string) (map[string]any, error) {
	if text == nil {
		return map[string]any{}, nil
	}
	m := map[string]any{}
	if err := json.Unmarshal([]byte(*text), &m); err != nil {
		return nil, mergepatch.ErrBadJSONDoc
	}
	return m, nil
}

// doc distinguishes a document that is not given (nil) from "", as handleUnmarshal does.
func doc(text *string) []byte {
	if text == nil {
		return nil
	}
	return []byte(*text)
}

func preconditions(req *request) ([]mergepatch.PreconditionFunc, error) {
	var fns []mergepatch.PreconditionFunc
	for _, key := range req.Preconditions {
		if below, ok := strings.CutPrefix(key, "metadata."); ok {
			fns = append(fns, mergepatch.RequireMetadataKeyUnchanged(below))
		} else if strings.Contains(key, ".") {
			return nil, badf("precondition %q: only a root key or metadata.<key>", key)
		} else {
			fns = append(fns, mergepatch.RequireKeyUnchanged(key))
		}
	}
	return fns, nil
}

func schemaOf(req *request) (strategicpatch.LookupPatchMeta, error) {
	switch hasSchema := len(req.Schema) > 0 && string(req.Schema) != "null"; {
	case hasSchema && req.Type != "":
		return nil, badf("give either \"type\" or \"schema\"")
	case hasSchema:
		return inlineSchemaFor(stdjson.RawMessage(req.Schema))
	case req.Type != "":
		return typeSchema(req.Type)
	}
	return nil, badf("neither \"type\" nor \"schema\" given")
}

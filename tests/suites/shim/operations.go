package strategicpatch

import (
	"encoding/json"

	kjson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/mergepatch"
)

// The functions of the package that do something, with the engine in their place. The others of
// patch.go only find the schema of a Go value and call one of these. Their own bodies are still
// there under a name that begins with `reference`: `cargo xtask suites` renames them.

// StrategicMergePatchUsingLookupPatchMeta applies a patch to a document.
func StrategicMergePatchUsingLookupPatchMeta(original, patch []byte, schema LookupPatchMeta) ([]byte, error) {
	if engine == nil {
		return referenceStrategicMergePatchUsingLookupPatchMeta(original, patch, schema)
	}
	return engine.document(schema, question{Op: "apply", Live: text(original), Patch: text(patch)})
}

// StrategicMergeMapPatchUsingLookupPatchMeta applies a patch to a document.
func StrategicMergeMapPatchUsingLookupPatchMeta(original, patch JSONMap, schema LookupPatchMeta) (JSONMap, error) {
	if engine == nil {
		return referenceStrategicMergeMapPatchUsingLookupPatchMeta(original, patch, schema)
	}
	return engine.object(schema, question{Op: "apply", Live: written(original), Patch: written(patch)})
}

// CreateTwoWayMergePatchUsingLookupPatchMeta makes the patch between two documents.
func CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified []byte, schema LookupPatchMeta,
	fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	if engine == nil {
		return referenceCreateTwoWayMergePatchUsingLookupPatchMeta(original, modified, schema, fns...)
	}
	patch, err := engine.document(schema, question{Op: "diff", Original: textOrEmpty(original), Modified: textOrEmpty(modified)})
	if err != nil {
		return nil, err
	}
	return patch, checkText(patch, fns)
}

// CreateTwoWayMergeMapPatchUsingLookupPatchMeta makes the patch between two documents.
func CreateTwoWayMergeMapPatchUsingLookupPatchMeta(original, modified JSONMap, schema LookupPatchMeta,
	fns ...mergepatch.PreconditionFunc) (JSONMap, error) {
	if engine == nil {
		return referenceCreateTwoWayMergeMapPatchUsingLookupPatchMeta(original, modified, schema, fns...)
	}
	patch, err := engine.object(schema, question{Op: "diff", Original: written(original), Modified: written(modified)})
	if err != nil {
		return nil, err
	}
	if err := check(patch, fns); err != nil {
		return nil, err
	}
	return patch, nil
}

// CreateThreeWayMergePatch makes the patch that takes a change over to a document that others
// have changed too.
func CreateThreeWayMergePatch(original, modified, current []byte, schema LookupPatchMeta, overwrite bool,
	fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	if engine == nil {
		return referenceCreateThreeWayMergePatch(original, modified, current, schema, overwrite, fns...)
	}
	patch, err := engine.document(schema, question{Op: "threeway", Original: textOrEmpty(original),
		Modified: textOrEmpty(modified), Current: textOrEmpty(current), Overwrite: overwrite})
	if err != nil {
		return nil, err
	}
	return patch, checkText(patch, fns)
}

// MergeStrategicMergeMapPatchUsingLookupPatchMeta composes patches.
func MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema LookupPatchMeta, patches ...JSONMap) (JSONMap, error) {
	if engine == nil {
		return referenceMergeStrategicMergeMapPatchUsingLookupPatchMeta(schema, patches...)
	}
	merged := JSONMap{}
	for _, patch := range patches {
		var err error
		merged, err = engine.object(schema, question{Op: "compose", P1: written(merged), P2: written(patch)})
		if err != nil {
			return nil, err
		}
	}
	return merged, nil
}

// MergingMapsHaveConflicts says whether two patches set a field to different values.
func MergingMapsHaveConflicts(left, right map[string]interface{}, schema LookupPatchMeta) (bool, error) {
	if engine == nil {
		return referenceMergingMapsHaveConflicts(left, right, schema)
	}
	answer, err := engine.ask(schema, question{Op: "conflicts", P1: written(left), P2: written(right)})
	return answer == "true", err
}

// text is a document as the protocol has it: absent, or text that may be no JSON.
func text(document []byte) *string {
	if document == nil {
		return nil
	}
	text := string(document)
	return &text
}

// textOrEmpty is the document of a diff, where a text without a byte is an absent document.
func textOrEmpty(document []byte) *string {
	if len(document) == 0 {
		return nil
	}
	return text(document)
}

// written is the JSON of an object. A value that has none becomes a text that is none either, so
// that the engine refuses it.
func written(object map[string]interface{}) *string {
	if object == nil {
		return nil
	}
	text, err := json.Marshal(object)
	if err != nil {
		text = []byte(err.Error())
	}
	document := string(text)
	return &document
}

// check runs the preconditions of a caller, which are functions on the patch.
func check(patch map[string]interface{}, fns []mergepatch.PreconditionFunc) error {
	for _, fn := range fns {
		if !fn(patch) {
			return mergepatch.NewErrPreconditionFailed(patch)
		}
	}
	return nil
}

func checkText(patch []byte, fns []mergepatch.PreconditionFunc) error {
	object := map[string]interface{}{}
	if err := kjson.Unmarshal(patch, &object); err != nil {
		return err
	}
	return check(object, fns)
}

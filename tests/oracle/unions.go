package main

import (
	stdjson "encoding/json"

	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/structured-merge-diff/v4/typed"
)

// normalize is the normalization of unions of structured-merge-diff v4.3, the last version
// that has it. The schema is in the notation of that library, with a type `root`.
func normalize(req *request) ([]byte, error) {
	if req.Old == nil || req.New == nil {
		return nil, badf("normalize: give \"old\" and \"new\"")
	}
	var text string
	if err := stdjson.Unmarshal(req.Schema, &text); err != nil {
		return nil, badf("schema: %v", err)
	}
	parser, err := typed.NewParser(typed.YAMLObject(text))
	if err != nil {
		return nil, badf("schema: %v", err)
	}
	root := parser.Type("root")
	if !root.IsValid() {
		return nil, badf("schema: no type `root`")
	}
	old, err := typedOf(root, req.Old)
	if err != nil {
		return nil, err
	}
	new, err := typedOf(root, req.New)
	if err != nil {
		return nil, err
	}
	result, err := old.NormalizeUnions(new)
	if err != nil {
		return nil, err
	}
	if result.AsValue() == nil {
		// The library gives nothing where both objects are empty.
		result = new
	}
	return json.Marshal(result.AsValue().Unstructured())
}

func typedOf(root typed.ParseableType, text *string) (*typed.TypedValue, error) {
	var document any
	if err := json.Unmarshal([]byte(*text), &document); err != nil {
		return nil, badf("%v", err)
	}
	return root.FromUnstructured(document)
}

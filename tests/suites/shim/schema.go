package strategicpatch

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// notation is a schema as the protocol has it (tests/oracle/README.md, "Types that are not in
// Kubernetes"): every type that can be reached from the root, with what the package's own lookups
// say about each field.
type notation struct {
	Root  string                     `json:"root"`
	Types map[string]*objectNotation `json:"types"`
}

type objectNotation struct {
	Fields map[string]interface{} `json:"fields"`
	// Others is the type of members without a field.
	Others interface{} `json:"others,omitempty"`
}

// fieldNotation is a field with patch metadata; one without is its type alone.
type fieldNotation struct {
	Type     interface{} `json:"type"`
	Strategy string      `json:"strategy,omitempty"`
	MergeKey string      `json:"mergeKey,omitempty"`
}

const (
	scalar = "scalar"
	free   = "any"
)

func listOf(element interface{}) interface{} { return map[string]interface{}{"list": element} }
func mapOf(value interface{}) interface{}    { return map[string]interface{}{"map": value} }

// notations has the text of each schema that was asked for, by the Go type or the OpenAPI schema
// from which it is made.
var notations sync.Map

func notationOf(schema LookupPatchMeta) json.RawMessage {
	var key interface{}
	var make func(*notation) string
	switch schema := schema.(type) {
	case PatchMetaFromStruct:
		key, make = schema.T, func(n *notation) string { return n.ofStruct(schema.T) }
	case PatchMetaFromOpenAPI:
		key, make = schema.Schema, func(n *notation) string { return n.root(n.ofOpenAPI(schema.Schema)) }
	case PatchMetaFromOpenAPIV3:
		key, make = schema.Schema, func(n *notation) string { return n.root(n.ofOpenAPIV3(schema)) }
	default:
		panic(fmt.Sprintf("suites: no notation for a %T", schema))
	}
	if text, ok := notations.Load(key); ok {
		return text.(json.RawMessage)
	}
	n := notation{Types: map[string]*objectNotation{}}
	n.Root = make(&n)
	text, err := json.Marshal(n)
	if err != nil {
		panic(fmt.Sprintf("suites: %v", err))
	}
	notations.Store(key, json.RawMessage(text))
	return text
}

// root is the name of a root's type. A root that is no type with fields, as where a schema is
// missing, is an object that takes anything.
func (n *notation) root(expression interface{}) string {
	if name, ok := expression.(string); ok && n.Types[name] != nil {
		return name
	}
	name := n.unnamed()
	n.Types[name] = &objectNotation{Fields: map[string]interface{}{}, Others: free}
	return name
}

// unnamed is a new name for a type without one.
func (n *notation) unnamed() string {
	return fmt.Sprintf("unnamed %d", len(n.Types))
}

// object defines a type once; `fill` adds its fields, which may refer to the type.
func (n *notation) object(name string, fill func(*objectNotation)) string {
	if n.Types[name] == nil {
		object := &objectNotation{Fields: map[string]interface{}{}}
		n.Types[name] = object
		fill(object)
	}
	return name
}

// field is a field with the metadata that the package's lookup gave. The package looks only objects
// and lists up, so that what a scalar has is without effect.
func field(expression interface{}, meta PatchMeta) interface{} {
	strategy := strings.Join(meta.GetPatchStrategies(), "|")
	key := meta.GetPatchMergeKey()
	if expression == scalar || (strategy == "" && key == "") {
		return expression
	}
	// A merge key makes a list of what is declared as a single object, as in the lookup of
	// slices, which takes the target of a pointer for the elements.
	if _, name := expression.(string); key != "" && name {
		expression = listOf(expression)
	}
	return fieldNotation{Type: expression, Strategy: strategy, MergeKey: key}
}

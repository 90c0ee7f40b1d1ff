package main

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// The inline notation is converted to real Go struct types, so that all lookups
// are done by the reference's own code.
//
// reflect.StructOf cannot build recursive types, and a nested unnamed struct's
// type string grows exponentially with depth. So each named type becomes a
// struct of one level, in which a reference to a named type is a placeholder
// struct of its own. A lookup that returns a placeholder replaces it by the struct
// that it stands for. So types may be recursive without a limit.
type inlineSchema struct {
	structs      map[string]reflect.Type
	placeholders map[reflect.Type]string
}

type notation struct {
	Root  string `json:"root"`
	Types map[string]struct {
		Fields map[string]json.RawMessage `json:"fields"`
	} `json:"types"`
}

// typeExpr is a field or a type expression; keys that the reference ignores
// (listMapKeys, union, ...) are ignored here too.
type typeExpr struct {
	Type     json.RawMessage `json:"type"`
	List     json.RawMessage `json:"list"`
	Map      json.RawMessage `json:"map"`
	Strategy string          `json:"strategy"`
	MergeKey string          `json:"mergeKey"`
}

// inlineCache avoids building a schema again: tests send the same one many times.
var inlineCache = map[string]strategicpatch.LookupPatchMeta{}

func inlineSchemaFor(text json.RawMessage) (strategicpatch.LookupPatchMeta, error) {
	if meta, ok := inlineCache[string(text)]; ok {
		return meta, nil
	}
	var n notation
	if err := json.Unmarshal(text, &n); err != nil {
		return nil, badf("schema: %v", err)
	}
	s := &inlineSchema{map[string]reflect.Type{}, map[reflect.Type]string{}}
	for name := range n.Types {
		if name == "scalar" || name == "any" {
			return nil, badf("schema: %q is not free as a type name", name)
		}
		s.placeholders[placeholder(name)] = name
	}
	for name, t := range n.Types {
		built, err := s.build(name, t.Fields)
		if err != nil {
			return nil, err
		}
		s.structs[name] = built
	}
	root, ok := s.structs[n.Root]
	if !ok {
		return nil, badf("schema: unknown root type %q", n.Root)
	}
	if len(inlineCache) >= 1024 {
		clear(inlineCache)
	}
	meta := inlineMeta{strategicpatch.PatchMetaFromStruct{T: root}, s}
	inlineCache[string(text)] = meta
	return meta, nil
}

func placeholder(name string) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{
		Name: "Ref",
		Type: reflect.TypeFor[string](),
		Tag:  reflect.StructTag(`json:"-" ref:` + strconv.Quote(name)),
	}})
}

func (s *inlineSchema) build(typeName string, fields map[string]json.RawMessage) (reflect.Type, error) {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	// The order of fields decides which of two fields a case-insensitive match finds.
	sort.Strings(names)
	var built []reflect.StructField
	for i, name := range names {
		if !validFieldName(name) {
			return nil, badf("schema: %s.%s: Go's json tags cannot hold this name", typeName, name)
		}
		var field typeExpr
		expr := fields[name]
		if bytes.HasPrefix(bytes.TrimSpace(expr), []byte("{")) {
			if err := json.Unmarshal(expr, &field); err != nil {
				return nil, badf("schema: %s.%s: %v", typeName, name, err)
			}
			if field.Type != nil {
				expr = field.Type
			}
		}
		t, err := s.goType(expr)
		if err != nil {
			return nil, badf("schema: %s.%s: %v", typeName, name, err)
		}
		// With the comma, "-" is a name; without it, it would mean that the field is skipped.
		tag := `json:` + strconv.Quote(name+",")
		if field.Strategy != "" {
			// Go tags join strategies with a comma; the documents also use a bar.
			tag += ` patchStrategy:` + strconv.Quote(strings.ReplaceAll(field.Strategy, "|", ","))
		}
		if field.MergeKey != "" {
			tag += ` patchMergeKey:` + strconv.Quote(field.MergeKey)
		}
		built = append(built, reflect.StructField{
			Name: "F" + strconv.Itoa(i), Type: t, Tag: reflect.StructTag(tag),
		})
	}
	return reflect.StructOf(built), nil
}

func (s *inlineSchema) goType(expr json.RawMessage) (reflect.Type, error) {
	var name string
	if json.Unmarshal(expr, &name) == nil {
		switch name {
		case "scalar":
			return reflect.TypeFor[string](), nil // the reference never looks at scalar types
		case "any":
			// Kubernetes' types, and apiextensions' JSON, have a struct without JSON
			// fields for free-form values.
			return reflect.TypeFor[runtime.RawExtension](), nil
		}
		if t := placeholder(name); s.placeholders[t] == name {
			return t, nil
		}
		return nil, badf("unknown type %q", name)
	}
	var e typeExpr
	if err := json.Unmarshal(expr, &e); err != nil {
		return nil, err
	}
	switch {
	case e.List != nil && e.Map == nil:
		elem, err := s.goType(e.List)
		if err != nil {
			return nil, err
		}
		return reflect.SliceOf(elem), nil
	case e.Map != nil && e.List == nil:
		elem, err := s.goType(e.Map)
		if err != nil {
			return nil, err
		}
		return reflect.MapOf(reflect.TypeFor[string](), elem), nil
	}
	return nil, badf("not a type expression: %s", expr)
}

// validFieldName is the forked json package's unexported isValidTag, without the
// comma, since a comma would end the name.
func validFieldName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// inlineMeta calls the reference's PatchMetaFromStruct and resolves placeholders in
// its result.
type inlineMeta struct {
	strategicpatch.PatchMetaFromStruct
	schema *inlineSchema
}

func (m inlineMeta) LookupPatchMetadataForStruct(key string) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	return m.resolve(m.PatchMetaFromStruct.LookupPatchMetadataForStruct(key))
}

func (m inlineMeta) LookupPatchMetadataForSlice(key string) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	return m.resolve(m.PatchMetaFromStruct.LookupPatchMetadataForSlice(key))
}

func (m inlineMeta) resolve(sub strategicpatch.LookupPatchMeta, pm strategicpatch.PatchMeta, err error) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	if err != nil {
		return sub, pm, err
	}
	found := sub.(strategicpatch.PatchMetaFromStruct)
	if name, ok := m.schema.placeholders[found.T]; ok {
		found.T = m.schema.structs[name]
	}
	return inlineMeta{found, m.schema}, pm, nil
}

// Records what the tests of structured-merge-diff do: `cargo xtask managed --tables` puts this file into
// a copy of the module's package of fixtures, and has the fixtures call it.

package fixture

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

type object = map[string]any

func write(line object) {
	file, err := os.OpenFile(os.Getenv("SMP_RECORD"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	if err := json.NewEncoder(file).Encode(line); err != nil {
		panic(err)
	}
}

// current is the state that the last step changed, and begun whether a case has begun since.
var (
	current *State
	begun   bool
)

// recordCase begins a case. Its name is that of the test function.
func recordCase(tc TestCase, converter merge.Converter) {
	begun = true
	name := "?"
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		if _, function, ok := strings.Cut(frame.Function, "merge_test."); ok {
			name, _, _ = strings.Cut(function, ".")
		}
		if !more {
			break
		}
	}
	ignored := object{}
	for version, set := range tc.IgnoredFields {
		text, err := set.ToJSON()
		if err != nil {
			panic(err)
		}
		ignored[string(version)] = json.RawMessage(text)
	}
	write(object{"case": name, "converter": fmt.Sprintf("%T", converter), "ignored": ignored,
		"filtered": len(tc.IgnoreFilter) > 0})
}

// recorded is a converter that notes its conversions for the next step.
type recorded struct{ merge.Converter }

var conversions = []object{}

func (r recorded) Convert(v *typed.TypedValue, version fieldpath.APIVersion) (*typed.TypedValue, error) {
	line := object{"from": plain(v.AsValue()), "version": string(version)}
	converted, err := r.Converter.Convert(v, version)
	if err == nil {
		line["to"] = plain(converted.AsValue())
	} else {
		line["gone"] = r.IsMissingVersionError(err)
	}
	conversions = append(conversions, line)
	return converted, err
}

// recordStep writes a request and what came of it.
func recordStep(s *State, op string, tv *typed.TypedValue, version fieldpath.APIVersion, manager string, force bool, err error) {
	if s != current && !begun {
		// A test without a table.
		recordCase(TestCase{}, s.Updater.Converter)
	}
	current, begun = s, false
	line := object{"op": op, "version": string(version), "manager": manager, "force": force,
		"object": plain(tv.AsValue()), "conversions": conversions}
	conversions = []object{}
	schemas := object{}
	for _, version := range []string{"v1", "v2", "v3", "v4", string(version)} {
		schemas[version] = definitions(s.Parser.Type(version))
	}
	line["schemas"] = schemas
	var conflicts merge.Conflicts
	if errors.As(err, &conflicts) {
		found := []string{}
		for _, conflict := range conflicts {
			found = append(found, conflict.Manager+" "+conflict.Path.String())
		}
		line["conflicts"] = found
	} else if err != nil {
		line["error"] = err.Error()
	}
	if s.Live != nil {
		line["live"] = plain(s.Live.AsValue())
	}
	managers := object{}
	for name, set := range s.Managers {
		text, err := set.Set().ToJSON()
		if err != nil {
			panic(err)
		}
		managers[name] = object{"version": string(set.APIVersion()), "applied": set.Applied(), "fields": json.RawMessage(text)}
	}
	line["managers"] = managers
	write(line)
}

func plain(of value.Value) any {
	if of == nil || of.IsNull() {
		return nil
	}
	text, err := value.ToJSON(of)
	if err != nil {
		panic(err)
	}
	return json.RawMessage(text)
}

func (s *State) ApplyObject(tv *typed.TypedValue, version fieldpath.APIVersion, manager string, force bool) error {
	err := s.applyObject(tv, version, manager, force)
	recordStep(s, "apply", tv, version, manager, force, err)
	return err
}

func (s *State) UpdateObject(tv *typed.TypedValue, version fieldpath.APIVersion, manager string) error {
	err := s.updateObject(tv, version, manager)
	recordStep(s, "update", tv, version, manager, true, err)
	return err
}

// types is the schema that is written.
var types *schema.Schema

// definitions has the types as OpenAPI writes them; `root` refers to that of the objects.
func definitions(ty typed.ParseableType) object {
	types = ty.Schema
	named := object{}
	if ty.Schema != nil {
		for _, of := range ty.Schema.Types {
			named[of.Name] = atom(of.Atom)
		}
	}
	return object{"root": reference(ty.TypeRef), "types": named}
}

func reference(ref schema.TypeRef) object {
	if ref.ElementRelationship != nil {
		if resolved, ok := types.Resolve(ref); ok {
			return atom(resolved)
		}
	}
	if ref.NamedType != nil {
		return object{"$ref": "#/definitions/" + *ref.NamedType}
	}
	return atom(ref.Inlined)
}

func atom(of schema.Atom) object {
	switch {
	case of.Scalar != nil && (of.Map != nil || of.List != nil), of.Map != nil && of.List != nil:
		any := object{"x-kubernetes-preserve-unknown-fields": true}
		if of.Map != nil && of.Map.ElementRelationship == schema.Atomic {
			any["x-kubernetes-map-type"] = "atomic"
		}
		return any
	case of.List != nil:
		list := object{"type": "array", "items": reference(of.List.ElementType), "x-kubernetes-list-type": "atomic"}
		if of.List.ElementRelationship == schema.Associative {
			list["x-kubernetes-list-type"] = "set"
			if len(of.List.Keys) > 0 {
				list["x-kubernetes-list-type"] = "map"
				list["x-kubernetes-list-map-keys"] = of.List.Keys
			}
		}
		return list
	case of.Map != nil:
		members := object{"type": "object"}
		if len(of.Map.Fields) > 0 {
			properties := object{}
			for _, field := range of.Map.Fields {
				property := reference(field.Type)
				if field.Default != nil {
					property["default"] = field.Default
				}
				properties[field.Name] = property
			}
			members["properties"] = properties
		}
		element := of.Map.ElementType
		if element.NamedType != nil || element.Inlined != (schema.Atom{}) {
			members["additionalProperties"] = reference(element)
		}
		if of.Map.ElementRelationship == schema.Atomic {
			members["x-kubernetes-map-type"] = "atomic"
		}
		return members
	case of.Scalar != nil:
		switch *of.Scalar {
		case schema.String:
			return object{"type": "string"}
		case schema.Boolean:
			return object{"type": "boolean"}
		case schema.Numeric:
			return object{"type": "number"}
		default:
			return object{"type": "string", "format": "int-or-string"}
		}
	}
	return object{"x-kubernetes-preserve-unknown-fields": true}
}

package strategicpatch

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// ofStruct is the name of a struct's type. Its fields are those that the package's lookup finds.
func (n *notation) ofStruct(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := t.PkgPath() + "." + t.Name()
	if t.Name() == "" {
		name = t.String()
	}
	return n.object(name, func(object *objectNotation) {
		for _, member := range members(t, nil) {
			found, meta, err := PatchMetaFromStruct{T: t}.LookupPatchMetadataForStruct(member)
			if err == nil {
				object.Fields[member] = field(n.ofType(found.(PatchMetaFromStruct).T), meta)
			}
		}
	})
}

// members are the names of the members that a struct has in JSON, with those of embedded structs.
func members(t reflect.Type, around []reflect.Type) []string {
	var names []string
	for _, outer := range around {
		if outer == t {
			return nil
		}
	}
	around = append(around, t)
	for i := 0; i < t.NumField(); i++ {
		member := t.Field(i)
		tag := member.Tag.Get("json")
		if !member.IsExported() || tag == "-" {
			continue
		}
		name, _, _ := strings.Cut(tag, ",")
		embedded := member.Type
		if embedded.Kind() == reflect.Pointer {
			embedded = embedded.Elem()
		}
		switch {
		case name != "":
			names = append(names, name)
		case member.Anonymous && embedded.Kind() == reflect.Struct:
			names = append(names, members(embedded, around)...)
		default:
			names = append(names, member.Name)
		}
	}
	return names
}

var (
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// ofType is a type of which values are written as JSON. A type that writes its own JSON is a
// scalar if it says so, as those of Kubernetes do, and else anything.
func (n *notation) ofType(t reflect.Type) interface{} {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Interface {
		written := reflect.PointerTo(t)
		if documented, ok := reflect.New(t).Interface().(interface{ OpenAPISchemaType() []string }); ok {
			if types := documented.OpenAPISchemaType(); len(types) == 1 && types[0] != "object" && types[0] != "array" {
				return scalar
			}
		}
		if written.Implements(jsonMarshaler) {
			return free
		}
		if written.Implements(textMarshaler) {
			return scalar
		}
	}
	switch t.Kind() {
	case reflect.Interface:
		return free
	case reflect.Map:
		return mapOf(n.ofType(t.Elem()))
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return scalar // Bytes are written as text.
		}
		return listOf(n.ofType(t.Elem()))
	case reflect.Struct:
		return n.ofStruct(t)
	}
	return scalar
}

package main

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
)

// written says of each struct type which fields Go's encoder drops when they are zero (null), and
// which it writes although they are not set, with what it writes. Pointers that are dropped when nil
// are left out. A struct inside of a struct is written as {}: its own fields say what is in it.
func written(*request) ([]byte, error) {
	all := map[string]map[string]*string{}
	structs := maps.Clone(types().structs)
	maps.Copy(structs, types().kinds)
	for name, t := range structs {
		fields := map[string]*string{}
		collectWritten(t, fields)
		all[name] = fields
	}
	return json.Marshal(all)
}

func collectWritten(t reflect.Type, fields map[string]*string) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			if field.Type.Kind() == reflect.Struct {
				collectWritten(field.Type, fields)
			}
			continue
		}
		empty := strings.Contains(options, "omitempty")
		zero := strings.Contains(options, "omitzero")
		isPointer := field.Type.Kind() == reflect.Pointer || field.Type.Kind() == reflect.Interface
		isStruct := field.Type.Kind() == reflect.Struct
		switch {
		case isPointer && (empty || zero):
		case zero, empty && !isStruct:
			fields[name] = nil
		default:
			fields[name] = zeroText(field.Type)
		}
	}
}

func zeroText(t reflect.Type) *string {
	text, err := json.Marshal(reflect.Zero(t).Interface())
	if err != nil {
		text = []byte("null")
	}
	written := string(text)
	if strings.HasPrefix(written, "{") {
		written = "{}"
	}
	return &written
}

package strategicpatch

import (
	"strings"

	openapi "k8s.io/kube-openapi/pkg/util/proto"
)

// ofOpenAPI is a type of an OpenAPI v2 document.
func (n *notation) ofOpenAPI(schema openapi.Schema) interface{} {
	if schema == nil {
		return free
	}
	visitor := &typeVisitor{notation: n, name: n.unnamed(), found: free}
	schema.Accept(visitor)
	return visitor.found
}

// typeVisitor finds the type that a schema describes; what it does not visit is anything.
type typeVisitor struct {
	notation *notation
	// The name for a type with fields.
	name  string
	found interface{}
}

func (v *typeVisitor) VisitPrimitive(*openapi.Primitive) { v.found = scalar }

func (v *typeVisitor) VisitArray(schema *openapi.Array) {
	v.found = listOf(v.notation.ofOpenAPI(schema.SubType))
}

func (v *typeVisitor) VisitMap(schema *openapi.Map) {
	v.found = mapOf(v.notation.ofOpenAPI(schema.SubType))
}

func (v *typeVisitor) VisitReference(schema openapi.Reference) {
	v.name = schema.Reference()
	schema.SubSchema().Accept(v)
}

func (v *typeVisitor) VisitKind(schema *openapi.Kind) {
	v.found = v.notation.object(v.name, func(object *objectNotation) {
		for name, member := range schema.Fields {
			_, meta, err := PatchMetaFromOpenAPI{Schema: schema}.LookupPatchMetadataForStruct(name)
			if err == nil {
				object.Fields[name] = field(v.notation.ofOpenAPI(member), meta)
			}
		}
	})
}

// ofOpenAPIV3 is a type of an OpenAPI v3 document.
func (n *notation) ofOpenAPIV3(schema PatchMetaFromOpenAPIV3) interface{} {
	if schema.Schema == nil {
		return free
	}
	name := n.unnamed()
	if len(schema.Schema.AllOf) > 0 {
		schema.Schema = &schema.Schema.AllOf[0]
	}
	if reference := schema.Schema.Ref.String(); reference != "" {
		name = strings.TrimPrefix(reference, "#/components/schemas/")
		schema.Schema = schema.SchemaList[name]
		if schema.Schema == nil {
			return free
		}
	}
	of := schema.Schema
	switch {
	case len(of.Properties) > 0:
		return n.object(name, func(object *objectNotation) {
			for name := range of.Properties {
				_, meta, err := schema.LookupPatchMetadataForStruct(name)
				if err == nil {
					property := of.Properties[name]
					within := PatchMetaFromOpenAPIV3{SchemaList: schema.SchemaList, Schema: &property}
					object.Fields[name] = field(n.ofOpenAPIV3(within), meta)
				}
			}
		})
	case of.Items != nil && of.Items.Schema != nil:
		return listOf(n.ofOpenAPIV3(PatchMetaFromOpenAPIV3{SchemaList: schema.SchemaList, Schema: of.Items.Schema}))
	case of.AdditionalProperties != nil && of.AdditionalProperties.Schema != nil:
		return mapOf(n.ofOpenAPIV3(PatchMetaFromOpenAPIV3{SchemaList: schema.SchemaList, Schema: of.AdditionalProperties.Schema}))
	case len(of.Type) == 1 && of.Type[0] != "object" && of.Type[0] != "array":
		return scalar
	}
	return free
}

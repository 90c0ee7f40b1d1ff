package main

import (
	stdjson "encoding/json"
	"fmt"
	"sort"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/client-go/applyconfigurations"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// sequence is what `managed` runs: operations on one object, one after another.
type sequence struct {
	// Definitions are OpenAPI v3 schemas by name, for types that client-go does not have. An
	// empty map is a custom resource without a schema.
	Definitions map[string]*spec.Schema `json:"definitions"`
	// Versions that objects can be converted to: only apiVersion differs. Others are gone.
	Versions []string `json:"versions"`
	// Live is the object before the first step, if there is one.
	Live  *string `json:"live"`
	Steps []step  `json:"steps"`
}

// step is one operation. Time is what the server's clock says; steps must not go back in time.
type step struct {
	Op          string `json:"op"`
	Object      string `json:"object"`
	Manager     string `json:"manager"`
	Subresource string `json:"subresource"`
	Force       bool   `json:"force"`
	Time        string `json:"time"`
	// Reset lists the fields that the request must not change, by version.
	Reset map[string][][]string `json:"reset"`
}

type stepConflict struct {
	Manager string `json:"manager"`
	Path    string `json:"path"`
}

// stepOutcome has one field, but for a conflict: its message and list.
type stepOutcome struct {
	Object map[string]any `json:"object,omitempty"`
	// Fields are the field sets of the entries as an API server writes them.
	Fields    []string       `json:"fields,omitempty"`
	Error     string         `json:"error,omitempty"`
	Conflicts []stepConflict `json:"conflicts,omitempty"`
}

var builtIn = sync.OnceValue(func() managedfields.TypeConverter {
	scheme := runtime.NewScheme()
	if err := builders.AddToScheme(scheme); err != nil {
		panic(err)
	}
	return applyconfigurations.NewTypeConverter(scheme)
})

// managed answers with the outcome of each step. A step that fails changes nothing.
func managed(req *request) ([]byte, error) {
	var seq sequence
	if err := stdjson.Unmarshal(req.Sequence, &seq); err != nil {
		return nil, badf("sequence: %v", err)
	}
	converter := builtIn()
	if seq.Definitions != nil {
		converter = managedfields.NewDeducedTypeConverter()
		if len(seq.Definitions) > 0 {
			var err error
			if converter, err = managedfields.NewTypeConverter(seq.Definitions, false); err != nil {
				return nil, badf("definitions: %v", err)
			}
		}
	}
	var live *unstructured.Unstructured
	if seq.Live != nil {
		var err error
		if live, err = object(*seq.Live); err != nil {
			return nil, err
		}
	}
	outcomes := []stepOutcome{}
	for _, step := range seq.Steps {
		next, outcome, err := step.run(converter, seq.Versions, live)
		if err != nil {
			return nil, err
		}
		if next != nil {
			live = next
		}
		outcomes = append(outcomes, outcome)
	}
	return json.Marshal(outcomes)
}

func (s *step) run(types managedfields.TypeConverter, versions []string, live *unstructured.Unstructured) (*unstructured.Unstructured, stepOutcome, error) {
	given, err := object(s.Object)
	if err != nil {
		return nil, stepOutcome{}, err
	}
	now, err := time.Parse(time.RFC3339, s.Time)
	if err != nil {
		return nil, stepOutcome{}, badf("time: %v", err)
	}
	kind := given.GroupVersionKind()
	create := live == nil
	convert := &reversioning{versions: versions}
	before := &unstructured.Unstructured{Object: map[string]any{}}
	before.SetGroupVersionKind(kind)
	if !create {
		converted, err := convert.ConvertToVersion(live, kind.GroupVersion())
		if err != nil {
			return nil, stepOutcome{Error: err.Error()}, nil
		}
		before = converted.(*unstructured.Unstructured)
	}
	var reset map[fieldpath.APIVersion]fieldpath.Filter
	if s.Reset != nil {
		sets := map[fieldpath.APIVersion]*fieldpath.Set{}
		for version, paths := range s.Reset {
			set := fieldpath.NewSet()
			for _, names := range paths {
				parts := []any{}
				for _, name := range names {
					parts = append(parts, name)
				}
				set.Insert(fieldpath.MakePathOrDie(parts...))
			}
			sets[fieldpath.APIVersion(version)] = set
		}
		reset = fieldpath.NewExcludeFilterSetMap(sets)
	}
	manager, err := managedfields.NewDefaultCRDFieldManager(
		types, convert, noDefaults{}, noFields{}, kind, kind.GroupVersion(), s.Subresource, reset)
	if err != nil {
		return nil, stepOutcome{}, err
	}
	started := time.Now().Truncate(time.Second)
	var result runtime.Object
	switch s.Op {
	case "apply":
		result, err = manager.Apply(before, given, s.Manager, s.Force)
	case "update":
		result, err = manager.Update(before, given, s.Manager)
	case "updateNoErrors":
		result = manager.UpdateNoErrors(before, given, s.Manager)
	default:
		return nil, stepOutcome{}, badf("unknown step %q", s.Op)
	}
	if err != nil {
		return nil, failed(err), nil
	}
	after := result.(*unstructured.Unstructured)
	setTime(after, started, now)
	// An object has a uid from its creation on, as in a server.
	after.SetUID("u")
	outcome := stepOutcome{Object: after.Object}
	for _, entry := range after.GetManagedFields() {
		set := fieldpath.NewSet()
		if err := set.FromJSON(entry.FieldsV1.GetRawReader()); err != nil {
			return nil, stepOutcome{}, err
		}
		text, err := set.ToJSON()
		if err != nil {
			return nil, stepOutcome{}, err
		}
		outcome.Fields = append(outcome.Fields, string(text))
	}
	return after, outcome, nil
}

func failed(err error) stepOutcome {
	outcome := stepOutcome{Error: err.Error()}
	if status, ok := err.(*apierrors.StatusError); ok && status.ErrStatus.Details != nil {
		for _, cause := range status.ErrStatus.Details.Causes {
			if cause.Type == metav1.CauseTypeFieldManagerConflict {
				outcome.Conflicts = append(outcome.Conflicts, stepConflict{cause.Message, cause.Field})
			}
		}
	}
	sort.Slice(outcome.Conflicts, func(i, j int) bool {
		a, b := outcome.Conflicts[i], outcome.Conflicts[j]
		return a.Manager < b.Manager || a.Manager == b.Manager && a.Path < b.Path
	})
	return outcome
}

// setTime puts the time of the step where the library has put that of this machine's clock. Later
// steps have later times, as times of this machine are later than those of all steps; so the
// order of the entries stays.
func setTime(object *unstructured.Unstructured, started, now time.Time) {
	entries := object.GetManagedFields()
	if len(entries) == 0 {
		return
	}
	for i := range entries {
		if t := entries[i].Time; t != nil && !t.Before(&metav1.Time{Time: started}) {
			entries[i].Time = &metav1.Time{Time: now}
		}
	}
	object.SetManagedFields(entries)
}

func object(text string) (*unstructured.Unstructured, error) {
	content := map[string]any{}
	if err := json.Unmarshal([]byte(text), &content); err != nil {
		return nil, badf("object: %v", err)
	}
	return &unstructured.Unstructured{Object: content}, nil
}

// reversioning converts between versions that differ in nothing but apiVersion, as custom resources
// with the conversion None do.
type reversioning struct{ versions []string }

func (*reversioning) Convert(_, _, _ any) error { return fmt.Errorf("not used") }

func (*reversioning) ConvertFieldLabel(schema.GroupVersionKind, string, string) (string, string, error) {
	return "", "", fmt.Errorf("not used")
}

func (r *reversioning) ConvertToVersion(in runtime.Object, to runtime.GroupVersioner) (runtime.Object, error) {
	kind := in.GetObjectKind().GroupVersionKind()
	version, ok := to.(schema.GroupVersion)
	if !ok {
		return nil, fmt.Errorf("not used")
	}
	if version == kind.GroupVersion() {
		return in, nil
	}
	for _, known := range r.versions {
		if known == version.String() {
			out := in.DeepCopyObject().(*unstructured.Unstructured)
			out.SetAPIVersion(known)
			return out, nil
		}
	}
	return nil, runtime.NewNotRegisteredErrForKind("oracle", version.WithKind(kind.Kind))
}

type noDefaults struct{}

func (noDefaults) Default(runtime.Object) {}

// noFields makes objects that have nothing but their kind.
type noFields struct{}

func (noFields) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	object := &unstructured.Unstructured{Object: map[string]any{}}
	object.SetGroupVersionKind(kind)
	return object, nil
}

// Records what the tests of apimachinery's field manager ask and what they get: `cargo xtask managed
// --tables` puts this file into a copy of the package, gives the functions below that the package has
// itself other names, and has time pass with each request.

package internal

import (
	"encoding/json"
	"os"
	"path"
	"runtime"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kube "k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// Line is a request of a test, with its outcome.
type Line = map[string]any

// test and file are the test that runs. A part of a test has another stack, and is of the test before.
var test, file string

// inTest is true if a test has called the function, and not the package itself.
func inTest() bool {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	of := func(frame runtime.Frame, name string) bool { return strings.HasSuffix(frame.File, name) }
	called, first := false, true
	for {
		frame, more := frames.Next()
		if first && !of(frame, "/record.go") {
			called, first = of(frame, "_test.go") || of(frame, "/testfieldmanager.go"), false
		}
		for _, part := range strings.Split(path.Base(frame.Function), ".") {
			if strings.HasPrefix(part, "Test") && of(frame, "_test.go") {
				test, file = part, path.Base(path.Dir(frame.File))+"/"+path.Base(frame.File)
			}
		}
		if !more {
			return called
		}
	}
}

// Record writes a line, if a test made the request.
func Record(line Line) {
	if !inTest() {
		return
	}
	line["test"], line["file"] = test, file
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	file, err := os.OpenFile(os.Getenv("SMP_RECORD"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	if _, err := file.Write(append(text, '\n')); err != nil {
		panic(err)
	}
}

func NewFieldManager(f Manager, subresource string) *FieldManager {
	inTest()
	return packageNewFieldManager(f, subresource)
}

// clock is the time of a request: each is a second after the one before.
var clock = time.Unix(1_700_000_000, 0).UTC()

// request records a request to the field manager. The objects are written before it changes them.
func (f *FieldManager) request(op string, live, object kube.Object, manager string, force bool, run func() (kube.Object, error)) (kube.Object, error) {
	clock = clock.Add(time.Second)
	line := Line{"op": op, "live": written(live), "object": written(object), "manager": manager, "force": force,
		"subresource": f.subresource, "time": clock.Unix()}
	if capped, ok := f.fieldManager.(*capManagersManager); ok {
		line["most"] = capped.maxUpdateManagers
	}
	result, err := run()
	if err == nil {
		line["result"] = written(result)
	} else {
		line["error"] = err.Error()
		if status, ok := err.(*errors.StatusError); ok && status.ErrStatus.Details != nil {
			line["causes"] = status.ErrStatus.Details.Causes
		}
	}
	Record(line)
	return result, err
}

func written(object kube.Object) any {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	return json.RawMessage(text)
}

func (f *FieldManager) Update(live, object kube.Object, manager string) (kube.Object, error) {
	return f.request("update", live, object, manager, true, func() (kube.Object, error) {
		return f.packageUpdate(live, object, manager)
	})
}

func (f *FieldManager) UpdateNoErrors(live, object kube.Object, manager string) kube.Object {
	result, _ := f.request("update", live, object, manager, true, func() (kube.Object, error) {
		return f.packageUpdateNoErrors(live, object, manager), nil
	})
	return result
}

func (f *FieldManager) Apply(live, object kube.Object, manager string, force bool) (kube.Object, error) {
	return f.request("apply", live, object, manager, force, func() (kube.Object, error) {
		return f.packageApply(live, object, manager, force)
	})
}

// decoded are the entries that a test decoded last.
var decoded []metav1.ManagedFieldsEntry

func DecodeManagedFields(entries []metav1.ManagedFieldsEntry) (ManagedInterface, error) {
	managed, err := packageDecodeManagedFields(entries)
	decoded = entries
	Record(Line{"op": "decode", "entries": entries, "refused": err != nil})
	return managed, err
}

func encodeManagedFields(managed ManagedInterface) ([]metav1.ManagedFieldsEntry, error) {
	entries, err := packageencodeManagedFields(managed)
	Record(Line{"op": "encode", "entries": decoded, "result": entries})
	return entries, err
}

func sortEncodedManagedFields(entries []metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, error) {
	given := append([]metav1.ManagedFieldsEntry{}, entries...)
	sorted, err := packagesortEncodedManagedFields(entries)
	Record(Line{"op": "encode", "entries": given, "result": sorted})
	return sorted, err
}

func BuildManagerIdentifier(entry *metav1.ManagedFieldsEntry) (string, error) {
	given := *entry
	text, err := packageBuildManagerIdentifier(entry)
	Record(Line{"op": "identity", "entries": []metav1.ManagedFieldsEntry{given}, "result": json.RawMessage(text)})
	return text, err
}

func NewPathElement(text string) (fieldpath.PathElement, error) {
	element, err := packageNewPathElement(text)
	line := Line{"op": "element", "text": text, "refused": err != nil}
	if err == nil {
		line["result"], _ = PathElementString(element)
	}
	Record(line)
	return element, err
}

func FieldsToSet(fields metav1.FieldsV1) (fieldpath.Set, error) {
	set, err := packageFieldsToSet(fields)
	line := Line{"op": "fields", "text": fields.GetRawString(), "refused": err != nil}
	if err == nil {
		text, _ := set.ToJSON()
		line["result"] = string(text)
	}
	Record(line)
	return set, err
}

func NewConflictError(conflicts merge.Conflicts) *errors.StatusError {
	err := packageNewConflictError(conflicts)
	given := []Line{}
	for _, conflict := range conflicts {
		path := fieldpath.NewSet(conflict.Path)
		text, _ := path.ToJSON()
		given = append(given, Line{"manager": json.RawMessage(conflict.Manager), "path": string(text)})
	}
	Record(Line{"op": "conflicts", "conflicts": given, "result": err.Error(), "causes": err.ErrStatus.Details.Causes})
	return err
}

func (c *typeConverter) ObjectToTyped(object kube.Object, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	value, err := c.packageObjectToTyped(object, options...)
	recordTyped("typed", object, value, err)
	return value, err
}

func (c deducedTypeConverter) ObjectToTyped(object kube.Object, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	value, err := c.packageObjectToTyped(object, options...)
	recordTyped("deduced", object, value, err)
	return value, err
}

func recordTyped(op string, object kube.Object, value *typed.TypedValue, err error) {
	if accessor, found := meta.Accessor(object); found != nil || accessor.GetName() == "" {
		return
	}
	line := Line{"op": op, "object": written(object)}
	if err == nil {
		line["result"] = value.AsValue().Unstructured()
	}
	Record(line)
}

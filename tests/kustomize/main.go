// Builds kustomizations with kustomize's own code, for `cargo xtask kustomize`.
//
// Each line of standard input is a request, a JSON object: `files` has the texts of files by their
// paths, `path` is the directory to build. Each line of standard output is the answer: `ok` has the
// objects as a JSON list in a string, or `error` the message.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

type request struct {
	Path  string            `json:"path"`
	Files map[string]string `json:"files"`
}

type answer struct {
	Ok    *string `json:"ok,omitempty"`
	Error *string `json:"error,omitempty"`
}

func main() {
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	output := bufio.NewWriter(os.Stdout)
	// kustomize prints warnings of deprecated fields.
	os.Stderr = nil
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		text, err := json.Marshal(build(line))
		if err != nil {
			panic(err)
		}
		output.Write(append(text, '\n'))
		if input.Buffered() == 0 {
			output.Flush()
		}
	}
}

func build(line []byte) (result answer) {
	defer func() {
		if cause := recover(); cause != nil {
			result = failed(fmt.Errorf("panic: %v", cause))
		}
	}()
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return failed(err)
	}
	files := filesys.MakeFsInMemory()
	for path, text := range asked.Files {
		if err := files.WriteFile(path, []byte(text)); err != nil {
			return failed(err)
		}
	}
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, asked.Path)
	if err != nil {
		return failed(err)
	}
	objects := make([]json.RawMessage, 0, built.Size())
	for _, resource := range built.Resources() {
		text, err := resource.MarshalJSON()
		if err != nil {
			return failed(err)
		}
		objects = append(objects, text)
	}
	text, err := json.Marshal(objects)
	if err != nil {
		return failed(err)
	}
	list := string(text)
	return answer{Ok: &list}
}

func failed(err error) answer {
	message := err.Error()
	return answer{Error: &message}
}

package strategicpatch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"

	kjson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/mergepatch"
)

// engine answers in place of the package's functions. Without a program it is nil, and the
// functions are those of Kubernetes.
var engine = engineOf(os.Getenv("SMP_SUITES_ENGINE"))

// program is a running engine. It is started by the first question, and ends with its input,
// which is closed when the process of the tests ends.
type program struct {
	path string

	// One question at a time: tests and servers ask from many goroutines.
	mutex  sync.Mutex
	input  *bufio.Writer
	output *bufio.Reader
}

// question is a line of the protocol in tests/oracle/README.md.
type question struct {
	ID     int             `json:"id"`
	Op     string          `json:"op"`
	Schema json.RawMessage `json:"schema"`

	Live     *string `json:"live,omitempty"`
	Patch    *string `json:"patch,omitempty"`
	Original *string `json:"original,omitempty"`
	Modified *string `json:"modified,omitempty"`
	Current  *string `json:"current,omitempty"`
	P1       *string `json:"p1,omitempty"`
	P2       *string `json:"p2,omitempty"`

	Overwrite bool `json:"overwrite,omitempty"`
}

// reply is the answer to a question; Kind is the kind of an error.
type reply struct {
	OK         *string `json:"ok"`
	Error      *string `json:"error"`
	Kind       string  `json:"kind"`
	BadRequest *string `json:"bad_request"`
}

func engineOf(path string) *program {
	if path == "" {
		return nil
	}
	return &program{path: path}
}

// document asks for a document, as JSON with sorted members, which is the form that the
// package's functions give. Numbers keep their text.
func (p *program) document(schema LookupPatchMeta, q question) ([]byte, error) {
	answer, err := p.ask(schema, q)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader([]byte(answer)))
	decoder.UseNumber()
	var document interface{}
	if err := decoder.Decode(&document); err != nil {
		return nil, err
	}
	return json.Marshal(document)
}

// object asks for a document, as an object in memory.
func (p *program) object(schema LookupPatchMeta, q question) (JSONMap, error) {
	answer, err := p.ask(schema, q)
	if err != nil {
		return nil, err
	}
	object := map[string]interface{}{}
	if err := kjson.Unmarshal([]byte(answer), &object); err != nil {
		return nil, err
	}
	return object, nil
}

// ask gives the engine's answer as text. What prevents an answer is a panic, so that no test can
// take it for an error of the engine.
func (p *program) ask(schema LookupPatchMeta, q question) (string, error) {
	q.Schema = notationOf(schema)
	line, err := json.Marshal(q)
	if err != nil {
		panic(fmt.Sprintf("suites: %v", err))
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.input == nil {
		p.start()
	}
	p.input.Write(append(line, '\n'))
	if err := p.input.Flush(); err != nil {
		panic(fmt.Sprintf("suites: the engine has stopped: %v", err))
	}
	line, err = p.output.ReadBytes('\n')
	if err != nil {
		panic(fmt.Sprintf("suites: the engine gives no answer: %v", err))
	}
	var answer reply
	if err := json.Unmarshal(line, &answer); err != nil {
		panic(fmt.Sprintf("suites: not an answer: %s", line))
	}
	switch {
	case answer.BadRequest != nil:
		panic(fmt.Sprintf("suites: the engine does not understand the question: %s", *answer.BadRequest))
	case answer.Error != nil:
		return "", errorOf(answer.Kind, *answer.Error)
	}
	return *answer.OK, nil
}

func (p *program) start() {
	command := exec.Command(p.path, "answer", "--record", os.Getenv("SMP_SUITES_RECORD"))
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		panic(fmt.Sprintf("suites: %v", err))
	}
	output, err := command.StdoutPipe()
	if err != nil {
		panic(fmt.Sprintf("suites: %v", err))
	}
	if err := command.Start(); err != nil {
		panic(fmt.Sprintf("suites: %v", err))
	}
	p.input, p.output = bufio.NewWriter(input), bufio.NewReader(output)
}

// words are the package's own, of the errors that have the same meaning. Callers compare them.
var words = map[string]string{
	"ElementOrder":    "The order in patch list doesn't match $setElementOrder list",
	"MergeKeyMissing": "map does not contain declared merge key",
	"UnknownField":    "unable to find api field",
}

// errorOf is the error that callers of the package tell from others, or one with the engine's
// text, after the words of the package for its kind.
func errorOf(kind, text string) error {
	switch kind {
	case "InvalidJson", "NotAnObject":
		return mergepatch.ErrBadJSONDoc
	case "RetainKeys":
		return mergepatch.ErrBadPatchFormatForRetainKeys
	case "Conflict":
		return mergepatch.NewErrConflict(text, "")
	}
	if words, ok := words[kind]; ok {
		return fmt.Errorf("%s: %s", words, text)
	}
	return errors.New(text)
}

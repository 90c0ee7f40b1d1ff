// Command smp-oracle answers questions about strategic merge patch with the
// reference implementation, k8s.io/apimachinery/pkg/util/strategicpatch.
//
// It reads one JSON request from each line of stdin and writes one JSON response to
// each line of stdout, in order. README.md describes the protocol.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
)

// request holds the fields of every op. Documents are strings of JSON text, so
// that the reference gets the exact bytes. A nil pointer means that the document is
// not given, which some functions of the reference distinguish from "".
type request struct {
	ID     json.RawMessage `json:"id"`
	Op     string          `json:"op"`
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`

	Live     *string `json:"live"`
	Patch    *string `json:"patch"`
	Original *string `json:"original"`
	Modified *string `json:"modified"`
	Current  *string `json:"current"`
	P1       *string `json:"p1"`
	P2       *string `json:"p2"`
	Old      *string `json:"old"`
	New      *string `json:"new"`

	Sequence json.RawMessage `json:"sequence"`

	Overwrite     bool     `json:"overwrite"`
	Preconditions []string `json:"preconditions"`
	Path          []string `json:"path"`
	Repeat        int      `json:"repeat"`
}

// outcome is the outcome of one run of an op; exactly one field is set.
// BadRequest is an error of the oracle about the request, Error is an error of the
// reference.
type outcome struct {
	OK         *string `json:"ok,omitempty"`
	Error      *string `json:"error,omitempty"`
	Panic      *string `json:"panic,omitempty"`
	BadRequest *string `json:"bad_request,omitempty"`
}

type response struct {
	ID json.RawMessage `json:"id"`
	outcome
	// Also lists further outcomes, if "repeat" is given and they differ (the
	// reference ranges over Go maps).
	Also []outcome `json:"also,omitempty"`
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("smp-oracle: ")
	flag.StringVar(&testdataDir, "testdata", "",
		"directory of k8s.io/api's testdata/HEAD (default: asked of `go list`)")
	flag.Parse()
	if err := serve(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func serve(in io.Reader, out io.Writer) error {
	r := bufio.NewReaderSize(in, 1<<20)
	w := bufio.NewWriterSize(out, 1<<20)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for {
		// Reading may block unless a whole line is in the buffer. The output is flushed
		// only then: a client that waits for each response gets it, and one that sends
		// many requests at once causes few flushes.
		if ready, _ := r.Peek(r.Buffered()); bytes.IndexByte(ready, '\n') < 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		line, err := r.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := enc.Encode(answer(line)); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return w.Flush()
		}
		if err != nil {
			return err
		}
	}
}

func answer(line []byte) response {
	var req request
	err := json.Unmarshal(line, &req)
	if req.ID == nil {
		req.ID = json.RawMessage("null")
	}
	if err != nil {
		// The id is read even if another field has the wrong type.
		return response{ID: req.ID, outcome: badRequest(err)}
	}
	resp := response{ID: req.ID, outcome: run(&req)}
	for i := 1; i < req.Repeat; i++ {
		next := run(&req)
		if next.same(resp.outcome) {
			continue
		}
		known := false
		for _, o := range resp.Also {
			known = known || next.same(o)
		}
		if !known {
			resp.Also = append(resp.Also, next)
		}
	}
	return resp
}

// run recovers from a panic of the reference, and returns it as an outcome.
func run(req *request) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			text := fmt.Sprint(p)
			o = outcome{Panic: &text}
		}
	}()
	f, known := ops[req.Op]
	if !known {
		return badRequest(fmt.Errorf("unknown op %q", req.Op))
	}
	text, err := f(req)
	if bad, ok := err.(requestError); ok {
		return badRequest(bad)
	}
	if err != nil {
		message := err.Error()
		return outcome{Error: &message}
	}
	result := string(text)
	return outcome{OK: &result}
}

// requestError is an error of the oracle about the request.
type requestError struct{ error }

func badf(format string, args ...any) error {
	return requestError{fmt.Errorf(format, args...)}
}

func badRequest(err error) outcome {
	text := err.Error()
	return outcome{BadRequest: &text}
}

func (o outcome) same(p outcome) bool {
	eq := func(a, b *string) bool {
		return (a == nil) == (b == nil) && (a == nil || *a == *b)
	}
	return eq(o.OK, p.OK) && eq(o.Error, p.Error) && eq(o.Panic, p.Panic) && eq(o.BadRequest, p.BadRequest)
}

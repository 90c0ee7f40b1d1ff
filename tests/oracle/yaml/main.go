// Reads texts as kubectl does, before and after an edit: lines of [old text, old value, new text, new
// value]. Prints the lines whose new text is not read as the new value, though the old one is read as
// the old value, then the number of those that were looked at. Old texts that are not read as they were
// meant go to standard error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	kubernetes "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	seen := 0
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var parts [4]any
		if err := json.Unmarshal(line, &parts); err != nil {
			panic(err)
		}
		old, updated := parts[0].(string), parts[2].(string)
		if value := read(old); !reflect.DeepEqual(value, parts[1]) {
			fmt.Fprintf(os.Stderr, "UNLIKE %q: %v\n", old, value)
			continue
		}
		seen++
		if value := read(updated); !reflect.DeepEqual(value, parts[3]) {
			fmt.Printf("BROKEN %s: %v\n", line, value)
		}
	}
	fmt.Println("seen", seen)
}

// The value of a text, or the error. As kubectl does, it reads line by line first, which gives the last line an
// end.
func read(text string) any {
	document, err := kubernetes.NewYAMLReader(bufio.NewReader(strings.NewReader(text))).Read()
	if err != nil {
		return err
	}
	var value any
	if err := yaml.Unmarshal(document, &value); err != nil {
		return err
	}
	return value
}

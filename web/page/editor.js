// Editors: CodeMirror with YAML, problems at their places, and the kinds of the catalogue.
import { autocompletion } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.string, color: "var(--added)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--changed)" },
  { tag: [tags.comment, tags.meta], color: "var(--soft)", fontStyle: "italic" },
]);

/** An editor below an element. `kinds` gives the names of all kinds. */
export function createEditor({ parent, label, empty = "", text = "", readOnly = false, onChange, kinds = () => [] }) {
  const extensions = [
    basicSetup,
    yaml(),
    syntaxHighlighting(colours),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, "aria-readonly": String(readOnly) }),
  ];
  if (readOnly) {
    extensions.push(EditorState.readOnly.of(true));
  } else {
    extensions.push(placeholder(empty), lintGutter(), autocompletion({ override: [(context) => complete(context, kinds())] }));
  }
  if (onChange) {
    extensions.push(EditorView.updateListener.of((update) => update.docChanged && onChange()));
  }
  return new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
}

export const textOf = (view) => view.state.doc.toString();

export function setText(view, text) {
  if (textOf(view) !== text) {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }
}

/** The bytes of a finding's place, as offsets of the text. */
export function spanOf(view, { line, column, endLine, endColumn }) {
  const doc = view.state.doc;
  const at = (row, col) => {
    const found = doc.line(Math.min(Math.max(row, 1), doc.lines));
    return Math.min(found.from + col - 1, found.to);
  };
  const from = line ? at(line, column) : 0;
  const to = line ? at(endLine, endColumn) : 0;
  return { from, to: Math.max(from, to) };
}

/** Findings whose suggestion can take the place of what is there. */
const REPLACED = new Set(["unknown_field", "unknown_directive", "unknown_discriminator", "wrong_scalar"]);

/** The repair of a finding: a function, or nothing. */
export function repairOf(view, finding) {
  if (!finding.suggestion || !finding.line || !REPLACED.has(finding.kind)) return undefined;
  return () => {
    const { from, to } = spanOf(view, finding);
    view.dispatch({ changes: { from, to, insert: finding.suggestion }, selection: { anchor: from } });
    view.focus();
  };
}

/** Underlines findings. */
export function showFindings(view, findings) {
  const diagnostics = findings.map((finding) => {
    const repair = repairOf(view, finding);
    const name = `Use ${finding.suggestion}`;
    return {
      ...spanOf(view, finding),
      severity: finding.severity === "note" ? "info" : finding.severity,
      message: finding.help ? `${finding.message}. ${finding.help}` : finding.message,
      actions: repair ? [{ name, apply: repair }] : [],
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** Kinds after `kind:`, and versions after `apiVersion:`. */
function complete(context, kinds) {
  const line = context.state.doc.lineAt(context.pos);
  const match = /^(\s*(?:- )?)(kind|apiVersion):\s*(\S*)$/.exec(line.text.slice(0, context.pos - line.from));
  if (!match) return null;
  const [, indent, field, typed] = match;
  const from = context.pos - typed.length;
  if (field === "apiVersion") {
    const versions = [...new Set(kinds.map((kind) => kind.apiVersion))].sort();
    return { from, options: versions.map((label) => ({ label })) };
  }
  const options = kinds.map(({ apiVersion, kind }) => ({
    label: kind,
    detail: apiVersion,
    apply: (view, _, start, end) => applyKind(view, { apiVersion, kind, indent }, start, end),
  }));
  return { from, options };
}

/** Writes a kind, and its version on the line above. */
function applyKind(view, { apiVersion, kind, indent }, from, to) {
  const doc = view.state.doc;
  const line = doc.lineAt(from);
  const changes = [{ from, to, insert: kind }];
  const above = line.number > 1 ? doc.line(line.number - 1) : null;
  const own = `${indent}apiVersion: ${apiVersion}`;
  if (above && /^\s*(- )?apiVersion:/.test(above.text)) {
    changes.unshift({ from: above.from, to: above.to, insert: own });
  } else if (!/^\s*apiVersion:/m.test(doc.toString())) {
    changes.unshift({ from: line.from, insert: `${own}\n` });
  }
  view.dispatch({ changes });
  const end = view.state.doc.lineAt(view.state.selection.main.head).to;
  view.dispatch({ selection: { anchor: end } });
}

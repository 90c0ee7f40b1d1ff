/** An object, or the text of one document in YAML or JSON. */
export type Input = object | string;

/** The name of a kind. */
export interface KindName {
  apiVersion: string;
  kind: string;
}

/** Settings of an operation. Defaults are those of a cluster. */
export interface Options {
  /** The kind whose schema is used. By default the one that an input states. */
  schema?: KindName;
  /** Which rules to follow where clusters differ from the documentation of Kubernetes. */
  dialect?: "kubernetes" | "documented";
  /** Where a merged list has the elements that the patch does not name. */
  elementOrder?: "interleaved" | "server-only-first";
  /** What `$patch` does in an object. */
  mapDirectives?: "kubernetes" | "documented";
  /** Which keys identify an element of a list. */
  mergeKeys?: "patch-merge-key" | "list-map-keys";
  /** How objects and lists in fields that the schema lacks are merged. */
  unknownFields?: "reject" | "replace";
  /** The treatment of groups of fields of which only one may be set. */
  unions?: "ignore" | "normalize" | "normalize-and-validate";
  /** Which rules hold for these groups. */
  unionRules?: "kubernetes" | "documented";
  /** When two values are equal. */
  equality?: "exact" | "canonical";
  /** How deep objects and lists may be nested: 128 at most, the default. */
  maxDepth?: number;
  /** The format of texts. By default it is found out. */
  format?: "json" | "yaml";
}

export interface ThreeWayOptions extends Options {
  /** What happens to fields that others have changed. */
  overwrite?: "always" | "unless-both-changed" | "unless-they-changed" | "keep-theirs";
  /** Paths that must not change, each a list of names. */
  mustNotChange?: string[][];
}

export interface ManifestOptions extends ThreeWayOptions {
  patchType?: "strategic" | "merge" | "json";
  /** Whether the lines of differences say how each list and object is merged. */
  explain?: boolean;
}

export interface ServerSideOptions extends Options {
  /** Who applies. */
  manager: string;
  /** Whether fields of others are taken. */
  force?: boolean;
  /** The time that `managedFields` get, such as `2027-01-31T12:00:00Z`. By default the present one. */
  time?: string;
}

/** A place in a text, counted from 1. Columns count UTF-16 units. */
export interface Place {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** What the engine says of an input. */
export interface Finding extends Partial<Place> {
  severity: "error" | "warning" | "note";
  /** The kind in snake case, such as `unknown_field`. */
  kind: string;
  message: string;
  /** The name of the input. */
  input?: string;
  /** The place in the document, such as `spec.containers[name="web"].image`. */
  path?: string;
  /** The name or value that was probably meant. */
  suggestion?: string;
  /** What to do about it. */
  help?: string;
  conflicts?: Conflict[];
  violations?: Violation[];
  others?: Finding[];
}

/** A field on which two sides disagree. */
export interface Conflict extends Partial<Place> {
  path: string;
  /** Whose field it is, in a server-side apply. */
  manager?: string;
  /** The values of the sides that have one. */
  values?: unknown[];
}

/** A group of fields with more members set than it may have, or fewer. */
export interface Violation {
  path: string;
  problem: "several" | "missing" | "discriminator";
  found: string[];
  allowed: string[];
}

/** A line of the differences between two objects. */
export interface Line {
  /** `+` new, `-` removed, `~` changed, `>` moved; a space for a place with changes below it. */
  sign: "+" | "-" | "~" | ">" | " ";
  /** The sign, the indentation, the path and the values. */
  text: string;
  /** How the place is merged, if that was asked for. */
  remark?: string | null;
}

export interface ManifestResult {
  text: string;
  objects: { name: string; what: "changed" | "added" | "removed" | "unchanged"; lines: Line[] }[];
  findings: Finding[];
}

export interface Field {
  name: string;
  type: string;
  strategy?: string;
  mergeKey?: string;
  listType?: string;
  listMapKeys?: string[];
  /** What defines the field. */
  layer: string;
}

export interface Explained extends Field, KindName {
  path: string;
  fields: Field[];
}

/** What the managers of fields own. */
export interface Manager {
  manager: string;
  operation: "Apply" | "Update";
  fields: string[];
}

/** An error of the engine. Its message has the place and the remedy. */
export declare class SmpError extends Error implements Finding {
  severity: "error";
  kind: string;
  /** The message without place and remedy. */
  reason: string;
  input?: string;
  path?: string;
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  suggestion?: string;
  help?: string;
  conflicts: Conflict[];
  violations: Violation[];
  others: Finding[];
}

export interface LoadOptions {
  /** A version of Kubernetes, such as `1.35`. By default the newest that is built in. */
  version?: string;
  /** Custom resource definitions, OpenAPI documents and overlays: texts or objects. */
  schemas?: Input[];
  /** The file `smp.wasm`, if it is not beside the package's own file. In Node, its bytes. */
  wasm?: URL | string | ArrayBuffer | Uint8Array;
  /** The file `smp-rest.wasm`, likewise. */
  rest?: URL | string | ArrayBuffer | Uint8Array;
}

/** Loads the engine. */
export declare function load(options?: LoadOptions): Promise<Smp>;

/** The engine. A result has the form of the first input: an object for an object, a text for a text. */
export interface Smp {
  /** Adds kinds and overlays: custom resource definitions, OpenAPI documents, overlays. */
  addSchema(schema: Input, name?: string): KindName[];
  /** All kinds that have a schema. */
  kinds(): KindName[];
  /** How a field, and those below it, are merged. */
  explain(kind: KindName, field?: string): Explained;

  /** Applies a strategic merge patch. YAML keeps its comments and layout. */
  apply<T extends Input>(live: T, patch: Input, options?: Options): T;
  /** Makes a strategic merge patch. */
  diff<T extends Input>(original: T, modified: Input, options?: Options): T;
  /** Makes the patch of `kubectl apply`, from the last applied, the modified and the live object. */
  threeWay<T extends Input>(original: Input, modified: T, live: Input, options?: ThreeWayOptions): T;
  /** Combines two patches into one with the effect of both. */
  compose<T extends Input>(first: T, second: Input, options?: Options): T;
  /** The fields that two patches change in different ways. */
  conflicts(first: Input, second: Input, options?: Options): Conflict[];
  /** What in a patch does not fit the schema, or has no effect on a live object. */
  check(patch: Input, options?: Options & { live?: Input }): Finding[];
  /** What differs between two objects, field by field. */
  changes(original: Input, modified: Input, options?: Options & { explain?: boolean }): Line[];
  /** Removes fields that exclude each other, such as the old type of a volume. */
  normalize<T extends Input>(modified: T, options?: Options & { original?: Input }): T;
  /** Groups of fields with more members set than they may have, or fewer. */
  validateUnions(modified: Input, options?: Options): Violation[];
  /** The same in a patch, whatever it is applied to. */
  lintUnions(patch: Input, options?: Options): Violation[];
  /** Gives a YAML text another value. Comments and layout stay. */
  editYaml(text: string, value: unknown): string;

  applyJsonPatch<T extends Input>(live: T, patch: object[] | string): T;
  applyMergePatch<T extends Input>(live: T, patch: Input): T;
  /** Makes a JSON patch. */
  jsonDiff(original: object, modified: Input): object[];
  jsonDiff(original: string, modified: Input): string;
  /** Makes a JSON merge patch. */
  mergeDiff<T extends Input>(original: T, modified: Input, options?: Options): T;

  /** Applies the configuration of a field manager, as an API server does. */
  serverSideApply<T extends Input>(
    live: T | null,
    patch: T,
    options: ServerSideOptions,
  ): { object: T; changed: boolean; taken: Conflict[] };
  /** The managers of an object's fields. */
  managers(live: Input): Manager[];

  /** Applies patches to texts of several documents, as `smp patch` does. */
  patchManifests(live: string, patch: string, options?: ManifestOptions): ManifestResult;
  /** Makes a patch for each object that differs, as `smp diff` does. */
  diffManifests(original: string, modified: string, options?: ManifestOptions): ManifestResult;
  /** Merges as `smp apply` does. `original` is empty where nothing was applied before. */
  applyManifests(
    original: string,
    modified: string,
    live: string,
    options?: ManifestOptions,
  ): ManifestResult;
}

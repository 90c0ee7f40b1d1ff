// The state of the page in the fragment of a link, compressed. A fragment is not sent to servers.

/** Longer links are cut off by chats and mail programs. */
export const MAX_LINK = 16_000;

export const hasSecret = (texts) =>
  texts.some((text) => /^\s*(?:- )?"?kind"?\s*:\s*["']?Secret\b/m.test(text) || /"kind"\s*:\s*"Secret"/.test(text));

async function pipe(bytes, stream) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function encode(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await pipe(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return `#1${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The state in a fragment; nothing if it has none. A link that is damaged, or has another tab than these, is an error. */
export async function decode(fragment, tabs) {
  if (!fragment.startsWith("#1")) return undefined;
  if (fragment.length > MAX_LINK) throw new Error("no link of this page is as long");
  const text = atob(fragment.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const state = JSON.parse(new TextDecoder().decode(await pipe(packed, new DecompressionStream("deflate-raw"))));
  const { tab, inputs = {}, options = {}, schemas = "", version = "" } = state;
  const all = [schemas, version, ...Object.values(inputs)];
  const known = ["string", "boolean"];
  const isValid = tabs.includes(tab) && all.every((text) => typeof text === "string") && Object.values(options).every((value) => known.includes(typeof value));
  if (!isValid) throw new Error("no state of this page");
  return { tab, inputs, options, schemas, version };
}

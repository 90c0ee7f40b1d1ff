// What the build reads and changes in WebAssembly files themselves: data, and the list of features.

function unsigned(number) {
  const bytes = [];
  do {
    bytes.push((number & 127) | (number > 127 ? 128 : 0));
    number >>>= 7;
  } while (number > 0);
  return Buffer.from(bytes);
}

function signed(number) {
  const bytes = [];
  for (;;) {
    const byte = number & 127;
    number >>= 7;
    const isLast = (number === 0 && !(byte & 64)) || (number === -1 && Boolean(byte & 64));
    bytes.push(isLast ? byte : byte | 128);
    if (isLast) return Buffer.from(bytes);
  }
}

/** A number at a place, signed or not, and the place after it. */
function number(bytes, at, isSigned = false) {
  let [value, shift, byte] = [0, 0, 128];
  while (byte & 128) {
    byte = bytes[at++];
    value |= (byte & 127) << shift;
    shift += 7;
  }
  if (isSigned && shift < 32 && byte & 64) value |= -1 << shift;
  return [isSigned ? value : value >>> 0, at];
}

const DATA = 11;
const CONSTANT = 0x41;
const END = 0x0b;

/** The active segments of a file: the address, and a view of the bytes, which can be changed. */
export function dataSegments(file) {
  const segments = [];
  for (let at = 8; at < file.length; ) {
    const id = file[at];
    const [length, body] = number(file, at + 1);
    at = body + length;
    if (id !== DATA) continue;
    let [count, next] = number(file, body);
    for (; count > 0; count -= 1) {
      let address, size;
      if (file[next] !== 0 || file[next + 1] !== CONSTANT) throw new Error("data without an address");
      [address, next] = number(file, next + 2, true);
      [size, next] = number(file, next + 1);
      segments.push({ address, data: file.subarray(next, next + size) });
      next += size;
    }
  }
  return segments;
}

/** The file with zeros in place of pieces of its data. */
export function clearData(file, pieces) {
  const segments = dataSegments(file);
  for (const { address, content } of pieces) {
    const { address: start, data } = segments.find((segment) => address >= segment.address && address < segment.address + segment.data.length);
    data.fill(0, address - start, address - start + content.length);
  }
  return file;
}

/** The file, which has no data, with pieces of data. */
export function addData(file, pieces) {
  const segments = pieces.map(({ address, content }) => Buffer.concat([Buffer.from([0, CONSTANT]), signed(address), Buffer.from([END]), unsigned(content.length), content]));
  const body = Buffer.concat([unsigned(pieces.length), ...segments]);
  return Buffer.concat([file, Buffer.from([DATA]), unsigned(body.length), body]);
}

/** The file without features in its list, which says what its code may use. */
export function withoutFeatures(file, names) {
  const changed = Buffer.from(file);
  for (const name of names) {
    const used = Buffer.concat([Buffer.from("+"), unsigned(name.length), Buffer.from(name)]);
    const at = changed.lastIndexOf(used);
    if (at >= 0) changed[at] = "-".charCodeAt(0);
  }
  return changed;
}

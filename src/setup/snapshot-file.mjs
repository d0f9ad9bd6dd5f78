// The file of a snapshot, as Node 24 writes it (SnapshotData in its src/node_snapshotable.cc), little-endian: a magic number, the type of the snapshot,
// version, architecture and platform, flags, V8's heap, what Node knows of it, and the compiled code of every module of Node's own. That is 4 MB, read
// and copied by each start: code that nobody calls is taken out. Numbers of bytes stand before all texts and data.

const START = 5;
/** Bytes of what Node knows of the heap; it has many parts, and takes 12 KB. */
const MOST_FACTS = 1 << 16;
/** Modules of Node. */
const MOST_MODULES = 10_000n;

class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  size() {
    const value = this.bytes.readBigUInt64LE(this.at);
    this.at += 8;
    if (value > BigInt(this.bytes.length - this.at)) throw new RangeError('beyond the end');
    return Number(value);
  }

  skip(length) {
    if (length < 0 || length > this.bytes.length - this.at) throw new RangeError('beyond the end');
    this.at += length;
  }

  text() {
    const length = this.size();
    this.skip(length);
    return this.bytes.toString('latin1', this.at - length, this.at);
  }
}

/** The entries of a table of code that begins at an offset and ends with the file; undefined where there is none. */
function tableAt(bytes, offset) {
  if (bytes.readBigUInt64LE(offset) > MOST_MODULES) return undefined;
  try {
    const reader = new Reader(bytes, offset);
    const entries = [];
    for (let count = reader.size(); count > 0; count--) {
      const start = reader.at;
      const id = reader.text();
      if (!/^[\w/.-]+$/.test(id)) return undefined;
      reader.skip(reader.size());
      entries.push({ id, bytes: bytes.subarray(start, reader.at) });
    }
    return reader.at === bytes.length && entries.length > 0 ? entries : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param bytes a whole file
 * @param wanted names of modules of Node
 * @returns the file with no other code than that of these modules
 * @throws Error when this is no such file
 */
export function keepCodeCaches(bytes, wanted) {
  const reader = new Reader(bytes, START);
  const [version, architecture] = [reader.text(), reader.text(), reader.text()];
  if (!version.startsWith('24.') || architecture !== 'x64')
    throw new Error(
      `offset ${START}: a snapshot of Node ${version}, ${architecture}; the layout is known of 24 on x64`,
    );
  // Behind the flags.
  reader.skip(4);
  const heap = bytes.readInt32LE(reader.at);
  reader.skip(4);
  reader.skip(heap);
  let table = reader.at;
  let entries;
  const last = Math.min(table + MOST_FACTS, bytes.length - 16);
  while (entries === undefined && table < last) entries = tableAt(bytes, ++table);
  if (entries === undefined) throw new Error(`no code of Node's modules behind offset ${reader.at}: another layout`);
  const kept = entries.filter(({ id }) => wanted.has(id));
  const head = Buffer.from(bytes.subarray(0, table + 8));
  head.writeBigUInt64LE(BigInt(kept.length), table);
  return Buffer.concat([head, ...kept.map((entry) => entry.bytes)]);
}

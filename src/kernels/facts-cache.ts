// Properties of the instructions of kernels, as statistics need them, from run to run: with these no tables of
// instruction sets are needed.

import { FileCache } from '../util/file-cache.js';
import { sha256 } from '../util/hash.js';
import { KEPT_LIMIT, keptFolder, translator } from './kernel-store.js';

/** A code, and a word of facts for each of its words. */
interface CodeFacts {
  readonly isa: string;
  readonly code: Uint32Array | undefined;
  load(packed: Uint32Array): void;
  readonly packed: Uint32Array;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export class FactsCache {
  private readonly files: FileCache<null>;

  constructor(
    cacheDir: string,
    private readonly by: string,
  ) {
    this.files = new FileCache(keptFolder(cacheDir), '.facts', KEPT_LIMIT);
  }

  private key({ isa, code = new Uint32Array(0) }: CodeFacts): string {
    return sha256(`${this.by} facts ${isa}\n`, bytesOf(code));
  }

  /** Gives a code what is known of it. */
  load(described: CodeFacts): void {
    const bytes = this.files.get(this.key(described))?.binary;
    if (bytes && bytes.byteLength % 4 === 0) described.load(new Uint32Array(bytes.slice().buffer));
  }

  /** Keeps what is known of a code beside what was known before. */
  keep(described: CodeFacts): void {
    this.load(described);
    this.files.put(this.key(described), { header: null, binary: bytesOf(described.packed) });
  }
}

/** Those of this program. @param cacheDir undefined: nothing is kept */
export function keptFacts(cacheDir: string | undefined): FactsCache | undefined {
  const by = translator();
  return cacheDir === undefined || by === undefined ? undefined : new FactsCache(cacheDir, by);
}

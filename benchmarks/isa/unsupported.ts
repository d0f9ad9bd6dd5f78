// Instructions of real code that compiled code leaves to the interpreter: `node dist/benchmarks/isa/left.js --chip
// gfx900 FILE...`. Counts them as they stand in code objects, and in those that programs and libraries of HIP carry;
// `atoll run --summary` shows how often they execute.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CodeObject, isCodeObject, readCodeObject } from '../../src/hsa/code-object.js';
import { decode } from '../../src/isa/decode.js';
import type { Isa } from '../../src/isa/isa.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { statementsOf } from '../../src/jit/analysis/flow.js';
import { PlacedInstruction } from '../../src/jit/analysis/placed-instruction.js';
import { kindOf } from '../../src/jit/kernel/compilable.js';
import { byOwnNode } from '../own-node.js';

const USAGE = `usage: left.js --chip NAME [options] FILE|FOLDER...
  --chip NAME     gfx803, gfx900 or gfx906
  --mode NUMBER   of the kernels' MODE register (default 0x3f0: as ROCm starts kernels)
  --objects N     at most so many code objects of each file (default 1000)`;

const BUNDLE = Buffer.from('__CLANG_OFFLOAD_BUNDLE__');
const MAX_ENTRIES = 64;

/** Code objects for a chip in a bundle of clang-offload-bundler: entries of offset, size and name. */
function* bundled(bytes: Buffer, chip: string): Generator<Buffer> {
  for (let at = bytes.indexOf(BUNDLE); at >= 0; at = bytes.indexOf(BUNDLE, at + 1)) {
    const count = Number(bytes.readBigUInt64LE(at + BUNDLE.length));
    let entry = at + BUNDLE.length + 8;
    for (let n = 0; n < Math.min(count, MAX_ENTRIES); n++) {
      const [offset, size, length] = [0, 8, 16].map((field) => Number(bytes.readBigUInt64LE(entry + field)));
      const name = bytes.toString('latin1', entry + 24, entry + 24 + length!);
      if (name.includes(chip)) yield bytes.subarray(at + offset!, at + offset! + size!);
      entry += 24 + length!;
    }
  }
}

class Counter {
  all = 0;
  readonly left = new Map<string, number>();
  private readonly cache = new Map<string, { readonly words: number; readonly left: string | undefined }>();

  constructor(
    private readonly isa: Isa,
    private readonly mode: number,
  ) {}

  add({ kernels, segments }: CodeObject): void {
    for (const [start, end] of new Map(kernels.map(({ text }) => [text.start, text.end]))) {
      const segment = segments.find(({ address, bytes }) => address <= start && address + bytes.length >= end);
      if (!segment) continue;
      const bytes = segment.bytes.slice(start - segment.address, end - segment.address);
      this.addWords(new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2));
    }
  }

  private addWords(words: Uint32Array): void {
    for (let index = 0; index < words.length; ) {
      const key = `${words[index]}:${words[index + 1]}`;
      const result = this.cache.get(key) ?? this.look(words, index);
      this.cache.set(key, result);
      this.all++;
      if (result.left !== undefined) this.left.set(result.left, (this.left.get(result.left) ?? 0) + 1);
      index += result.words;
    }
  }

  private look(words: Uint32Array, index: number): { readonly words: number; readonly left: string | undefined } {
    const decoded = decode(this.isa, words, index);
    // Between kernels there may be anything.
    if (!decoded.ok) return { words: 1, left: undefined };
    const { instruction } = decoded;
    const kind = kindOf(new PlacedInstruction(0, instruction, statementsOf(instruction, this.mode, true)), this.mode);
    const isLeft = kind === undefined || kind === 'outside';
    const { name, format } = instruction.def;
    return { words: instruction.size / 4, left: isLeft ? `${name} (${format})` : undefined };
  }
}

async function main(): Promise<void> {
  byOwnNode();
  const { values, positionals } = parseArgs({
    options: {
      chip: { type: 'string' },
      mode: { type: 'string', default: '0x3f0' },
      objects: { type: 'string', default: '1000' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.help) return console.log(USAGE);
  const { chip } = values;
  if (chip === undefined || positionals.length === 0) throw new Error('a chip and files have to be given');
  const counter = new Counter(await loadIsa(chip), Number(values.mode));
  const files = positionals.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
      : [path],
  );
  let objects = 0;
  for (const file of files) {
    const bytes = readFileSync(file);
    const codeObjects = isCodeObject(bytes) ? [bytes] : [...bundled(bytes, chip)].slice(0, Number(values.objects));
    for (const object of codeObjects) counter.add(readCodeObject(new Uint8Array(object), file));
    objects += codeObjects.length;
  }
  const sum = [...counter.left.values()].reduce((total, count) => total + count, 0);
  console.log(`${objects} code objects, ${counter.all} instructions, ${sum} of them left to the interpreter:`);
  for (const [name, count] of [...counter.left].sort(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(8)}  ${name}`);
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 1;
}

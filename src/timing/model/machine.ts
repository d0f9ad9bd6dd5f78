// The core of the detailed model with its memory, for one launch on one chip: its owner supplies instructions and words
// of records.

import { existsSync, readFileSync } from 'node:fs';
import { AtollError } from '../../util/errors.js';
import { moduleUrl } from '../../util/paths.js';
import { required } from '../../util/required.js';
import type { Parameters } from '../config/parameters.js';
import { headOf, P } from '../core/head.js';
import * as typescript from '../core/index.js';
import { bind, type Host, isBound } from '../core/platform.js';
import { FACTS } from '../core/slots.js';
import { TimingProgram } from '../program/program.js';
import { CHUNK_WORDS } from '../records/format.js';
import type { RecordFile } from '../records/reader.js';
import { TAG_NAMES, tagOf } from '../records/words.js';

/** Executors of the core. Both compute the same cycles. */
export const CORES = ['wasm', 'typescript'] as const;
export type CoreName = (typeof CORES)[number];

/** WebAssembly gives its booleans as numbers. */
type Core = {
  readonly [Name in keyof typeof typescript]: (typeof typescript)[Name] extends (...values: infer Values) => boolean
    ? (...values: Values) => boolean | number
    : (typeof typescript)[Name];
};

const PAGE = 65536;
const MAX_PAGES = 65536;
const FILE = moduleUrl('timing/core/core.wasm');
let compiled: WebAssembly.Module | undefined;

function moduleOf(): WebAssembly.Module {
  if (compiled) return compiled;
  if (!existsSync(FILE))
    throw new AtollError('INTERNAL', 'the WebAssembly of the timing model is missing', 'npm run build');
  return (compiled = new WebAssembly.Module(readFileSync(FILE)));
}

function wasmCore(memory: WebAssembly.Memory, host: Host): Core {
  const own = {
    decode: (word: number) => host.decode(word),
    refill: (slot: number) => host.refill(slot),
    wavefronts: (group: number) => host.wavefronts(group),
    refuse: (slot: number, tag: number, word: number) => host.refuse(slot, tag, word),
    crowded: (unit: number) => host.crowded(unit),
  };
  return new WebAssembly.Instance(moduleOf(), { env: { memory }, host: own }).exports as unknown as Core;
}

/**
 * The modules in TypeScript keep their state between calls. A simulation that has lost them to another one in its
 * thread ends with an error in place of wrong cycles; instances of WebAssembly are independent.
 */
function typescriptCore(memory: WebAssembly.Memory, host: Host): Core {
  const binding = bind(memory.buffer, host);
  const guarded = Object.entries(typescript).map(([name, call]) => {
    const checked = (...values: number[]): unknown => {
      if (!isBound(binding))
        throw new AtollError(
          'INTERNAL',
          'two simulations share the TypeScript core of a thread',
          "use the core 'wasm'",
        );
      return (call as (...values: number[]) => unknown)(...values);
    };
    return [name, checked] as const;
  });
  return Object.fromEntries(guarded) as unknown as Core;
}

/**
 * Memory for a launch on a chip.
 * @param recordWords of each slot that are at hand at a time
 * @throws AtollError LIMIT
 */
export function memoryFor(
  parameters: Parameters,
  records: RecordFile,
  threads: number,
  recordWords = CHUNK_WORDS,
): WebAssembly.Memory {
  const { launch } = records;
  const head = headOf(parameters, launch, threads, recordWords);
  bind(head.buffer, undefined);
  const bytes = typescript.attach(0, false);
  const pages = Math.ceil(bytes / PAGE);
  if (pages > MAX_PAGES)
    throw new AtollError(
      'LIMIT',
      `kernel ${launch.kernel}: a model of this chip takes ${Math.ceil(bytes / 2 ** 20)} MiB of memory, more than 4 GiB`,
      'fewer compute units, smaller caches',
    );
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  new Int32Array(memory.buffer).set(head);
  return memory;
}

/** Rest of a chunk for which a slot has no room, and the number of the next one. */
interface CoreShare {
  words: Uint32Array;
  next: number;
}

export class SimulatedMachine implements Host {
  readonly core: Core;
  readonly ints: Int32Array;
  readonly doubles: Float64Array;
  private readonly program: TimingProgram;
  private readonly recordWords: number;
  /** Of slots; none where all chunks have had room. */
  private readonly parts: (CoreShare | undefined)[] = [];
  private readonly bytes: Uint8Array;
  private readonly at: Readonly<Record<'program' | 'groups' | 'waves' | 'chunks' | 'words', number>>;

  /** @param thread 0: the creator of the memory */
  constructor(
    readonly records: RecordFile,
    readonly parameters: Parameters,
    readonly memory: WebAssembly.Memory,
    readonly thread: number,
    name: CoreName,
  ) {
    this.program = new TimingProgram(records.launch, parameters);
    this.ints = new Int32Array(memory.buffer);
    this.bytes = new Uint8Array(memory.buffer);
    this.doubles = new Float64Array(memory.buffer);
    this.core = name === 'typescript' ? typescriptCore(memory, this) : wasmCore(memory, this);
    this.core.attach(thread, thread === 0);
    const { core } = this;
    this.recordWords = this.ints[P.recordWords]!;
    this.at = {
      program: core.programAt(),
      groups: core.streamsAt(),
      waves: core.streamWavesAt(),
      chunks: core.streamChunksAt(),
      words: core.streamWordsAt(),
    };
  }

  decode(word: number): void {
    const { program, ints, at } = this;
    const unit = program.at(word);
    const facts = [unit, program.size[word]!, program.cycles[word]!, program.flags[word]!];
    const waits = [program.vm[word]!, program.exp[word]!, program.lgkm[word]!];
    const fetched = [program.placeOf(word), program.length[word]!];
    ints.set([...facts, ...waits, ...fetched, ...program.rangesOf(word)], at.program + word * FACTS);
  }

  refill(slot: number): number {
    const { ints, at, parts } = this;
    const times = ints[at.chunks + slot]!;
    if (times === 0) parts[slot] = undefined;
    const part = parts[slot];
    if (part && part.words.length > 0) return this.give(slot, part);
    const bytes = this.chunkOf(slot, part ? part.next : times);
    const room = this.recordWords;
    if (bytes.length > 4 * room) {
      const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      return this.give(slot, (parts[slot] = { words, next: (part ? part.next : times) + 1 }));
    }
    if (part) part.next++;
    this.bytes.set(bytes, 4 * (at.words + slot * room));
    return bytes.length / 4;
  }

  /** As much of a chunk as there is room for. */
  private give(slot: number, part: CoreShare): number {
    const words = part.words.subarray(0, this.recordWords);
    part.words = part.words.subarray(words.length);
    this.ints.set(words, this.at.words + slot * this.recordWords);
    return words.length;
  }

  private chunkOf(slot: number, chunk: number): Buffer {
    const { ints, at, records } = this;
    const [group, wave] = [ints[at.groups + slot]!, ints[at.waves + slot]!];
    if (chunk === records.chunks(group, wave)) this.complain(slot, 'its records end too early');
    return records.chunkBytes(group, wave, chunk);
  }

  wavefronts(group: number): number {
    const count = this.records.wavefrontsOf(group);
    if (count === 0) this.records.refuse(0, `there is no work-group ${group}`);
    return count;
  }

  refuse(slot: number, tag: number, word: number): void {
    const due = required(TAG_NAMES[tag], 'tag');
    if (tagOf(word) === tag) this.complain(slot, `a word of '${due}' with an impossible value: ${word >>> 0}`);
    this.complain(slot, `a word of '${TAG_NAMES[tagOf(word)] ?? tagOf(word)}' where '${due}' is expected`);
  }

  crowded(unit: number): never {
    const { kernel } = this.records.launch;
    throw new AtollError(
      'LIMIT',
      `kernel ${kernel}: compute unit ${unit} has more outstanding requests than supported`,
    );
  }

  private complain(slot: number, text: string): never {
    const { ints, at } = this;
    this.records.refuse(0, `wavefront ${ints[at.waves + slot]!} of work-group ${ints[at.groups + slot]!}: ${text}`);
  }
}

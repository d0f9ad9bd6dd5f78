// Result of compiling a kernel: plain data that depends only on the code and the options, so that other threads and
// later runs can use it again.

import type { CodeReader } from '../../emulator/code.js';
import { hasApertures } from '../../emulator/launch.js';
import { sha256 } from '../../util/hash.js';
import { required } from '../../util/required.js';
import type { InterpretedTime, Part } from '../analysis/code-profile.js';
import { type BlockSlots, countSlots } from '../analysis/count-slots.js';
import { type Division, findDivisions, withDivisions } from '../analysis/divisions.js';
import { type Block, type BlockKey, FlowGraph, type Placed } from '../analysis/flow.js';
import { foldKnownWords } from '../analysis/fold-known.js';
import { Liveness } from '../analysis/liveness.js';
import { kindOf } from '../kernel/compilable.js';
import { emitKernel } from '../kernel/kernel.js';
import type { EmitOptions, HostWork } from '../kernel/machine.js';
import { rowsOf } from '../linear/row-shape.js';
import { encodeModule } from '../wasm/encoder.js';
import type { ModuleCode } from '../wasm/module-code.js';
import { runsWithoutDenormals } from './denormals.js';

/** A block as the running kernel knows it. */
export interface TranslatedBlock extends BlockKey {
  /** Address behind its last instruction that compiled code executes, and of that instruction. */
  readonly end: number;
  readonly last: number;
  /** Counters of compiled code. */
  readonly slots: BlockSlots;
}

export interface Translation {
  /** The WebAssembly module. */
  readonly bytes: Uint8Array;
  /** The processor takes denormals for zeros while it runs. */
  readonly zeroesDenormals: boolean;
  /** Host work that the code needs. */
  readonly hostWork: HostWork;
  /** By number. */
  readonly blocks: readonly TranslatedBlock[];
  /** Addresses of the instructions by the number that faults and the host know them by. */
  readonly instructions: readonly number[];
}

/** A translation that has just been made, and what its module was printed from: the slow compiler prints that, too. */
export interface FreshTranslation {
  readonly translation: Translation;
  readonly operations: ModuleCode;
}

export interface TranslateOptions extends Omit<EmitOptions, 'zeroesDenormals' | 'space' | 'layout' | 'rows'> {
  /** The thread can switch how the processor takes denormals. */
  readonly switchesDenormals: boolean;
}

/** Data that is kept for later runs beside translations, under their keys. */
export interface PersistentStore {
  /** Time that earlier runs have interpreted a kernel, under the key of the whole kernel. */
  getInterpreted(key: string): InterpretedTime | undefined;
  putInterpreted(key: string, interpreted: InterpretedTime): void;
  /** Machine code that the host has made of the module; whole, as it was put. */
  getMachineCode(key: string): Uint8Array | undefined;
  putMachineCode(key: string, code: Uint8Array): void;
}

/** Store of translations. */
export interface TranslationStore {
  get(key: string): Translation | undefined;
  put(key: string, fresh: FreshTranslation): void;
  /** Removes a translation that turned out to be invalid. */
  drop(key: string): void;
  /** Says that the caller translates; false when another thread does, or has done. */
  claim?(key: string): boolean;
  /** Releases a claim without a translation. */
  abandon?(key: string): void;
  /** Grows when other threads add something. */
  readonly changes?: number;
  /** Translated part of a large kernel, under the key of the whole kernel. */
  getPart?(key: string): readonly number[] | undefined;
  putPart?(key: string, ranges: readonly number[]): void;
  /** Absent: later runs find nothing. */
  readonly later?: PersistentStore | undefined;
}

/** @param part of a large kernel's code, absent for all of it */
export function translate(
  code: CodeReader,
  entries: readonly BlockKey[],
  options: TranslateOptions,
  part?: Part,
): FreshTranslation {
  const graph = graphOf(code, entries, options.exact, part);
  foldKnownWords(graph);
  const zeroesDenormals = options.switchesDenormals && runsWithoutDenormals(graph);
  const { space } = graph;
  const { module, instructions, hostWork } = emitKernel(graph, {
    ...options,
    zeroesDenormals,
    space,
    layout: graph.layout,
    rows: rowsOf(code.launch),
  });
  const allSlots = countSlots(graph.blocks);
  const blocks = graph.blocks.map((block, number) => ({
    pc: block.pc,
    mode: block.mode,
    ...endOf(block),
    slots: required(allSlots[number], 'count slots of the block'),
  }));
  const bytes = encodeModule(module, code.space);
  const translation = { bytes, zeroesDenormals, hostWork, blocks, instructions: instructions.map(({ pc }) => pc) };
  return { translation, operations: module };
}

/**
 * The blocks of a kernel. Divisions are done step by step where exceptions of steps are recorded.
 * @param exact every register is as the interpreter has it: divisions are done step by step
 */
function graphOf(code: CodeReader, entries: readonly BlockKey[], exact: boolean, part?: Part): FlowGraph {
  const expressible = (placed: Placed, mode: number): boolean => kindOf(placed, mode) !== undefined;
  const graph = new FlowGraph(code, entries, expressible, part);
  if (exact || code.recordsExceptions) return graph;
  const make = (divisions: readonly Division[]): FlowGraph =>
    new FlowGraph(code, entries, expressible, part, new Map(divisions.flatMap((division) => [...division])));
  return withDivisions(
    graph,
    findDivisions(graph, () => new Liveness(graph, false)),
    make,
  );
}

/** Names all that a translation depends on, but for the translator itself. */
export function translationKey(
  code: CodeReader,
  entries: readonly BlockKey[],
  options: TranslateOptions,
  part?: Part,
): string {
  const { isa, codeAddress, codeBytes, vgprs, sgprs } = code.launch;
  const { exact, fused, records, switchesDenormals } = options;
  const base = String(code.space.base);
  const size = code.space.isLarge ? code.space.size : undefined;
  const apertures = hasApertures(code.launch);
  const rest = {
    isa,
    apertures,
    base,
    size,
    codeAddress,
    codeBytes,
    vgprs,
    sgprs,
    entries,
    exact,
    fused,
    records,
    rows: rowsOf(code.launch),
    switchesDenormals,
    part,
  };
  const { buffer, byteOffset, byteLength } = code.words;
  return sha256(JSON.stringify(rest), new Uint8Array(buffer, byteOffset, byteLength));
}

function endOf({ pc, body, last, ending }: Block): Pick<TranslatedBlock, 'end' | 'last'> {
  const final = ending === 'leave' ? body.at(-1) : (last ?? body.at(-1));
  return final ? { end: final.pc + final.instruction.size, last: final.pc } : { end: pc, last: pc };
}

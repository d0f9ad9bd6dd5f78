// The code of file tests as a kernel that is launched like any other: instructions in front of it load the state that a
// test starts from, and instructions behind it store its results. A kernel may have the code of several tests; its
// state selects the one that runs. The first one's code lies at the start of the image.

import { assemble } from '../../src/isa/assemble.js';
import type { Isa } from '../../src/isa/isa.js';
import { DATA } from '../emulator/harness.js';
import { offsetOf, type Program } from './cells.js';
import { codes } from './southern-islands.js';

const { scalarName } = codes;

/** Places of states, in parts of the data memory that tests do not name: scalars, then blocks of VGPRs and of LDS. */
export const [STATE, SHOWN] = [DATA + 0x4_0000, DATA + 0x8_0000] as const;
/** Four VGPRs, lane after lane, or as much of LDS. */
const BLOCK_BYTES = 1024;
const SCALAR_BYTES = 1024;
/** Registers of the instructions around the test's: the lane's place in a block, and values. */
const [PLACE, VALUES, ROW] = ['v64', 'v[68:71]', 'v65'] as const;
export const VGPRS = 72;
const DESCRIPTOR = 's[92:95]';
const OWN_SCALARS = 92;

/** Scalars beside the numbered ones, in the order in which they are loaded. */
const NAMED = [...[106, 107, 126, 127, 124].map((code) => scalarName(code, 1)), 'scc', 'mode'];
const WHICH = 'which';
const SCALARS = [...Array.from({ length: OWN_SCALARS }, (_, n) => `s${n}`), ...NAMED, WHICH];
const SCALAR_PLACE: ReadonlyMap<string, number> = new Map(SCALARS.map((name, n) => [name, n]));

/** Registers around a named one are looked at, too: an instruction that writes too much writes there. */
const NEIGHBOURS = 1;

/** A kernel that executes tests. */
export interface WholeProgram {
  readonly words: Uint32Array;
  /** Byte offset of the first instruction. */
  readonly entry: number;
  /**
   * Index in memory of the word from which a cell is loaded. Throws RangeError for one that the program does not load.
   */
  readonly stateIndex: (cell: string) => number;
  /** Index of the word that selects the test's code. */
  readonly whichIndex: number;
  /** Index of the words where registers are stored, by name. */
  readonly shown: ReadonlyMap<string, number>;
}

/** Numbers of the registers that texts, or the names of cells, mention; and their neighbours. */
function mentioned(texts: Iterable<string>, kind: 's' | 'v', end: number): number[] {
  const numbers = new Set<number>();
  for (const text of texts)
    for (const [, one, first, last] of text.matchAll(new RegExp(`\\b${kind}(?:(\\d+)|\\[(\\d+):(\\d+)\\])`, 'g'))) {
      const [from, to] = [Number(one ?? first), Number(one ?? last)];
      for (let n = from - NEIGHBOURS; n <= to + NEIGHBOURS; n++) if (n >= 0 && n < end) numbers.add(n);
    }
  return [...numbers].sort((a, b) => a - b);
}

const blocksOf = (numbers: readonly number[], size: number): number[] => [
  ...new Set(numbers.map((n) => Math.floor(n / size))),
];

/** The cells that are loaded and stored, and their addresses. */
class Places {
  readonly vgprs: readonly number[];
  readonly quads: readonly number[];
  /** Numbers of the scalars that are loaded by fours. */
  readonly scalarQuads: readonly number[];
  readonly scalars: readonly string[];
  readonly ldsBlocks: readonly number[];

  constructor(programs: readonly Program[]) {
    const texts = programs.flatMap(({ text, cells }) => [text, ...cells]);
    this.vgprs = mentioned(texts, 'v', 64);
    this.quads = blocksOf(this.vgprs, 4);
    const scalars = mentioned(texts, 's', OWN_SCALARS);
    this.scalarQuads = blocksOf(scalars, 4);
    this.scalars = [...scalars.map((n) => `s${n}`), ...NAMED];
    const offsets = programs.flatMap(({ cells }) => [...cells].map(offsetOf));
    const inLds = offsets.flatMap((place) => (place?.area === 'lds' ? [place.offset] : []));
    this.ldsBlocks = blocksOf(inLds, BLOCK_BYTES);
  }

  /** Byte offset of a block of VGPRs, or of LDS. */
  block(quad: number): number {
    return SCALAR_BYTES + BLOCK_BYTES * this.quads.indexOf(quad);
  }
  ldsBlock(block: number): number {
    return SCALAR_BYTES + BLOCK_BYTES * (this.quads.length + this.ldsBlocks.indexOf(block));
  }

  private vgpr(n: number, lane: number): number {
    return this.block(n >> 2) + 16 * lane + 4 * (n & 3);
  }

  /** Byte offset of where a cell is loaded from. */
  state(cell: string): number {
    const place = offsetOf(cell);
    if (place) return this.ldsBlock(Math.floor(place.offset / BLOCK_BYTES)) + (place.offset % BLOCK_BYTES);
    const [, vgpr, lane] = /^v(\d+)\[(\d+)\]$/.exec(cell) ?? [];
    if (vgpr !== undefined && this.vgprs.includes(Number(vgpr))) return this.vgpr(Number(vgpr), Number(lane));
    if (this.scalars.includes(cell)) return 4 * SCALAR_PLACE.get(cell)!;
    throw new RangeError(`a program has no cell '${cell}'`);
  }

  /** Names and byte offsets of stored cells. */
  *shown(): Iterable<[string, number]> {
    for (const n of this.vgprs) for (let lane = 0; lane < 64; lane++) yield [`v${n}[${lane}]`, this.vgpr(n, lane)];
    for (const [n, name] of this.scalars.entries()) yield [name, 4 * n];
  }
}

const describe = (address: number): string[] => [
  `s_mov_b32 s92, 0x${address.toString(16)}`,
  's_mov_b32 s93, 0',
  's_mov_b32 s94, -1',
  's_mov_b32 s95, 0x27fac',
];
const block = (what: string, registers: string, offset: number): string[] => [
  `s_mov_b32 s96, 0x${offset.toString(16)}`,
  `buffer_${what} ${registers}, ${PLACE}, ${DESCRIPTOR}, s96 offen`,
];
const quadOf = (quad: number): string => `v[${4 * quad}:${4 * quad + 3}]`;

/**
 * EXEC comes last: it selects the lanes for which everything else is loaded. MODE is the launch's; s99 keeps SCC, s100
 * which test runs.
 */
function before(isa: Isa, places: Places): string[] {
  const text = [`v_lshlrev_b32 ${PLACE}, 4, v0`, 'v_mov_b32 v0, 0', ...describe(STATE), 's_mov_b32 m0, -1'];
  for (const quad of places.quads) text.push(...block('load_dwordx4', quadOf(quad), places.block(quad)));
  for (const each of places.ldsBlocks) {
    text.push(...block('load_dwordx4', VALUES, places.ldsBlock(each)), 's_waitcnt vmcnt(0)');
    text.push(`ds_write_b64 ${PLACE}, v[68:69] offset:${BLOCK_BYTES * each}`);
    text.push(`ds_write_b64 ${PLACE}, v[70:71] offset:${BLOCK_BYTES * each + 8}`);
  }
  // The base of the descriptor; Southern Islands counts offsets in dwords.
  const unit = isa.name === 'southern-islands' ? 1 : 4;
  const load = (size: string, target: string, cell: string): number =>
    text.push(`s_load_dword${size} ${target}, s[92:93], 0x${(unit * SCALAR_PLACE.get(cell)!).toString(16)}`);
  for (const quad of places.scalarQuads) load('x4', `s[${4 * quad}:${4 * quad + 3}]`, `s${4 * quad}`);
  load('x2', 'vcc', 'vcc_lo');
  load('x4', 's[96:99]', 'exec_lo');
  load('', 's100', WHICH);
  return [...text, 's_waitcnt 0', 's_mov_b32 m0, s98', 's_mov_b64 exec, s[96:97]'];
}

/** SCC first: later instructions change it. EXEC is not restored for later code, but its value is stored. */
function behind(places: Places): string[] {
  const text = ['s_cselect_b32 s98, 1, 0', 's_mov_b64 s[100:101], exec', 's_mov_b64 exec, -1', ...describe(SHOWN)];
  text.push('s_getreg_b32 s99, hwreg(HW_REG_MODE)', `v_mbcnt_lo_u32_b32_e64 ${PLACE}, -1, 0`);
  text.push(`v_mbcnt_hi_u32_b32_e64 ${PLACE}, -1, ${PLACE}`, `v_lshlrev_b32 ${PLACE}, 4, ${PLACE}`);
  for (const quad of places.quads) text.push(...block('store_dwordx4', quadOf(quad), places.block(quad)));
  const sources: Readonly<Record<string, string>> = { scc: 's98', mode: 's99', exec_lo: 's100', exec_hi: 's101' };
  text.push(`v_lshrrev_b32 ${PLACE}, 2, ${PLACE}`);
  for (let first = 0; first < places.scalars.length; first += 64) {
    for (const [lane, name] of places.scalars.slice(first, first + 64).entries())
      text.push(`v_writelane_b32 ${ROW}, ${sources[name] ?? name}, ${lane}`);
    text.push(...block('store_dword', ROW, 4 * first));
  }
  return [...text, 's_endpgm'];
}

function wordsOf(isa: Isa, lines: readonly string[]): readonly number[] {
  const { words, problems } = assemble(isa, lines.join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ message, text }) => `'${text}': ${message}`).join('\n'));
  return [...words];
}

const [S_BRANCH, S_CBRANCH_SCC1] = [0xbf82_0000, 0xbf85_0000] as const;
/** A branch at a word to another one. */
const branch = (opcode: number, from: number, to: number): number => (opcode | ((to - from - 1) & 0xffff)) >>> 0;

/** Puts the code of tests, all of one instruction set, between instructions that load and store their state. */
export function wholeProgram(programs: readonly Program[]): WholeProgram {
  const places = new Places(programs);
  const { isa } = programs[0]!;
  const restoreScc = wordsOf(isa, ['s_cmp_lg_u32 s99, 0']);
  const words: number[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  for (const [n, { code }] of programs.entries()) {
    starts.push(words.length);
    // The first one is at the start of the image and begins with its own first instruction.
    if (n > 0) words.push(...restoreScc);
    words.push(...code);
    ends.push(words.length);
    if (n < programs.length - 1) words.push(0);
  }
  for (const end of ends.slice(0, -1)) words[end] = branch(S_BRANCH, end, words.length);
  words.push(...wordsOf(isa, behind(places)));
  const entry = 4 * words.length;
  words.push(...wordsOf(isa, before(isa, places)));
  for (const [n, start] of starts.entries()) {
    if (n === 0) continue;
    words.push(...wordsOf(isa, [`s_cmp_eq_u32 s100, ${n}`]));
    words.push(branch(S_CBRANCH_SCC1, words.length, start));
  }
  words.push(...restoreScc);
  words.push(branch(S_BRANCH, words.length, 0));
  return {
    words: Uint32Array.from(words),
    entry,
    stateIndex: (cell) => (STATE + places.state(cell)) / 4,
    whichIndex: STATE / 4 + SCALAR_PLACE.get(WHICH)!,
    shown: new Map([...places.shown()].map(([name, offset]) => [name, (SHOWN + offset) / 4])),
  };
}

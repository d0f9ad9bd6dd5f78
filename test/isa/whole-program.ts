// A file test's code as a kernel that is launched like any other: instructions in front of it load the state that the test starts
// from, and instructions behind it store what it leaves. Between them lies the test's code as it is, at the start of the image.

import { DATA } from '../emulator/harness.js';
import { offsetOf, type Program } from './cells.js';
import { assemble, codes } from './southern-islands.js';

const { scalarName } = codes;

/** Where states are: rows of 64 words, in parts of the data memory that tests do not name. The first two rows are scalars. */
export const [STATE, SHOWN] = [DATA + 0x4_0000, DATA + 0x8_0000] as const;
const SCALAR_ROWS = 2;
const ROW_BYTES = 256;
/** What the instructions around the test's need for themselves. */
const [LANE, WORD_OF_LANE, LDS_PLACE] = ['v64', 'v65', 'v66'] as const;
export const VGPRS = 68;
const [DESCRIPTOR, OFFSET, VALUE] = ['s[92:95]', 's96', 's97'] as const;
const OWN_SCALARS = 92;
/** SCC and EXEC while others are stored, or loaded; the address of the state. */
const [SCC, EXEC, ADDRESS] = ['s98', 's[100:101]', 's[102:103]'] as const;

const SPECIAL = [106, 107, 124, 126, 127].map((code) => scalarName(code, 1));
const SCALARS = [...Array.from({ length: OWN_SCALARS }, (_, n) => `s${n}`), ...SPECIAL, 'scc', 'mode'];
const SCALAR_PLACE: ReadonlyMap<string, number> = new Map(SCALARS.map((name, n) => [name, n]));

/** Registers around a named one are looked at, too: an instruction that writes too much writes there. */
const NEIGHBOURS = 1;

/** A kernel that does what a test wants. */
export interface WholeProgram {
  readonly words: Uint32Array;
  /** Byte offset of the first instruction. */
  readonly entry: number;
  /** Index in memory of the word from which a cell is loaded. Throws RangeError for one that the program does not load. */
  readonly stateIndex: (cell: string) => number;
  /** The same for where registers are stored, by name. */
  readonly shown: ReadonlyMap<string, number>;
}

/** Numbers of the registers that a text, or the names of cells, mention; and their neighbours. */
function mentioned(texts: Iterable<string>, kind: 's' | 'v', end: number): number[] {
  const found = new Set<number>();
  for (const text of texts)
    for (const [, one, first, last] of text.matchAll(new RegExp(`\\b${kind}(?:(\\d+)|\\[(\\d+):(\\d+)\\])`, 'g'))) {
      const [from, to] = [Number(one ?? first), Number(one ?? last)];
      for (let n = from - NEIGHBOURS; n <= to + NEIGHBOURS; n++) if (n >= 0 && n < end) found.add(n);
    }
  return [...found].sort((a, b) => a - b);
}

/** The places of a program's registers: a row for each VGPR, in the order of their numbers, behind those of scalars. */
class Places {
  readonly vgprs: readonly number[];
  readonly scalars: readonly string[];
  readonly ldsRows: readonly number[];

  constructor({ text, cells }: Program) {
    const texts = [text, ...cells];
    this.vgprs = mentioned(texts, 'v', 64);
    this.scalars = [...mentioned(texts, 's', OWN_SCALARS).map((n) => `s${n}`), ...SPECIAL, 'scc', 'mode'];
    const rows = [...cells].map(offsetOf).map((found) => (found?.area === 'lds' ? found.offset >> 8 : -1));
    this.ldsRows = [...new Set(rows)].filter((row) => row >= 0);
  }

  /** Byte offset of a VGPR's row. */
  row(vgpr: number): number {
    return ROW_BYTES * (SCALAR_ROWS + this.vgprs.indexOf(vgpr));
  }

  ldsRow(row: number): number {
    return ROW_BYTES * (SCALAR_ROWS + this.vgprs.length + this.ldsRows.indexOf(row));
  }

  /** Byte offset of a register; throws RangeError for one that has none. */
  register(cell: string): number {
    const [, vgpr, lane] = /^v(\d+)\[(\d+)\]$/.exec(cell) ?? [];
    if (vgpr !== undefined && this.vgprs.includes(Number(vgpr))) return this.row(Number(vgpr)) + 4 * Number(lane);
    const scalar = this.scalars.includes(cell) ? SCALAR_PLACE.get(cell) : undefined;
    if (scalar === undefined) throw new RangeError(`a program has no cell '${cell}'`);
    return 4 * scalar;
  }

  state(cell: string): number {
    const found = offsetOf(cell);
    return found ? this.ldsRow(found.offset >> 8) + (found.offset & 255) : this.register(cell);
  }

  *shown(): Iterable<[string, number]> {
    for (const vgpr of this.vgprs)
      for (let lane = 0; lane < 64; lane++) yield [`v${vgpr}[${lane}]`, this.row(vgpr) + 4 * lane];
    for (const scalar of this.scalars) yield [scalar, 4 * SCALAR_PLACE.get(scalar)!];
  }
}

const describe = (address: number): string[] => [
  `s_mov_b32 s92, 0x${address.toString(16)}`,
  's_mov_b32 s93, 0',
  's_mov_b32 s94, -1',
  's_mov_b32 s95, 0x27fac',
];
const at = (offset: number): string => `s_mov_b32 ${OFFSET}, 0x${offset.toString(16)}`;
const access = (name: 'load' | 'store', register: string): string =>
  `buffer_${name}_dword ${register}, ${LANE}, ${DESCRIPTOR}, ${OFFSET} offen`;

/** EXEC is loaded last: it says for which lanes everything else would be loaded. MODE is the launch's. */
function before(places: Places): string[] {
  const text = [`v_lshlrev_b32 ${LANE}, 2, v0`, 'v_mov_b32 v0, 0', ...describe(STATE), 's_mov_b32 m0, -1'];
  for (const vgpr of places.vgprs) text.push(at(places.row(vgpr)), access('load', `v${vgpr}`));
  for (const row of places.ldsRows) {
    text.push(at(places.ldsRow(row)), access('load', WORD_OF_LANE), 's_waitcnt vmcnt(0)');
    text.push(`v_add_i32 ${LDS_PLACE}, vcc, 0x${(ROW_BYTES * row).toString(16)}, ${LANE}`);
    text.push(`ds_write_b32 ${LDS_PLACE}, ${WORD_OF_LANE}`);
  }
  text.push(`s_mov_b32 s102, 0x${STATE.toString(16)}`, 's_mov_b32 s103, 0');
  const load = (target: string, cell: string): number =>
    text.push(`s_load_dword ${target}, ${ADDRESS}, 0x${SCALAR_PLACE.get(cell)!.toString(16)}`);
  for (const name of places.scalars.filter((each) => /^(s\d|vcc)/.test(each))) load(name, name);
  load(VALUE, 'm0');
  load(SCC, 'scc');
  load('s100', 'exec_lo');
  load('s101', 'exec_hi');
  return [...text, 's_waitcnt 0', `s_mov_b32 m0, ${VALUE}`, `s_cmp_lg_u32 ${SCC}, 0`, `s_mov_b64 exec, ${EXEC}`];
}

/** SCC first: what follows changes it. EXEC is restored for nobody, but its value is stored. */
function behind(places: Places): string[] {
  const text = [`s_cselect_b32 ${SCC}, 1, 0`, `s_mov_b64 ${EXEC}, exec`, 's_mov_b64 exec, -1', ...describe(SHOWN)];
  text.push(`v_mbcnt_lo_u32_b32_e64 ${LANE}, -1, 0`, `v_mbcnt_hi_u32_b32_e64 ${LANE}, -1, ${LANE}`);
  text.push(`v_lshlrev_b32 ${LANE}, 2, ${LANE}`, `s_getreg_b32 ${VALUE}, hwreg(HW_REG_MODE)`);
  for (const vgpr of places.vgprs) text.push(at(places.row(vgpr)), access('store', `v${vgpr}`));
  const sources: Readonly<Record<string, string>> = { scc: SCC, mode: VALUE, exec_lo: 's100', exec_hi: 's101' };
  // One lane is enough for each.
  text.push('s_mov_b64 exec, 1');
  for (const name of places.scalars) {
    text.push(`v_mov_b32 ${WORD_OF_LANE}, ${sources[name] ?? name}`, at(4 * SCALAR_PLACE.get(name)!));
    text.push(access('store', WORD_OF_LANE));
  }
  return [...text, 's_endpgm'];
}

function wordsOf(lines: readonly string[]): readonly number[] {
  const { words, problems } = assemble(lines.join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ message, text }) => `'${text}': ${message}`).join('\n'));
  return [...words];
}

/** Puts a test's code between instructions that load and store its state. */
export function wholeProgram(program: Program): WholeProgram {
  const places = new Places(program);
  const body = [...program.code, ...wordsOf(behind(places))];
  const start = wordsOf(before(places));
  const back = 0xbf82_0000 | (-(body.length + start.length + 1) & 0xffff);
  return {
    words: Uint32Array.from([...body, ...start, back]),
    entry: 4 * body.length,
    stateIndex: (cell) => (STATE + places.state(cell)) / 4,
    shown: new Map([...places.shown()].map(([name, offset]) => [name, (SHOWN + offset) / 4])),
  };
}

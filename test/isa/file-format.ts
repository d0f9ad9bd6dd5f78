// The format of the file tests test/isa/*.s. A file is a list of tests:
//
//   ; test: s_add_u32 sets SCC to the carry
//   ; in: s0=0xffffffff
//   s_add_u32 s2, s0, s1
//   ; run: s1=1 -> s2=0, scc=1
//   ; run: s1=0 -> s2=0xffffffff
//
// `in` is the state that all runs start from, added to zeros everywhere, all lanes active and MODE 0x3c0. Each `run`
// adds to it and, after the arrow, states every word that is different afterwards: other words must not
// change. `; out:` is short for a run without additions, `; lds: BYTES` gives LDS, `; chip: NAMES` selects the chips
// for which alone a test is, and `-> fault: text` expects a fault whose text contains it.
//
// Registers: s4, s[4:5] (64 bits), vcc, exec, m0, scc, mode; v3 (all lanes), v3[7] (lane 7), v3[0..3], v[4:5][0] (64
// bits), mem[8] and lds[8] (dword at a byte offset of the data area, of LDS). Values: integers and expressions with
// `code` and `data` (addresses) and labels (byte offsets); floating-point numbers with a point, inf, -inf and nan, as
// f32 or, for 64 bits, as f64; lists {1, 2, 3} for consecutive lanes or dwords.

import { evaluateNumber } from '../../src/isa/assembler/number-expression.js';
import { SYMBOLS } from './cells.js';
import { codes } from './southern-islands.js';

const { parseRegister, scalarName } = codes;

export interface Assignment {
  readonly target: string;
  readonly value: string;
}

export interface FileRun {
  readonly line: number;
  readonly state: readonly Assignment[];
  readonly expected: readonly Assignment[];
  /** Part of the text of the fault that is expected. */
  readonly fault?: string;
}

export interface FileTest {
  readonly name: string;
  readonly line: number;
  readonly code: string;
  readonly state: readonly Assignment[];
  readonly ldsBytes: number;
  /** Empty: for all that its file is for. */
  readonly chips: readonly string[];
  readonly runs: readonly FileRun[];
}

interface Draft {
  name: string;
  line: number;
  code: string[];
  state: Assignment[];
  ldsBytes: number;
  chips: string[];
  runs: FileRun[];
}

/** Reads a file; throws with file position on a line that is not of the format. */
export function parseFileTests(source: string): readonly FileTest[] {
  const tests: Draft[] = [];
  source.split('\n').forEach((raw, i) => {
    const line = i + 1;
    const keyword = /^;\s*(test|in|run|out|lds|chip):\s*(.*)$/.exec(raw.trim());
    if (keyword?.[1] === 'test') {
      tests.push({ name: keyword[2]!, line, code: [], state: [], ldsBytes: 4096, chips: [], runs: [] });
      return;
    }
    const test = tests.at(-1);
    if (!test) {
      if (raw.trim() !== '' && !raw.trim().startsWith(';')) throw new SyntaxError(`line ${line}: code before a test`);
      return;
    }
    if (keyword) readKeyword(test, keyword[1]!, keyword[2]!, line);
    else test.code.push(raw);
  });
  return tests.map((test) => {
    if (test.runs.length === 0) throw new SyntaxError(`line ${test.line}: the test '${test.name}' has no run`);
    return { ...test, code: test.code.join('\n') };
  });
}

function readKeyword(test: Draft, keyword: string, text: string, line: number): void {
  if (keyword === 'in') test.state.push(...parseAssignments(text, line));
  else if (keyword === 'lds') test.ldsBytes = Number(text);
  else if (keyword === 'chip') test.chips.push(...text.trim().split(/\s+/));
  else if (keyword === 'out') test.runs.push(parseRun(`-> ${text}`, line));
  else test.runs.push(parseRun(text, line));
}

function parseRun(text: string, line: number): FileRun {
  const [before, after] = text.split('->');
  if (after === undefined) throw new SyntaxError(`line ${line}: a run needs '->'`);
  const state = parseAssignments(before!, line);
  const fault = /^\s*fault:\s*(.*)$/.exec(after);
  if (fault) return { line, state, expected: [], fault: fault[1]!.trim() };
  return { line, state, expected: parseAssignments(after, line) };
}

/** `a=1, b={1, 2}`: commas outside of brackets separate. */
function parseAssignments(text: string, line: number): Assignment[] {
  const parts = text.trim() === '' ? [] : text.split(/,(?![^{[(]*[}\])])/);
  return parts.map((part) => {
    const [, target, value] = /^([^=]+)=(.+)$/.exec(part.trim()) ?? [];
    if (target === undefined) throw new SyntaxError(`line ${line}: '${part.trim()}' is not an assignment`);
    return { target: target.trim(), value: value!.trim() };
  });
}

/** Words of the state that assignments name, with their values. */
export function cellsOf(assignments: readonly Assignment[], labels: ReadonlyMap<string, number>): Map<string, number> {
  const cells = new Map<string, number>();
  for (const { target, value } of assignments) {
    const list = /^\{(.*)\}$/.exec(value);
    const values = list ? list[1]!.split(',') : undefined;
    const places = placesOf(target, values?.length ?? 1);
    if (values && values.length > places.length) throw new SyntaxError(`${target} has no room for ${value}`);
    places.slice(0, values?.length).forEach((names, i) => {
      const words = wordsOf((values?.[i] ?? value).trim(), names.length === 2, labels);
      names.forEach((name, dword) => {
        cells.set(name, words[dword]!);
      });
    });
  }
  return cells;
}

const ALL_LANES = Array.from({ length: 64 }, (_, lane) => lane);

/** The places that a target stands for, each one word or two; `length` dwords of memory. */
function placesOf(target: string, length: number): string[][] {
  const memory = /^(mem|lds)\[(\w+)\]$/.exec(target);
  if (memory) return Array.from({ length }, (_, i) => [`${memory[1]}[${Number(memory[2]) + 4 * i}]`]);
  const vector = /^(v\d+|v\[\d+:\d+\])(?:\[(\d+)(?:\.\.(\d+))?\])?$/.exec(target);
  if (vector) {
    const register = parseRegister(vector[1]!)!;
    const first = vector[2] === undefined ? 0 : Number(vector[2]);
    const last = vector[2] === undefined ? 63 : Number(vector[3] ?? first);
    return ALL_LANES.slice(first, last + 1).map((lane) =>
      Array.from({ length: register.count }, (_, dword) => `v${register.index + dword}[${lane}]`),
    );
  }
  const scalar = parseRegister(target);
  if (!scalar) return [[target]];
  const names = Array.from({ length: scalar.count }, (_, dword) => scalarName(scalar.index + dword, 1));
  return [names];
}

const view = new DataView(new ArrayBuffer(8));

/** A value's words, low word first. */
function wordsOf(text: string, wide: boolean, labels: ReadonlyMap<string, number>): number[] {
  const number = floatOf(text);
  if (number !== undefined) {
    view.setFloat64(0, number);
    if (wide) return [view.getUint32(4), view.getUint32(0)];
    view.setFloat32(0, number);
    return [view.getUint32(0)];
  }
  const result = evaluateNumber(text, (name) => {
    const value = SYMBOLS.get(name) ?? (labels.has(name) ? BigInt(labels.get(name)!) : undefined);
    return value === undefined ? undefined : { value, absolute: true };
  });
  if (typeof result === 'string') throw new SyntaxError(result);
  return [Number(BigInt.asUintN(32, result.value)), Number(BigInt.asUintN(32, result.value >> 32n))];
}

function floatOf(text: string): number | undefined {
  if (text === 'nan') return Number.NaN;
  if (text === 'inf' || text === '-inf') return text === 'inf' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return /^-?\d+\.\d*(e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

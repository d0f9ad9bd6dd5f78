// Output of the debugger's prompt: code around the pc, registers, masks, memory, wavefronts, callers.

import { CodeReader } from '../emulator/code.js';
import { describeWavefront } from '../emulator/describe.js';
import { allocatedLds, type LaunchDescriptor } from '../emulator/launch.js';
import { PERMISSION } from '../emulator/memory.js';
import { WORD } from '../emulator/state.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import { disassemble, type ListedLine } from '../isa/disassemble.js';
import { SGPR_COUNT } from '../isa/instruction.js';
import { isaNamed } from '../isa/isas.js';
import { AtollError } from '../util/errors.js';
import { elementOf } from '../util/required.js';
import { dumpRows } from './byte-changes.js';
import { doubleText, drawMask, floatText, hex, hex32, hexMask, laneRows, laneText, wordText } from './numbers.js';
import { codesOf, type RegisterPlace, wordIndex } from './registers.js';
import { offsetOf } from './variables/spaces.js';

/** Formats of values; `word` is hexadecimal with all plausible readings. */
export const VALUE_TYPES = ['word', 'hex', 'int', 'uint', 'f32', 'f64'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

const SHOW: Readonly<Record<Exclude<ValueType, 'f64'>, (bits: number) => string>> = {
  word: wordText,
  hex: hex32,
  int: (bits) => String(bits | 0),
  uint: (bits) => String(bits >>> 0),
  f32: floatText,
};

const pair = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low);

export function scalarPair({ u }: Wavefront, index: number): bigint {
  return pair(stateWord(u, WORD.scalars + index), stateWord(u, WORD.scalars + index + 1));
}

/** The listing of a launch's code, made once for each launch. */
export class Listing {
  private launch: LaunchDescriptor | undefined;
  private lines: readonly ListedLine[] = [];

  of(wavefront: Wavefront): readonly ListedLine[] {
    const { launch } = wavefront.workGroup;
    if (launch !== this.launch) {
      this.lines = disassemble(isaNamed(launch.isa), new CodeReader(wavefront.memory, launch).words);
      this.launch = launch;
    }
    return this.lines;
  }

  /** Lines before and after the instruction at an address, which `=>` marks. */
  around(wavefront: Wavefront, address: number, before: number, after: number): string[] {
    const lines = this.of(wavefront);
    const { codeAddress } = wavefront.workGroup.launch;
    const index = lines.findIndex(({ offset, words }) => address < codeAddress + offset + 4 * words.length);
    if (index < 0 || address < codeAddress) return [`${hex32(address)} is outside of the kernel's code`];
    return lines
      .slice(Math.max(index - before, 0), index + after + 1)
      .flatMap(({ offset, words, text, label, problem }) => {
        const mark = codeAddress + offset === wavefront.pc ? '=>' : '  ';
        const code = words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(' ');
        const line = `${mark} ${hex32(codeAddress + offset)} ${`+${hex(offset)}`.padEnd(7)} ${code.padEnd(17)}  ${text}`;
        return [...(label ? [`${label}:`] : []), problem === undefined ? line : `${line}  ! ${problem}`];
      });
  }

  /** True if an instruction begins at an address. */
  startsAt(wavefront: Wavefront, address: number): boolean {
    const { codeAddress } = wavefront.workGroup.launch;
    return this.of(wavefront).some(({ offset, instruction }) => instruction && codeAddress + offset === address);
  }
}

/** One register, or a range, in the lanes that it names. */
export function registerText(wavefront: Wavefront, place: RegisterPlace, type: ValueType): string[] {
  const { u } = wavefront;
  const { bank, index, count, lanes } = place;
  if (type === 'f64') return [doubleRows(wavefront, place)];
  const names = Array.from({ length: count }, (_, k) => k);
  if (bank !== 'vgpr')
    return names.map((k) => {
      const name = bank === 'scalar' ? codesOf(wavefront).scalarName(index + k, 1) : place.name;
      return `${name} = ${SHOW[type](stateWord(u, wordIndex(place, k, 0)))}`;
    });
  const lane = singleLane(lanes);
  return names.flatMap((k) => {
    const values = wavefront.row(index + k);
    const name = codesOf(wavefront).vgprName(index + k, 1);
    if (lane !== undefined) return [`${name}[${lane}] = ${SHOW[type](elementOf(values, lane, 'lane'))}`];
    const show = type === 'word' ? hex32 : SHOW[type];
    const short = laneText(values, lanes, show);
    return short.length <= 100 ? [`${name} = ${short}`] : [`${name} =`, ...laneRows(values, lanes, show)];
  });
}

const singleLane = (lanes: bigint): number | undefined =>
  lanes !== 0n && (lanes & (lanes - 1n)) === 0n ? lanes.toString(2).length - 1 : undefined;

function doubleRows({ u, layout }: Wavefront, place: RegisterPlace): string {
  const { name, bank, count, lanes } = place;
  if (count !== 2) throw new AtollError('BAD_INPUT', `${name}: an f64 needs two registers, as in v[2:3]`);
  const at = (lane: number): string =>
    doubleText(pair(stateWord(u, wordIndex(place, 0, lane)), stateWord(u, wordIndex(place, 1, lane))));
  if (bank !== 'vgpr') return `${name} = ${at(0)}`;
  const texts = Array.from({ length: layout.lanes }, (_, lane) => lane)
    .filter((lane) => ((lanes >> BigInt(lane)) & 1n) !== 0n)
    .map((lane) => `[${lane}] ${at(lane)}`);
  return `${name} = ${texts.join(' ')}`;
}

export const maskLine = (wavefront: Wavefront, name: 'EXEC' | 'VCC'): string => {
  const { exec, vcc, lanes } = wavefront.layout;
  const mask = wavefront.maskAt(name === 'EXEC' ? exec : vcc);
  return `${name.padEnd(4)} ${hexMask(mask, lanes)}  ${drawMask(mask, lanes)}`;
};

const PER_ROW = 4;

function inRows(cells: readonly string[]): string[] {
  const width = Math.max(0, ...cells.map((cell) => cell.length));
  return Array.from({ length: Math.ceil(cells.length / PER_ROW) }, (_, i) =>
    cells
      .slice(PER_ROW * i, PER_ROW * (i + 1))
      .map((cell) => cell.padEnd(width))
      .join('  ')
      .trimEnd(),
  );
}

/** Scalar state: the allocated SGPRs, masks, SCC, M0, MODE. */
export function scalarRegisters(wavefront: Wavefront, type: ValueType): string[] {
  const { u, workGroup } = wavefront;
  const show = type === 'f64' || type === 'word' ? hex32 : SHOW[type];
  const count = Math.min(workGroup.launch.sgprs, SGPR_COUNT);
  const cells = Array.from({ length: count }, (_, k) => `s${k}=${show(stateWord(u, WORD.scalars + k))}`);
  const [m0, mode, trapStatus] = [wavefront.layout.m0, WORD.mode, WORD.trapStatus].map((word) =>
    hex32(stateWord(u, word)),
  );
  const words = `SCC  ${u[WORD.scc]}   M0 ${m0}   MODE ${mode}   TRAPSTS ${trapStatus}`;
  return [...inRows(cells), maskLine(wavefront, 'EXEC'), maskLine(wavefront, 'VCC'), words];
}

/** Vector registers: of one lane in rows, or each in all its active lanes. */
export function vectorRegisters(wavefront: Wavefront, lane: number | undefined, type: ValueType): string[] {
  const { exec, workGroup } = wavefront;
  const nameOf = (register: number): string => codesOf(wavefront).vgprName(register, 1);
  const show = type === 'f64' || type === 'word' ? hex32 : SHOW[type];
  const registers = Array.from({ length: workGroup.launch.vgprs }, (_, register) => register);
  if (lane !== undefined)
    return inRows(registers.map((register) => `${nameOf(register)}=${show(wavefront.vgpr(register, lane))}`));
  return registers.map((register) => `${nameOf(register)} = ${laneText(wavefront.row(register), exec, show)}`);
}

/** Elements of `bytes` as text, one each. */
export function typedRows(address: number, bytes: Uint8Array, type: ValueType): string[] {
  if (type === 'word') return dumpRows({ address, bytes });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = type === 'f64' ? 8 : 4;
  const cells: string[] = [];
  for (let at = 0; at + size <= bytes.length; at += size)
    cells.push(type === 'f64' ? doubleText(view.getBigUint64(at, true)) : SHOW[type](view.getUint32(at, true)));
  const width = Math.max(0, ...cells.map((cell) => cell.length));
  return Array.from({ length: Math.ceil(cells.length / PER_ROW) }, (_, i) => {
    const row = cells.slice(PER_ROW * i, PER_ROW * (i + 1)).map((cell) => cell.padStart(width));
    return `${hex32(address + PER_ROW * size * i)}  ${row.join('  ')}`;
  });
}

/** Bytes of GPU memory. @throws AtollError BAD_INPUT when kernels could not read them either */
export function readMemory(wavefront: Wavefront, address: number, length: number): Uint8Array {
  const start = memoryAt(wavefront, address, length);
  return wavefront.memory.u8.slice(start, start + length);
}

/** The offset of what kernels can read. @throws AtollError BAD_INPUT when they could not */
export function memoryAt({ memory }: Wavefront, address: number, length: number): number {
  const start = offsetOf(memory, address, length);
  if (start !== undefined && memory.allows(start, length, PERMISSION.read)) return start;
  throw new AtollError('BAD_INPUT', `${length} bytes at ${hex32(address)} are not all allocated`);
}

/** Bytes of the work-group's LDS. @throws AtollError BAD_INPUT beyond its allocation */
export function readLds({ workGroup }: Wavefront, offset: number, length: number): Uint8Array {
  const ldsBytes = allocatedLds(workGroup.launch);
  if (offset < 0 || offset + length > ldsBytes)
    throw new AtollError('BAD_INPUT', `the work-group has ${ldsBytes} bytes of LDS`);
  return workGroup.lds.slice(offset, offset + length);
}

/** All wavefronts of the work-group; `*` marks the one that is looked at. */
export function wavefrontLines(selected: Wavefront): string[] {
  const { workGroup } = selected;
  const { launch, id, number, barriers, wavefronts } = workGroup;
  const head = `kernel ${launch.kernel}, work-group ${number} (${id.join(', ')}), ${barriers} barriers passed`;
  return [
    head,
    ...wavefronts.map((wavefront) => `${wavefront === selected ? '*' : ' '} ${describeWavefront(wavefront)}`),
  ];
}

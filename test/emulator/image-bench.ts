// A bench for the bodies of the image helpers: a wavefront of plain arrays and a small piece of GPU memory.

import { runHelper } from '../../src/emulator/image/bodies.js';
import type { HelperContext } from '../../src/emulator/image/context.js';
import type { InstructionDef } from '../../src/isa/define.js';
import type { Instruction, Operand } from '../../src/isa/instruction.js';
import { familyOf } from '../isa/southern-islands.js';

const MIMG = familyOf('MIMG');

/** First registers of the operands on this bench. */
const PLACES = { SRSRC: 0, SSAMP: 8, VADDR: 16, VDATA: 32 } as const;

const scratch = new DataView(new ArrayBuffer(4));
export const bitsOf = (value: number): number => {
  scratch.setFloat32(0, value);
  return scratch.getUint32(0);
};
export const floatOf = (bits: number): number => {
  scratch.setUint32(0, bits);
  return scratch.getFloat32(0);
};

/** A wavefront of `lanes` lanes whose memory starts at `base`. */
export class Bench implements HelperContext {
  readonly memory: DataView;
  readonly vgprs: Uint32Array;
  readonly scalars = new Uint32Array(128);
  /** Bit per lane. */
  exec: bigint;
  /** Values of a helper's arguments, the same in every lane. */
  args: readonly number[] = [];
  readonly lds = new Map<number, number>();

  constructor(
    readonly base: number,
    bytes: number,
    readonly lanes = 4,
  ) {
    this.memory = new DataView(new ArrayBuffer(bytes));
    this.vgprs = new Uint32Array(256 * lanes);
    this.exec = (1n << BigInt(lanes)) - 1n;
  }

  active(lane: number): boolean {
    return ((this.exec >> BigInt(lane)) & 1n) === 1n;
  }
  argument(index: number, _lane: number): number {
    return this.args[index]!;
  }
  scalar(index: number): number {
    return this.scalars[index]!;
  }
  vgpr(register: number, lane: number): number {
    return this.vgprs[register * this.lanes + lane]!;
  }
  setVgpr(register: number, lane: number, value: number): void {
    this.vgprs[register * this.lanes + lane] = value;
  }
  readU8(address: number): number {
    return this.memory.getUint8(address - this.base);
  }
  readU16(address: number): number {
    return this.memory.getUint16(address - this.base, true);
  }
  readU32(address: number): number {
    return this.memory.getUint32(address - this.base, true);
  }
  writeU8(address: number, value: number): void {
    this.memory.setUint8(address - this.base, value);
  }
  writeU16(address: number, value: number): void {
    this.memory.setUint16(address - this.base, value, true);
  }
  writeU32(address: number, value: number): void {
    this.memory.setUint32(address - this.base, value, true);
  }
  writeLds32(offset: number, value: number): void {
    this.lds.set(offset, value);
  }
  /** Only operations that the tests use: add, and compare-and-swap. */
  atomic32(fn: string, address: number, data: number, compare: number): number {
    const old = this.readU32(address);
    this.writeU32(address, fn === 'add' ? old + data : old === compare ? data : old);
    return old;
  }
  atomic64(fn: string, address: number, data: bigint, compare: bigint): bigint {
    const old = this.memory.getBigUint64(address - this.base, true);
    this.memory.setBigUint64(address - this.base, fn === 'add' ? old + data : old === compare ? data : old, true);
    return old;
  }

  /** Executes one image instruction on this wavefront. */
  run(name: string, fields: Readonly<Record<string, number>>): void {
    const instruction = imageInstruction(name, fields);
    for (const statement of instruction.def.semantics) {
      if (statement.kind === 'helper') runHelper(statement.name, instruction, this);
    }
  }

  setImage(words: Uint32Array): void {
    this.scalars.set(words, PLACES.SRSRC);
  }
  setSampler(words: Uint32Array): void {
    this.scalars.set(words, PLACES.SSAMP);
  }
  /** Bits of an address dword of a lane. */
  setAddress(lane: number, ...words: readonly number[]): void {
    words.forEach((word, i) => {
      this.setVgpr(PLACES.VADDR + i, lane, word);
    });
  }
  setData(lane: number, ...words: readonly number[]): void {
    words.forEach((word, i) => {
      this.setVgpr(PLACES.VDATA + i, lane, word);
    });
  }
  data(lane: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.vgpr(PLACES.VDATA + i, lane));
  }
  floats(lane: number, count = 4): number[] {
    return this.data(lane, count).map(floatOf);
  }
}

const DEFS: ReadonlyMap<string, InstructionDef> = new Map(MIMG.map((def) => [def.name, def]));

/** An image instruction on the bench's registers. */
export function imageInstruction(name: string, fields: Readonly<Record<string, number>>): Instruction {
  const def = DEFS.get(name);
  if (!def) throw new RangeError(`there is no instruction ${name}`);
  const scalar = (index: number, count: number): Operand => ({ kind: 'scalar', index, count });
  const vgpr = (index: number): Operand => ({ kind: 'vgpr', index, count: 4 });
  const operands = {
    SRSRC: scalar(PLACES.SRSRC, 8),
    SSAMP: scalar(PLACES.SSAMP, 4),
    VADDR: vgpr(PLACES.VADDR),
    VDATA: vgpr(PLACES.VDATA),
  };
  return { def, words: [], size: 8, operands, fields: { dmask: 15, ...fields } };
}

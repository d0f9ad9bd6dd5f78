// Memory accesses of the next instruction, with their values: its semantics run on a read-only wavefront. Independent
// of the engine, so that traces of different engines can be compared.

import { type GpuMemory, PERMISSION } from '../emulator/memory.js';
import { ReadOnlyMachine } from '../emulator/read-only-machine.js';
import { WORD } from '../emulator/state.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import { evaluate } from '../isa/evaluate.js';
import type { Instruction } from '../isa/instruction.js';
import type { AtomicFn, Space } from '../isa/language/expr.js';
import type { OracleAtomic } from '../isa/oracle-machine.js';

/** Accesses of one kind that the lanes make side by side. */
export interface AccessGroup {
  readonly kind: 'load' | 'store' | 'atomic';
  readonly space: Space;
  readonly bits: 8 | 16 | 32 | 64;
  /** The operation of an atomic access. */
  readonly fn: AtomicFn | undefined;
  /** Scalar accesses have one lane, -1. */
  readonly scalar: boolean;
  /** Lanes that take part; bit 0 for scalar accesses. */
  mask: bigint;
  /** By lane: byte address in GPU memory or byte offset in LDS, low word of the value that is read or written. */
  readonly addresses: Uint32Array;
  readonly values: Uint32Array;
  /** High words, of 64-bit accesses. */
  readonly high: Uint32Array;
}

interface LaneAccess {
  readonly kind: AccessGroup['kind'];
  readonly space: Space;
  readonly bits: AccessGroup['bits'];
  readonly fn?: AtomicFn;
  readonly address: bigint;
  readonly value: bigint;
  readonly lane: number;
}

/** Raised where the instruction is going to fault: what it touched before is known, nothing follows. */
class AccessFault extends Error {}

class AccessRecorder extends ReadOnlyMachine {
  readonly groups: AccessGroup[] = [];
  /** Number of accesses of each lane: accesses with the same number are shown side by side. */
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly memory: GpuMemory,
    w: Wavefront,
  ) {
    super(w);
  }

  override load(space: Space, bits: AccessGroup['bits'], address: bigint, lane: number): bigint {
    const at = this.place(space, bits, address);
    const value = at < 0 ? 0n : this.read(at, bits);
    this.note({ kind: 'load', space, bits, address, value, lane });
    return value;
  }

  private read(at: number, bits: AccessGroup['bits']): bigint {
    const { view } = this.memory;
    if (bits === 64) return view.getBigUint64(at, true);
    if (bits === 32) return BigInt(view.getUint32(at, true));
    return BigInt(bits === 16 ? view.getUint16(at, true) : view.getUint8(at));
  }

  override store(space: Space, bits: AccessGroup['bits'], address: bigint, value: bigint, lane: number): void {
    this.note({ kind: 'store', space, bits, address, value, lane });
  }

  override atomic({ space, bits, fn, address, data }: OracleAtomic, lane: number): bigint {
    // In LDS the low bits of the address do not count; elsewhere a misaligned one is a fault.
    const place = space === 'lds' ? address & ~BigInt(bits / 8 - 1) : address;
    this.note({ kind: 'atomic', space, bits, fn, address: place, value: data, lane });
    return 0n;
  }

  /** Address of a read; -1 beyond the work-group's LDS, where reads give 0. @throws WillFault */
  private place(space: Space, bits: number, address: bigint): number {
    const bytes = bits / 8;
    if (space === 'lds') {
      const offset = Number(BigInt.asUintN(32, address));
      return offset + bytes <= stateWord(this.w.u, WORD.ldsLimit) ? stateWord(this.w.u, WORD.ldsBase) + offset : -1;
    }
    const at = Number(address);
    if (!this.memory.allows(at, bytes, PERMISSION.read)) throw new AccessFault();
    return at;
  }

  private note({ kind, space, bits, fn, address, value, lane }: LaneAccess): void {
    const key = `${kind} ${lane}`;
    const ordinal = this.counts.get(key) ?? 0;
    this.counts.set(key, ordinal + 1);
    const scalar = lane < 0;
    const group = this.groupOf({ kind, space, bits, fn, scalar }, ordinal);
    const column = Math.max(lane, 0);
    group.mask |= 1n << BigInt(column);
    group.addresses[column] = Number(BigInt.asUintN(32, address));
    group.values[column] = Number(BigInt.asUintN(32, value));
    group.high[column] = Number(BigInt.asUintN(32, value >> 32n));
  }

  private groupOf(
    access: Pick<AccessGroup, 'kind' | 'space' | 'bits' | 'fn' | 'scalar'>,
    ordinal: number,
  ): AccessGroup {
    const alike = this.groups.filter(
      (group) => group.kind === access.kind && group.space === access.space && group.bits === access.bits,
    );
    const match = alike[ordinal];
    if (match) return match;
    const { lanes } = this.w.layout;
    const columns = (): Uint32Array => new Uint32Array(lanes);
    const group = { ...access, mask: 0n, addresses: columns(), values: columns(), high: columns() };
    this.groups.push(group);
    return group;
  }
}

/**
 * The accesses that the instruction at the wavefront's pc would make, in the order of its definition; those of image
 * helpers are not seen. Changes nothing.
 */
export function accessesOf(memory: GpuMemory, wavefront: Wavefront, instruction: Instruction): readonly AccessGroup[] {
  const machine = new AccessRecorder(memory, wavefront);
  try {
    evaluate(instruction, machine);
  } catch (error) {
    if (!(error instanceof AccessFault)) throw error;
  }
  return machine.groups;
}

// A wavefront in shared memory as the machine that src/isa/evaluate.ts executes on.

import { HELPERS } from '../isa/helpers.js';
import type { Instruction } from '../isa/instruction.js';
import type { Space } from '../isa/language/expr.js';
import type { OracleAtomic, OracleMachine } from '../isa/oracle-machine.js';
import { Access } from './access.js';
import { gprAllocation, hardwareId, ldsAllocation } from './hardware.js';
import { WavefrontContext } from './helper-context.js';
import { runHelper } from './image/bodies.js';
import { hasApertures } from './launch.js';
import type { GpuMemory } from './memory.js';
import { VGPR_WORDS, WORD } from './state.js';
import type { Wavefront } from './wavefront.js';

const word = (bits: bigint): number => Number(BigInt.asIntN(32, bits));

export class OracleState implements OracleMachine {
  private w!: Wavefront;
  readonly access: Access;
  private readonly context: WavefrontContext;

  constructor(memory: GpuMemory) {
    this.access = new Access(memory);
    this.context = new WavefrontContext(this.access);
  }

  enter(wavefront: Wavefront): this {
    this.w = wavefront;
    return this;
  }

  readScalar(index: number): number {
    return this.w.u[WORD.scalars + index]!;
  }
  writeScalar(index: number, value: number): void {
    this.w.u[WORD.scalars + index] = value;
  }
  readVgpr(register: number, lane: number): number {
    return this.w.u[VGPR_WORDS * register + lane]!;
  }
  writeVgpr(register: number, lane: number, value: number): void {
    this.w.u[VGPR_WORDS * register + lane] = value;
  }
  get vgprCount(): number {
    return this.w.workGroup.launch.vgprs;
  }
  get scc(): boolean {
    return this.w.u[WORD.scc] !== 0;
  }
  set scc(value: boolean) {
    this.w.u[WORD.scc] = value ? 1 : 0;
  }
  get mode(): number {
    return this.w.u[WORD.mode]!;
  }
  set mode(value: number) {
    this.w.u[WORD.mode] = value;
  }
  get trapStatus(): number {
    return this.w.u[WORD.trapStatus]!;
  }
  set trapStatus(value: number) {
    this.w.u[WORD.trapStatus] = value;
  }
  get pc(): bigint {
    return this.w.memory.space.addressOf(this.w.pc);
  }

  information(name: 'HWID' | 'GPRALLOC' | 'LDSALLOC' | 'TIME' | 'APERTURES' | 'MEMORYBASE'): bigint {
    if (name === 'APERTURES') return BigInt(hasApertures(this.w.workGroup.launch));
    if (name === 'MEMORYBASE') return this.w.memory.space.base;
    if (name === 'HWID') return BigInt(hardwareId(this.w));
    if (name === 'GPRALLOC') return BigInt(gprAllocation(this.w));
    if (name === 'LDSALLOC') return BigInt(ldsAllocation(this.w));
    return this.wide(this.access.time(this.w.i));
  }

  private wide(low: number): bigint {
    return (BigInt(this.access.high >>> 0) << 32n) | BigInt(low >>> 0);
  }

  load(space: Space, bits: 8 | 16 | 32 | 64, address: bigint, lane: number): bigint {
    const kind = space === 'lds' ? 'ldsLoad' : 'globalLoad';
    const low = this.access[`${kind}${bits}`](this.w, lane, word(address), word(address >> 32n));
    return bits === 64 ? this.wide(low) : BigInt(low >>> 0);
  }

  store(space: Space, bits: 8 | 16 | 32 | 64, address: bigint, value: bigint, lane: number): void {
    const kind = space === 'lds' ? 'ldsStore' : 'globalStore';
    const place = [word(address), word(address >> 32n)] as const;
    this.access[`${kind}${bits}`](this.w, lane, ...place, word(value), word(value >> 32n));
  }

  atomic({ space, fn, bits, address, data, compare }: OracleAtomic, lane: number): bigint {
    const [low, high] = [word(address), word(address >> 32n)];
    if (bits === 64) {
      if (space === 'lds') return this.access.ldsAtomic64(this.w, fn, lane, low, data, compare);
      return this.access.globalAtomic64(fn, lane, low, high, data, compare);
    }
    const [d, c] = [word(data), word(compare)];
    const old =
      space === 'lds'
        ? this.access.ldsAtomic32(this.w, fn, lane, low, d, c)
        : this.access.globalAtomic32(fn, lane, low, high, d, c);
    return BigInt(old >>> 0);
  }

  helper(name: string, instruction: Instruction, reads: readonly bigint[], lane: number): void {
    if (!HELPERS.has(name)) throw new TypeError(`there is no helper ${name}`);
    reads.forEach((read, index) => {
      this.context.arguments[VGPR_WORDS * index + lane] = word(read);
    });
    runHelper(name, instruction, this.context.enter(this.w, lane));
  }
}

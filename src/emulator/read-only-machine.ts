// A wavefront that expressions are evaluated on and that nothing changes: memory reads 0.

import type { Space } from '../isa/language/expr.js';
import type { OracleAtomic, OracleMachine } from '../isa/oracle-machine.js';
import { hasApertures } from './launch.js';
import { VGPR_WORDS, WORD } from './state.js';
import type { Wavefront } from './wavefront.js';

export class ReadOnlyMachine implements OracleMachine {
  constructor(protected readonly w: Wavefront) {}

  readScalar(index: number): number {
    return this.w.u[WORD.scalars + index]!;
  }
  readVgpr(register: number, lane: number): number {
    return this.w.u[VGPR_WORDS * register + lane]!;
  }
  get vgprCount(): number {
    return this.w.workGroup.launch.vgprs;
  }
  get scc(): boolean {
    return this.w.u[WORD.scc] !== 0;
  }
  set scc(_value: boolean) {}
  get mode(): number {
    return this.w.u[WORD.mode]!;
  }
  set mode(_value: number) {}
  get trapStatus(): number {
    return this.w.u[WORD.trapStatus]!;
  }
  set trapStatus(_value: number) {}
  get pc(): bigint {
    return BigInt(this.w.pc);
  }
  writeScalar(): void {}
  writeVgpr(): void {}
  helper(): void {}
  store(_space: Space, _bits: number, _address: bigint, _value: bigint, _lane: number): void {}
  information(name: string): bigint {
    if (name === 'MEMORYBASE') return this.w.memory.space.base;
    return name === 'APERTURES' ? BigInt(hasApertures(this.w.workGroup.launch)) : 0n;
  }
  load(_space: Space, _bits: number, _address: bigint, _lane: number): bigint {
    return 0n;
  }
  atomic(_atomic: OracleAtomic, _lane: number): bigint {
    return 0n;
  }
}

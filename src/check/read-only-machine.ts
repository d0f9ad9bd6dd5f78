// A wavefront that expressions are evaluated on and that nothing changes: memory reads 0.

import { hasApertures } from '../emulator/launch.js';
import { VGPR_WORDS, WORD } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { OracleMachine } from '../isa/oracle-machine.js';

export class ReadOnlyMachine implements OracleMachine {
  constructor(private readonly w: Wavefront) {}

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
  get pc(): bigint {
    return BigInt(this.w.pc);
  }
  writeScalar(): void {}
  writeVgpr(): void {}
  helper(): void {}
  store(): void {}
  information(name: string): bigint {
    return name === 'APERTURES' ? BigInt(hasApertures(this.w.workGroup.launch)) : 0n;
  }
  load(): bigint {
    return 0n;
  }
  atomic(): bigint {
    return 0n;
  }
}

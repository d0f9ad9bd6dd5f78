// A machine for tests of the oracle: registers of one lane in plain arrays, no memory.

import { EXEC_LO, M0_INDEX, VCC_LO } from '../../src/isa/instruction.js';
import type { OracleMachine } from '../../src/isa/oracle-machine.js';

const refuse = (what: string): never => {
  throw new TypeError(`the test has no ${what}`);
};

/** One lane is active; its VGPRs are all that there is. */
export class PlainMachine implements OracleMachine {
  readonly vgprs = new Map<number, number>();
  readonly scalars = new Map<number, number>();
  readonly vgprCount = 256;
  readonly pc = 0n;
  scc = false;
  trapStatus = 0;

  constructor(
    readonly lane: number,
    public mode: number,
  ) {
    this.setPair(EXEC_LO, 1n << BigInt(lane));
  }

  setPair(index: number, value: bigint): void {
    this.scalars.set(index, Number(value & 0xffff_ffffn));
    this.scalars.set(index + 1, Number(value >> 32n));
  }
  /** The lane's bit of a pair of scalar registers. */
  bit(index: number): bigint {
    const [low, high] = [this.readScalar(index), this.readScalar(index + 1)];
    return ((BigInt(high) << 32n) | BigInt(low)) >> BigInt(this.lane);
  }
  set vcc(bit: bigint) {
    this.setPair(VCC_LO, bit << BigInt(this.lane));
  }
  set m0(value: bigint) {
    this.scalars.set(M0_INDEX, Number(value));
  }

  readScalar(index: number): number {
    return this.scalars.get(index) ?? refuse(`scalar register ${index}`);
  }
  writeScalar(index: number, value: number): void {
    this.scalars.set(index, value);
  }
  readVgpr(register: number, lane: number): number {
    return lane === this.lane ? (this.vgprs.get(register) ?? refuse(`v${register}`)) : refuse(`lane ${lane}`);
  }
  writeVgpr(register: number, lane: number, value: number): void {
    if (lane !== this.lane) refuse(`lane ${lane}`);
    this.vgprs.set(register, value);
  }
  information = (name: string): never => refuse(name);
  load = (): never => refuse('memory');
  store = (): never => refuse('memory');
  atomic = (): never => refuse('memory');
  helper = (): never => refuse('helpers');
}

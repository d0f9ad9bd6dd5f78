// The operations of atomics and signals as data.

export interface AtomicOperationRow {
  /** The opcodes that have the operation. */
  readonly opcodes: string;
  readonly types: string;
  readonly orders: string;
  /** The inputs of those that return a value. */
  readonly inputs: number;
}

const ANY = 'rlx scacq screl scar';
const ACQUIRE = 'rlx scacq';
const BITS = 'b32/64';
const ALL = 'atomic atomicnoret signal signalnoret';
const bits = { opcodes: ALL, types: BITS, orders: ANY, inputs: 1 };
const sum = { ...bits, types: 'su32/64' };
const extreme = { ...sum, opcodes: 'atomic atomicnoret' };
const wrap = { ...extreme, types: 'u32/64' };
const wait = { opcodes: 'signal', types: 's32/64', orders: ACQUIRE, inputs: 1 };
const timeout = { ...wait, inputs: 2 };

/** Rows by the spelling of the operation. */
export const ATOMIC_RULES: Readonly<Record<string, AtomicOperationRow>> = {
  add: sum,
  sub: sum,
  max: extreme,
  min: extreme,
  wrapdec: wrap,
  wrapinc: wrap,
  and: bits,
  or: bits,
  xor: bits,
  cas: { ...bits, opcodes: 'atomic signal', inputs: 2 },
  exch: { ...bits, opcodes: 'atomic signal' },
  ld: { ...bits, opcodes: 'atomic signal', orders: ACQUIRE, inputs: 0 },
  st: { ...bits, opcodes: 'atomicnoret signalnoret', orders: 'rlx screl' },
  wait_eq: wait,
  wait_ne: wait,
  wait_lt: wait,
  wait_gte: wait,
  waittimeout_eq: timeout,
  waittimeout_ne: timeout,
  waittimeout_lt: timeout,
  waittimeout_gte: timeout,
};

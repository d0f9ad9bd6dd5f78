// A kernel without arguments whose packet names no memory for them.

import test from 'ava';
import { hsaConvention } from '../../src/hsa/load/convention.js';

/** An address space in which 0 is no address. */
const memory = {
  space: { translate: () => undefined, addressOf: BigInt },
  view: new DataView(new ArrayBuffer(4)),
};
// A packet of a program's own queue without an address of arguments.
const launch = {
  segment: 0n,
  dispatchPacket: { packet: 0x1000n, queue: 0x2000n, number: 0n },
  globalSize: [64, 1, 1],
  localSize: [64, 1, 1],
};

const filled = (preloaded: number): Uint32Array => {
  const registers = new Uint32Array(2);
  const convention = { registers: ['dispatchPacket'], preloaded, segmentBytes: 4 * preloaded, packet: 0, queue: 0 };
  hsaConvention.fill(launch as never, { scratch: 0, convention } as never, memory as never, registers);
  return registers;
};

test('a kernel without arguments needs no memory of arguments', (t) => {
  t.deepEqual([...filled(0)], [0x1000, 0]);
  t.throws(() => filled(1), { code: 'INTERNAL' });
});

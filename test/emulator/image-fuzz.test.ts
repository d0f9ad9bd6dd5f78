// Image instructions on random descriptors, coordinates and fields: a result or a fault with a reason, never anything
// else.

import test from 'ava';
import { FaultSignal } from '../../src/emulator/faults.js';
import { familyOf } from '../isa/southern-islands.js';
import { Bench } from './image-bench.js';
import { Random } from './random.js';

const MIMG = familyOf('MIMG');

const COUNT = Number(process.env['ATOLL_IMAGE_CASES'] ?? 4000);

/** Memory without end: reads depend on the address, writes are checked and discarded. */
class EndlessBench extends Bench {
  private check(address: number, bytes: number): number {
    if (!Number.isSafeInteger(address) || address < 0 || address % bytes !== 0) {
      throw new RangeError(`access of ${bytes} bytes at ${address}`);
    }
    return Math.imul(address % 2 ** 32, 0x9e37_79b1) >>> 0;
  }
  override readU8(address: number): number {
    return this.check(address, 1) >>> 24;
  }
  override readU16(address: number): number {
    return this.check(address, 2) >>> 16;
  }
  override readU32(address: number): number {
    return this.check(address, 4);
  }
  override writeU8(address: number): void {
    this.check(address, 1);
  }
  override writeU16(address: number): void {
    this.check(address, 2);
  }
  override writeU32(address: number): void {
    this.check(address, 4);
  }
  override atomic32(_fn: string, address: number): number {
    return this.check(address, 4);
  }
  override atomic64(_fn: string, address: number): bigint {
    return BigInt(this.check(address, 8));
  }
}

const EDGES = [
  0, 1, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x3f80_0000, 0x3f00_0000,
];

/** Mostly descriptors that mean something: a linear image type, a format with a layout. */
function randomDescriptor(random: Random): Uint32Array {
  const words = Uint32Array.from({ length: 8 }, () => random.word());
  if (random.word() % 4 === 0) return words;
  const format = 1 + (random.word() % 14);
  words[1] = (words[1]! & 0xff) | (format << 20) | ((random.word() % 8) << 26);
  words[2] = (random.word() % 40) | ((random.word() % 40) << 14);
  words[3] = (words[3]! & 0xfff) | ((8 + (random.word() % 6)) << 28) | ((random.word() % 4) << 16);
  return words;
}

test('random image instructions give a result or a fault with a reason', (t) => {
  const random = new Random(31);
  const bench = new EndlessBench(0, 4);
  const instructions = MIMG.filter((def) => def.support.level !== 'none');
  let results = 0;
  for (let i = 0; i < COUNT; i++) {
    const def = instructions[random.word() % instructions.length]!;
    const image = randomDescriptor(random);
    bench.setImage(image);
    bench.setSampler(Uint32Array.from({ length: 4 }, () => random.word()));
    for (let lane = 0; lane < 4; lane++) {
      const word = (): number => (random.word() % 3 === 0 ? EDGES[random.word() % EDGES.length]! : random.word() % 64);
      bench.setAddress(lane, ...Array.from({ length: 12 }, word));
      bench.setData(lane, random.word(), random.word(), random.word(), random.word());
    }
    bench.exec = BigInt(random.word() % 16);
    const fields = {
      dmask: random.word() % 16,
      unorm: random.word() & 1,
      da: random.word() & 1,
      glc: random.word() & 1,
      tfe: random.word() & 1,
    };
    try {
      bench.run(def.name, fields);
      results++;
    } catch (error) {
      const expected = error instanceof FaultSignal && error.reason === 'unsupported' && error.detail.length > 20;
      if (!expected) t.fail(`${def.name} ${JSON.stringify(fields)} on ${[...image].join(' ')}: ${error}`);
    }
  }
  t.true(results > COUNT / 4, `${results} of ${COUNT} gave a result`);
});

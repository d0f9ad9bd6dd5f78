// The layout of saved wavefronts, read as a debugger does: from the control stack down the wave area.

import test from 'ava';
import { chipById } from '../../../src/chips/chips.js';
import { waveStateOf } from '../../../src/driver/kfd/aql/wave-state.js';
import { AddressSpace } from '../../../src/emulator/address-space.js';
import type { LaunchDescriptor } from '../../../src/emulator/launch.js';
import type { SavedGroup, SavedWavefront } from '../../../src/emulator/saved-groups.js';
import { WORD } from '../../../src/emulator/state.js';
import { loadIsa } from '../../../src/isa/load-isa.js';

const BASE = 0x10_0000_0000n;
const VGPRS = 6;
const LDS_BYTES = 768;
const PACKET = 5;
const [EXEC, VCC, M0] = [126, 106, 124];

/** Words that differ by wavefront and place. */
function wavefront(
  seed: number,
  status: SavedWavefront['status'],
  changes: Record<number, number> = {},
): SavedWavefront {
  const words = Uint32Array.from({ length: WORD.end - WORD.scalars }, (_, n) => seed * 1000 + n);
  words[WORD.scc - WORD.scalars] = seed % 2;
  for (const [at, value] of Object.entries(changes)) words[Number(at)] = value;
  return { status, vgprs: Uint32Array.from({ length: 64 * VGPRS }, (_, n) => seed * 100_000 + n), words };
}

const group = (number: number, wavefronts: readonly SavedWavefront[]): SavedGroup => ({
  number,
  id: [number, 7, 9],
  wavefronts,
  lds: Uint8Array.from({ length: LDS_BYTES }, (_, n) => (n + number) % 251),
});

interface ReadWavefront {
  readonly vgprs: Uint32Array;
  readonly sgprs: Uint32Array;
  readonly hardware: Uint32Array;
  readonly ttmps: Uint32Array;
  readonly lds: Uint32Array;
  readonly isLast: boolean;
}

function read(controlStack: Uint32Array, area: Uint32Array): { waves: ReadWavefront[]; rest: number } {
  const waves: ReadWavefront[] = [];
  let state = 0;
  let end = area.length;
  const take = (words: number): Uint32Array => area.subarray((end -= words), end + words);
  for (const entry of controlStack.subarray(2)) {
    if (entry >>> 31) {
      state = entry;
      continue;
    }
    take(16);
    const lds = take((entry >>> 17) & 1 ? ((state >>> 9) & 511) * 128 : 0);
    const [ttmps, hardware] = [take(16), take(16)];
    const sgprs = take((((state >>> 6) & 7) + 1) * 16 - 16);
    const vgprs = take(((state & 63) + 1) * 4 * 64);
    waves.push({ vgprs, sgprs, hardware, ttmps, lds, isLast: ((entry >>> 16) & 1) === 1 });
  }
  return { waves, rest: end };
}

test('each register is at its place', async (t) => {
  const isa = await loadIsa(chipById('vega10')!.target);
  const launch = { isa: isa.name, vgprs: VGPRS, codeAddress: 0 } as LaunchDescriptor;
  const none = { [EXEC]: 0, [EXEC + 1]: 0, [VCC]: 0, [VCC + 1]: 0 };
  const groups = [
    group(3, [wavefront(1, 'ended'), wavefront(2, 'running'), wavefront(3, 'barrier', none)]),
    group(4, [wavefront(4, 'running')]),
  ];
  const { controlStack, area } = waveStateOf({ launch, groups }, new AddressSpace(BASE), PACKET);
  const { waves, rest } = read(controlStack, area);
  t.is(rest, 0);
  t.deepEqual(
    waves.map(({ ttmps }) => [ttmps[6], ttmps[8], ttmps[9], ttmps[10], ttmps[11]]),
    [
      [PACKET, 3, 7, 9, 1],
      [PACKET, 3, 7, 9, 2],
      [PACKET, 4, 7, 9, 0],
    ],
  );
  t.deepEqual(
    waves.map(({ isLast }) => isLast),
    [false, true, true],
  );
  const saved = [groups[0]!.wavefronts[1]!, groups[0]!.wavefronts[2]!, groups[1]!.wavefronts[0]!];
  for (const [n, { vgprs, sgprs, hardware }] of waves.entries()) {
    const { words, vgprs: own } = saved[n]!;
    t.deepEqual(vgprs.subarray(0, own.length), own);
    t.is(vgprs.length, 8 * 64);
    t.deepEqual(sgprs.subarray(0, 108), words.subarray(0, 108));
    const pc = BASE + BigInt(words[WORD.pc - WORD.scalars]!);
    t.is(hardware[0], words[M0]!);
    t.is(BigInt(hardware[1]!) | (BigInt(hardware[2]!) << 32n), pc);
    t.deepEqual(hardware.subarray(3, 5), words.subarray(EXEC, EXEC + 2));
    t.is(hardware[9], words[WORD.mode - WORD.scalars]!);
  }
  // SCC, EXECZ, VCCZ, in a work-group of several wavefronts, at a barrier, valid.
  const [inGroup, valid] = [1 << 11, 1 << 16];
  t.deepEqual(
    waves.map(({ hardware }) => hardware[5]),
    [inGroup | valid, 1 | (1 << 9) | (1 << 10) | inGroup | (1 << 12) | valid, valid],
  );
  t.deepEqual(
    waves.map(({ lds }) => Buffer.from(lds.slice().buffer).subarray(0, LDS_BYTES)),
    [Buffer.from(groups[0]!.lds), Buffer.alloc(0), Buffer.from(groups[1]!.lds)],
  );
});

test('a launch without wavefronts has an empty state', async (t) => {
  const isa = await loadIsa(chipById('vega10')!.target);
  const launch = { isa: isa.name, vgprs: VGPRS, codeAddress: 0 } as LaunchDescriptor;
  const { controlStack, area } = waveStateOf(
    { launch, groups: [group(0, [wavefront(1, 'ended')])] },
    new AddressSpace(BASE),
    0,
  );
  t.deepEqual([controlStack.length, area.length], [0, 0]);
});

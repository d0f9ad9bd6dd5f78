// Time of HSAIL: a scoreboard in place of waits, instructions of 8 bytes, and nothing for what a loader puts beside.

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { executedForm } from '../../benchmarks/abstraction/forms.js';
import { FormMachine, u32 } from '../../benchmarks/abstraction/machine.js';
import { disassemble } from '../../src/isa/disassemble.js';
import { isaNamed } from '../../src/isa/isas.js';
import { totalsOf } from '../../src/statistics/decoded-tallies.js';
import { valuesOf } from '../../src/statistics/statistics.js';
import type { CountedLaunch } from '../../src/statistics/tally.js';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { boundsOf, largest, WalkResult } from '../../src/timing/levels/bounds.js';
import { intervalOf } from '../../src/timing/levels/interval.js';
import type { CoreName } from '../../src/timing/model/machine.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { RecordFile } from '../../src/timing/records/reader.js';
import { SessionRecords } from '../../src/timing/records/session.js';

const CHIP = readConfiguration('fiji');
const folder = mkdtempSync(join(tmpdir(), 'atoll-hsail-time-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

const LOADED = `workitemabsid_u32 $s0, 0;
  ld_kernarg_u64 $d0, [%p0];
  cvt_u64_u32 $d1, $s0;
  shl_u64 $d1, $d1, 2;
  add_u64 $d0, $d0, $d1;`;

const moduleOf = (body: string): string => `module &m:1:0:$full:$large:$default;
kernel &k(kernarg_u64 %p0, kernarg_u32 %n)
{
  group_u32 %own[256];
  ${LOADED}
  ${body}
  ret;
};
`;

interface RecordedLaunch {
  readonly fd: number;
  readonly records: RecordFile;
  readonly counted: CountedLaunch;
}

/** Records a kernel over 16 work-groups of 256. */
function recorded(body: string, engine: 'interp' | 'jit' = 'interp'): RecordedLaunch {
  const machine = new FormMachine(executedForm(moduleOf(body)), engine);
  const buffer = machine.buffer(Uint32Array.from({ length: 65_536 }, (_, n) => n % 97));
  const records = new SessionRecords((error) => {
    throw error;
  });
  const fd = openSync(join(folder, `${files++}`), 'wx+');
  const work = { kernel: 'k', globalSize: [4096], localSize: [256], arguments: [buffer, u32(5)] };
  const counted = machine.launch(work, records.probe, (launch, memory) =>
    records.begin(fd, launch.kernel, launch, memory),
  );
  if (!records.end()) throw new Error('there are no records');
  machine.close();
  return { fd, records: new RecordFile(fd, 'k'), counted };
}

/** Of a recorded kernel, whose file is closed then. */
function timed<Result>(body: string, use: (launch: RecordedLaunch) => Result, engine?: 'interp' | 'jit'): Result {
  const launch = recorded(body, engine);
  try {
    return use(launch);
  } finally {
    closeSync(launch.fd);
  }
}

/** Cycles of slots that waited for accesses, by the instruction that waited. */
function waits(body: string, reason: 'waitVector' | 'waitLds' = 'waitVector'): Record<string, number> {
  return timed(body, ({ records }) => {
    const { isa, code } = records.launch;
    const texts = new Map(disassemble(isaNamed(isa), code).map(({ offset, text }) => [offset, text.split(' ')[0]!]));
    const { instructions } = simulate(records, CHIP);
    const waited = instructions.filter(({ slotCycles }) => slotCycles[reason]);
    return Object.fromEntries(waited.map(({ offset, slotCycles }) => [texts.get(offset)!, slotCycles[reason] ?? 0]));
  });
}

const BODIES: Readonly<Record<string, string>> = {
  'branches and loops': `ld_kernarg_u32 $s9, [%n];
  ld_global_u32 $s1, [$d0];
  and_b32 $s3, $s0, 1;
  cmp_eq_b1_u32 $c0, $s3, 0;
  cbr_b1 $c0, @even;
  mul_u32 $s1, $s1, 1234567;
  br @meet;
  @even:
  add_u32 $s1, $s1, 5;
  @meet:
  @again:
  add_u32 $s1, $s1, $s3;
  sub_u32 $s9, $s9, 1;
  cmp_ne_b1_u32 $c1, $s9, 0;
  cbr_b1 $c1, @again;
  st_global_u32 $s1, [$d0];`,
  'group memory, barriers and fences': `ld_global_u32 $s1, [$d0];
  workitemid_u32 $s2, 0;
  shl_u32 $s2, $s2, 2;
  st_group_u32 $s1, [%own][$s2];
  memfence_screl_wg;
  barrier;
  xor_b32 $s2, $s2, 4;
  ld_group_u32 $s3, [%own][$s2];
  atomicnoret_add_global_rlx_system_u32 [$d0], $s3;`,
  'vectors that are no registers in a row': `and_b64 $d0, $d0, -16;
  ld_v4_global_u32 ($s1, $s5, $s3, $s7), [$d0];
  ld_global_u32 $s8, [$d0+400];
  add_u32 $s9, $s0, 70000;
  add_u32 $s1, $s1, $s7;
  add_u32 $s1, $s1, $s8;
  st_global_u32 $s1, [$d0+16];`,
};

for (const [name, body] of Object.entries(BODIES)) {
  test(`${name}: each instruction that counts is issued once, others not at all`, (t) => {
    timed(body, ({ records, counted }) => {
      const { instructions } = simulate(records, CHIP);
      const { isa, code } = records.launch;
      const texts = new Map(disassemble(isaNamed(isa), code).map(({ offset, text }) => [offset, text]));
      const issues = instructions.filter(({ offset }) => !texts.get(offset)!.endsWith(' aux'));
      const sum = issues.reduce((total, { issues: own }) => total + own, 0);
      t.is(sum, valuesOf(totalsOf([counted]).tally)['instructions'] ?? 0);
      const others = instructions.filter(({ offset }) => texts.get(offset)!.endsWith(' aux'));
      t.deepEqual([...new Set(others.map(({ offset }) => texts.get(offset)))], ['end 0 aux']);
    });
  });

  test(`${name}: compiled code has the same time, both cores compute it`, (t) => {
    const all = (engine: 'interp' | 'jit', core: CoreName) =>
      timed(
        body,
        ({ records }) => [
          simulate(records, CHIP, { core }),
          intervalOf(records, CHIP.values, core),
          new WalkResult(records, CHIP.values, core).bounds,
        ],
        engine,
      );
    const expected = all('interp', 'wasm');
    t.deepEqual(all('interp', 'typescript'), expected);
    t.deepEqual(all('jit', 'wasm'), expected);
  });

  test(`${name}: faster levels are near, bounds not above`, (t) => {
    timed(body, ({ records }) => {
      const detailed = simulate(records, CHIP).executionCycles;
      const interval = intervalOf(records, CHIP.values).cycles;
      t.true(Math.abs(interval / detailed - 1) < 0.25, `${interval} and ${detailed}`);
      const [bound, cycles] = largest(boundsOf(records, CHIP.values));
      t.true(cycles > 0 && cycles <= detailed, `${bound}: ${cycles} and ${detailed}`);
    });
  });
}

test('the first instruction that reads a loaded register waits for it, those before do not', (t) => {
  const waited = waits(`ld_global_u32 $s1, [$d0];
  xor_b32 $s2, $s0, 3;
  or_b32 $s3, $s2, $s0;
  sub_u32 $s4, $s1, $s3;
  st_global_u32 $s4, [$d0];`);
  t.true(waited['sub_u32']! > 1000);
  t.deepEqual(
    ['xor_b32', 'or_b32', 'st_global_b32'].filter((name) => name in waited),
    [],
  );
});

test('an instruction that overwrites a register waits for the load of it', (t) => {
  const waited = waits('ld_global_u32 $s1, [$d0];\n xor_b32 $s1, $s0, 3;\n st_global_u32 $s1, [$d0];');
  t.true(waited['xor_b32']! > 1000);
});

test('registers of group memory and of a fence', (t) => {
  const group = 'ld_group_u32 $s1, [%own][4];\n not_b32 $s1, $s1;\n st_global_u32 $s1, [$d0];';
  t.true(waits(group, 'waitLds')['not_b32']! > 1000);
  const fence = 'ld_global_u32 $s1, [$d0];\n memfence_scar_agent;\n not_b32 $s2, $s0;\n st_global_u32 $s2, [$d0];';
  const waited = waits(fence);
  t.true(waited['memfence']! > 1000);
  t.false('not_b32' in waited);
});

test('a vector whose elements are moved by the loader is waited for where one is read', (t) => {
  const waited = waits(
    BODIES['vectors that are no registers in a row']!.replace('add_u32 $s9, $s0', 'xor_b32 $s9, $s0'),
  );
  t.false('xor_b32' in waited);
  t.true(waited['add_u32']! > 1000);
});

test('registers of a wavefront are those that HSAIL names', (t) => {
  timed('ld_global_u32 $s1, [$d0];\n st_global_u32 $s1, [$d0];', ({ records }) => {
    // $s0, $s1 and the two words each of $d0 and $d1.
    t.is(records.launch.vgprs, 6);
    t.is(records.launch.sgprs, 0);
  });
});

test('literals take no room in what is fetched', (t) => {
  const fetches = (constant: number): number =>
    timed(`add_u32 $s1, $s0, ${constant};\n`.repeat(64), ({ records }) => {
      const { hits, misses } = simulate(records, CHIP).caches.instruction;
      return hits + misses;
    });
  t.is(fetches(70_000), fetches(7));
});

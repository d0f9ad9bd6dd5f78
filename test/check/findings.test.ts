// A race in each of many accesses: kept and sent findings are bounded, and counted.

import test from 'ava';
import type { Finding, UnnumberedFinding } from '../../src/check/finding.js';
import { Findings } from '../../src/check/findings.js';
import { RaceCheck } from '../../src/check/races.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import type { WorkGroup } from '../../src/emulator/workgroup.js';

const FINDING: UnnumberedFinding = {
  kind: 'race',
  kernel: 'k',
  message: 'race',
  place: { offset: 0, instruction: 's_nop 0' },
  launch: 'call 1',
};

test('a thousand different findings are kept, the others counted, and equal ones described once', (t) => {
  const sent: Finding[] = [];
  let described = 0;
  const findings = new Findings((finding) => sent.push(finding));
  const add = (pc: number): void =>
    findings.add({ kind: 'race', kernel: 'k', pc }, () => {
      described++;
      return FINDING;
    });
  for (let i = 0; i < 300_000; i++) add(i % 3);
  t.is(sent.length, 3);
  for (let pc = 0; pc < 2500; pc++) add(pc);
  t.is(findings.different, 1000);
  t.is(findings.dropped, 1500);
  t.is(described, 1000);
  t.is(sent.length, 1000);
  // The end reports counts that have grown, and only those.
  findings.flush();
  t.is(sent.length, 1003);
  t.deepEqual(
    sent.slice(1000).map(({ count }) => count),
    [100_001, 100_001, 100_001],
  );
});

test('races in each of many accesses take as much memory as the limit permits', (t) => {
  const LIMIT = 1 << 20;
  let races = 0;
  const check = new RaceCheck(LIMIT, () => races++);
  check.launch();
  const wave = (number: number): Wavefront => {
    const workGroup = { number } as WorkGroup;
    check.groupStart(workGroup);
    return { index: 0, workGroup } as Wavefront;
  };
  const ACCESSES = 200_000;
  for (const number of [0, 1]) {
    const w = wave(number);
    for (let i = 0; i < ACCESSES; i++) {
      check.begin();
      check.store(w, 1, { kind: 'store', lane: 0, address: 4 * (i & 4095), size: 4 }, i, false, false);
    }
  }
  t.is(races, 4096);
  t.is(check.forgotten, 0);
  // 4 bytes take 24 of shadow memory: 800 KB of addresses have no room in a MiB.
  const w = wave(2);
  for (let i = 0; i < ACCESSES; i++) {
    check.begin();
    check.store(w, 1, { kind: 'store', lane: 0, address: 4 * i, size: 4 }, i, false, false);
  }
  const pages = Math.ceil((4 * ACCESSES) / 4096);
  t.true(check.forgotten >= pages - LIMIT / (6 * 4096) - 1, String(check.forgotten));
});

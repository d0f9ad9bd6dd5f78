// Stalls in the report of a run, with planted times: sums by kernel, and nothing where nothing was simulated.

import test from 'ava';
import type { ReportedLaunch } from '../../src/report/reported-launch.js';
import { kernelStalls, stallsSection } from '../../src/report/simulated-stalls.js';
import { readConfiguration, reportedConfiguration } from '../../src/timing/config/configuration.js';
import { REASON_NAMES } from '../../src/timing/model/reasons.js';

const launch = (kernel: string, result: object | undefined): ReportedLaunch =>
  ({ kernel, observations: result && { time: { result } } }) as unknown as ReportedLaunch;

const time = (nanoseconds: number, few: object) => {
  const stalls = { ...Object.fromEntries(REASON_NAMES.map((name) => [name, 0])), ...few };
  const slotCycles = Object.values(stalls as Record<string, number>).reduce((a, b) => a + b, 0);
  return { chip: 'tahiti', cycles: 2 * nanoseconds, nanoseconds, slotCycles, stalls };
};

const LAUNCHES = [
  launch('<short>', time(10, { issued: 7 })),
  launch('long', time(1000, { issued: 100, waitVector: 250 })),
  launch('long', time(2000, { issued: 200, waitVector: 250 })),
  launch('long', { estimated: true, chip: 'tahiti', cycles: 9, nanoseconds: 9 }),
  launch('plain', undefined),
];

test('stalls are added up by kernel', (t) => {
  t.deepEqual(kernelStalls(LAUNCHES), [
    {
      kernel: 'long',
      chip: 'tahiti',
      launches: 2,
      cycles: 6000,
      nanoseconds: 3000,
      slotCycles: 800,
      stalls: [
        ['waitVector', 500],
        ['issued', 300],
      ],
    },
    {
      kernel: '<short>',
      chip: 'tahiti',
      launches: 1,
      cycles: 20,
      nanoseconds: 10,
      slotCycles: 7,
      stalls: [['issued', 7]],
    },
  ]);
});

test('the page shows stalls; without --timing it has none', (t) => {
  const section = stallsSection(kernelStalls(LAUNCHES), [reportedConfiguration(readConfiguration('tahiti'))]);
  for (const text of [
    '62.5 %',
    '37.5 %',
    '100.0 %',
    '3.00',
    '&#60;short',
    'loads, stores and atomics of lanes',
    'dram.latencyCycles',
  ])
    t.true(section.includes(text), text);
  t.false(section.includes('<short'));
  t.is(stallsSection(kernelStalls(LAUNCHES.slice(4)), []), '');
});

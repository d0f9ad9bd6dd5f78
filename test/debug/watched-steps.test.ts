// Traces of instructions, against the changes by the interpreter: every changed register is named, no other one is, and
// the accesses that are worked out before the instruction are those that happen. ATOLL_FUZZ sets the number of states
// for each instruction, ATOLL_SEED repeats a run.

import test from 'ava';
import { lanesOf } from '../../src/debug/numbers.js';
import { findRegister } from '../../src/debug/registers.js';
import { HELPERS } from '../../src/isa/helpers.js';
import { printInstruction } from '../../src/isa/print.js';
import { allInstructions, FORMAT_NAMES, southernIslands } from '../isa/southern-islands.js';
import { StepWatcher, type WatchedStep } from './random-step.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 2);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

/** Registers that lines of a trace name, one by one. */
function named(lines: readonly string[]): Set<string> {
  return new Set(
    lines.flatMap((line) => {
      const place = findRegister(southernIslands, line.slice(0, line.indexOf('=')));
      if (typeof place === 'string') return [line];
      return Array.from({ length: place.count }, (_, k) => `${place.bank} ${place.index + k}`);
    }),
  );
}

function changed({ changes }: WatchedStep): Set<string> {
  return new Set([
    ...changes.scalars.map(({ index }) => `scalar ${index}`),
    ...changes.vectors.map(({ register }) => `vgpr ${register}`),
    ...(changes.scc ? ['scc 0'] : []),
    ...(changes.mode ? ['mode 0'] : []),
  ]);
}

/** A pair is named when one of its words changes. */
function neighbours(names: ReadonlySet<string>, lines: readonly string[]): Set<string> {
  const all = new Set(names);
  for (const line of lines) {
    const own = [...named([line])];
    if (own.some((name) => names.has(name))) for (const name of own) all.add(name);
  }
  return all;
}

const text = ({ instruction }: WatchedStep): string =>
  `${printInstruction(instruction)} (${instruction.words.map((word) => word.toString(16)).join(' ')})`;

for (const format of FORMAT_NAMES) {
  test(`${format}: a trace names all registers that change, and no others`, (t) => {
    const watcher = new StepWatcher(SEED);
    let watched = 0;
    for (const def of allInstructions().filter((candidate) => candidate.format === format)) {
      for (let n = 0; n < COUNT; n++) {
        const step = watcher.try(def);
        if (!step || step.outcome === 'fault') continue;
        watched++;
        const happened = changed(step);
        t.deepEqual([...named(step.writes)].sort(), [...neighbours(happened, step.writes)].sort(), text(step));
        t.deepEqual(
          [...happened].filter((name) => !named(step.writes).has(name)),
          [],
          text(step),
        );
      }
    }
    t.true(watched > 0 || format === 'VINTRP' || format === 'EXP');
  });
}

interface PlainAccess {
  readonly kind: string;
  readonly lane: number;
  readonly address: number;
  readonly size: number;
}

const order = (a: PlainAccess, b: PlainAccess): number =>
  a.lane - b.lane || a.kind.localeCompare(b.kind) || a.address - b.address || a.size - b.size;

function expectedAccesses({ groups }: WatchedStep): PlainAccess[] {
  return groups.flatMap(({ kind, bits, scalar, mask, addresses }) =>
    lanesOf(mask).map((lane) => ({ kind, lane: scalar ? -1 : lane, address: addresses[lane]!, size: bits / 8 })),
  );
}

for (const format of ['SMRD', 'DS', 'MUBUF'] as const) {
  test(`${format}: the accesses that a trace foresees are those that happen`, (t) => {
    const watcher = new StepWatcher(SEED);
    let compared = 0;
    for (const def of allInstructions().filter((candidate) => candidate.format === format)) {
      if (def.semantics.some((statement) => statement.kind === 'helper' && !HELPERS.get(statement.name)?.refusal))
        continue;
      for (let n = 0; n < COUNT; n++) {
        const step = watcher.try(def);
        if (!step || step.outcome === 'fault') continue;
        const happened = step.accesses.map(({ kind, lane, address, size }) => ({ kind, lane, address, size }));
        compared += happened.length;
        t.deepEqual(expectedAccesses(step).sort(order), happened.sort(order), text(step));
      }
    }
    t.true(compared > 100);
  });
}

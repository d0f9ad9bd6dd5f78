// The same BRIG as HSAIL and as GCN3, by turns, on one thread: kernels of different kinds, and the programs of the
// study (benchmarks/abstraction): `node dist/benchmarks/hsail/main.js [--turns N] [--json]`.

import { setTimeout as pause } from 'node:timers/promises';
import { chipById } from '../../src/chips/chips.js';
import { finalizeBrig } from '../../src/compiler/finalize.js';
import type { EngineName } from '../../src/config/engine-names.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { readImage } from '../../src/library/image.js';
import { executedForm, finalizedForm } from '../abstraction/forms.js';
import { expectSame, studyText } from '../abstraction/measure.js';
import { PROGRAMS as STUDY } from '../abstraction/programs.js';
import type { StudyProgram } from '../abstraction/study.js';
import { countOf, runCommand } from '../command.js';
import { type Contender, KernelContender, StudyContender } from './contenders.js';
import { type HsailBenchmark, PROGRAMS } from './programs.js';

const USAGE = `usage: main.js [options]
  --turns N        launches of each (default 12), of which the fastest counts
  --engine NAME    wasm (compiled at the first launch), jit, native, interp or oracle (default wasm)
  --only NAME      of the programs
  --json           print JSON`;

const DEVICE = 'fiji';

/** A program in both forms. */
interface Comparison {
  readonly name: string;
  readonly gcn3: Contender;
  readonly il: Contender;
  /** @throws Error where results differ */
  readonly expectSame: (il: Uint8Array, gcn3: Uint8Array) => void;
}

interface Row {
  readonly program: string;
  readonly gcn3: number;
  readonly il: number;
  readonly gcn3Instructions: number;
  readonly ilInstructions: number;
  /** Speed of HSAIL as a part of that of GCN3. */
  readonly ratio: number;
}

/** The host's compiler optimises beside this thread: until so many turns are no faster than those before. */
const STEADY_TURNS = 3;
const MAX_TURNS_BEFORE = 16;
const PAUSE_MS = 1000;
/** A turn that takes less than this share of the fastest one is faster. */
const FASTER = 0.8;

async function warmUp(contenders: readonly Contender[]): Promise<void> {
  let [fastest, steady] = [Infinity, -1];
  for (let turn = 0; turn < MAX_TURNS_BEFORE && steady < STEADY_TURNS; turn++) {
    let total = 0;
    for (const contender of contenders) {
      total += (await contender.run()).milliseconds;
      await pause(PAUSE_MS);
    }
    steady = total < FASTER * fastest ? 0 : steady + 1;
    fastest = Math.min(fastest, total);
  }
}

async function kernelComparison(program: HsailBenchmark, engine: EngineName): Promise<Comparison> {
  const chip = chipById(DEVICE)!;
  await loadIsa(chip.target);
  const brig = assemble(program.text);
  const { codeObject } = await finalizeBrig([{ name: program.name, bytes: brig }], chip);
  return {
    name: program.name,
    gcn3: new KernelContender(readImage(codeObject).kernels[0]!, program, engine),
    il: new KernelContender(readImage(brig).kernels[0]!, program, engine),
    expectSame: (il, gcn3) => {
      if (!Buffer.from(il).equals(gcn3)) throw new Error(`${program.name}: the two forms differ`);
    },
  };
}

async function studyComparison(program: StudyProgram, engine: EngineName): Promise<Comparison> {
  const text = await studyText(program);
  return {
    name: program.name,
    gcn3: new StudyContender(await finalizedForm(text), program, engine),
    il: new StudyContender(executedForm(text), program, engine),
    expectSame: (il, gcn3) => expectSame(program, il, gcn3),
  };
}

async function compare({ name, gcn3, il, expectSame: expectEqual }: Comparison, turns: number): Promise<Row> {
  const best = { gcn3: { milliseconds: Infinity, instructions: 0 }, il: { milliseconds: Infinity, instructions: 0 } };
  const sides = [
    ['gcn3', gcn3],
    ['il', il],
  ] as const;
  try {
    await warmUp([gcn3, il]);
    for (let turn = 0; turn < turns; turn++)
      for (const [side, contender] of turn % 2 === 0 ? sides : sides.toReversed()) {
        const run = await contender.run();
        if (run.milliseconds < best[side].milliseconds) best[side] = run;
      }
    expectEqual(il.results(), gcn3.results());
  } finally {
    await gcn3.close();
    await il.close();
  }
  const ratio = best.gcn3.milliseconds / best.il.milliseconds;
  const counts = { gcn3Instructions: best.gcn3.instructions, ilInstructions: best.il.instructions };
  return { program: name, gcn3: best.gcn3.milliseconds, il: best.il.milliseconds, ...counts, ratio };
}

const rowText = ({ program, gcn3, il, gcn3Instructions, ilInstructions, ratio }: Row): string =>
  `${program}: GCN3 ${gcn3.toFixed(2)} ms (${gcn3Instructions} wave-instructions), HSAIL ${il.toFixed(2)} ms ` +
  `(${ilInstructions}), speed ${ratio.toFixed(2)}\n`;

await runCommand({
  usage: USAGE,
  options: {
    turns: { type: 'string', default: '12' },
    engine: { type: 'string', default: 'wasm' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
  run: async ({ turns, engine, only, json }) => {
    const isChosen = ({ name }: { readonly name: string }): boolean => name.includes(only);
    const comparisons = [
      ...PROGRAMS.filter(isChosen).map((program) => () => kernelComparison(program, engine as EngineName)),
      ...STUDY.filter(isChosen).map((program) => () => studyComparison(program, engine as EngineName)),
    ];
    const rows: Row[] = [];
    for (const prepare of comparisons) {
      const row = await compare(await prepare(), countOf('turns', turns));
      rows.push(row);
      if (!json) process.stdout.write(rowText(row));
    }
    if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  },
});

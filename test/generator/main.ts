#!/usr/bin/env node
// The generator's command line: campaigns, the text of a program, the reduction of a failure.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { ownNode } from '../../src/util/paths.js';
import { runCampaign } from './campaign.js';
import type { Failure } from './compare.js';
import { buildHost } from './host/build-host.js';
import { compilersOf, ENGINE_SETUPS, engineNames, GENERATOR_ENGINES } from './host/engines.js';
import { makeProgram, printProgram } from './language/program.js';
import { reduceFailure } from './reduce.js';

interface Options {
  readonly seed: string;
  readonly count: string;
  readonly engines: string;
  readonly clang: readonly string[];
  readonly device?: string;
  readonly node: string;
  readonly kernels: string;
  readonly batch: string;
  readonly jobs: string;
  readonly hangSeconds: string;
  readonly buildOptions?: string;
  readonly record?: string;
  readonly json?: boolean;
  readonly print?: boolean;
  readonly reduce?: boolean;
}

const describe = ({ seed, engine, what, text }: Failure): string =>
  `seed ${seed}, ${engine}: ${what}: ${text.trimEnd()}`;
const report = (text: string): void => void process.stderr.write(`${text}\n`);

const program = new Command('generator')
  .description(
    'generates OpenCL programs by seed, runs them on Atoll and on the system, and compares the results bit for bit',
  )
  .option('--seed <n>', 'of the first program; the others follow', '1')
  .option('--count <n>', 'kernels', '200')
  .option(
    '--engines <names>',
    `separated by commas; the first is the reference: ${GENERATOR_ENGINES.join(', ')}`,
    'pocl,jit,wasm,kept,turbofan,native,interp,oracle',
  )
  .option(
    '--clang <path...>',
    'the compiler that Atoll uses; default the best one installed. LABEL=PATH for engines that are called jit@LABEL',
    [],
  )
  .option('--device <chip>', 'the chip that Atoll simulates, whose code it then compiles: tahiti, fiji, vega10, ...')
  .option('--node <path>', 'the Node that Atoll runs on', ownNode())
  .option('--kernels <n>', 'kernels of a program', '4')
  .option('--batch <n>', 'programs of a process', '10')
  .option('--jobs <n>', 'engines that run at a time', String(Math.min(2, availableParallelism())))
  .option('--hang-seconds <seconds>', 'processor time without output after which a program counts as hung', '300')
  .option('--build-options <text>', 'options of clBuildProgram, besides the usual ones')
  .option('--record <file>', 'notes each batch in a file; what it has of the same campaign is not run again')
  .option('--json', 'print JSON: kernels, seconds by engine, failures')
  .option('--print', 'print the text of the program of --seed, and end')
  .option('--reduce', 'make the first failure of the program of --seed small, and print its text')
  .addHelpText(
    'after',
    `\nEngines:\n${GENERATOR_ENGINES.map((name) => `  ${name.padEnd(10)}${ENGINE_SETUPS[name as 'jit'].text}`).join('\n')}\n
Exit status: 0, 1 when something failed.
Example: generator --seed 1 --count 400 --engines pocl,jit,oracle --clang /usr/bin/clang-16`,
  );

async function reduce(options: Options): Promise<number> {
  const caches = mkdtempSync(join(tmpdir(), 'atoll-generator-caches-'));
  try {
    const settings = { ...settingsOf(options), caches };
    const reduced = await reduceFailure(Number(options.seed), Number(options.kernels), settings, report);
    if (!reduced) {
      report('nothing fails');
      return 0;
    }
    process.stdout.write(`// ${describe(reduced.failure).replaceAll('\n', '\n// ')}\n${reduced.text}`);
    return 1;
  } finally {
    rmSync(caches, { recursive: true, force: true });
  }
}

const settingsOf = ({ engines, clang, device, node, jobs, hangSeconds, buildOptions }: Options) => ({
  engines: engineNames(engines, compilersOf(clang)),
  compilers: compilersOf(clang),
  device,
  node,
  host: buildHost(),
  jobs: Number(jobs),
  hangSeconds: Number(hangSeconds),
  options: buildOptions,
});

async function main(options: Options): Promise<number> {
  const [seed, kernelsPerProgram] = [Number(options.seed), Number(options.kernels)];
  if (options.print) {
    process.stdout.write(printProgram(makeProgram(seed, kernelsPerProgram)));
    return 0;
  }
  if (options.reduce) return reduce(options);
  const settings = {
    ...settingsOf(options),
    seed,
    count: Number(options.count),
    kernelsPerProgram,
    record: options.record,
  };
  const result = await runCampaign({ ...settings, programsPerBatch: Number(options.batch) }, (soFar, failures) => {
    for (const failure of failures) report(describe(failure));
    const times = Object.entries(soFar.seconds).map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`);
    report(`${soFar.kernels} kernels, ${soFar.failures.length} failures (${times.join(', ')})`);
  });
  if (options.json) process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  return result.failures.length > 0 ? 1 : 0;
}

const options = program.parse().opts<Options>();
// An interrupted reduction prints its result so far.
if (!options.reduce) for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.exitCode = await main(options);

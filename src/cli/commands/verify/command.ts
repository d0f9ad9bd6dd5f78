// The arguments and options of `atoll verify`: a run in lock step with another OpenCL, or with other compilations.

import { type Command, InvalidArgumentError } from 'commander';
import { CommandGroup } from '../../command-line/command-group.js';
import { runOptions } from '../../command-line/options.js';

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number.');
}

async function verify(argv: readonly string[], flags: Readonly<Record<string, unknown>>): Promise<void> {
  const [{ runPlanOf, run }, { verification }] = await Promise.all([import('../run/run.js'), import('./verify.js')]);
  const { compilers, bisect, ...others } = flags;
  if (compilers !== undefined) {
    const plan = await runPlanOf(others);
    const selected = {
      compilers: String(compilers),
      json: flags['json'] as string | undefined,
      bisect: Number(bisect),
    };
    return run(argv, (await import('./verify-compilers.js')).verifyCompilers(plan, selected));
  }
  await run(argv, { ...(await runPlanOf(flags)), verify: verification(flags['json'] as string | undefined) });
}

export function define(atoll: Command): void {
  const command = atoll
    .command('verify')
    .helpGroup(CommandGroup.INSPECT)
    .description(
      'run a program, execute each launch on another OpenCL as well, and report differences; as atoll run --lockstep jit,opencl',
    )
    .passThroughOptions()
    .option('--json <file>', 'write the table as JSON')
    .option(
      '--compilers <list>',
      'compare compilations instead, the first with each other one: [VERSION][:O0|O1|O2|O3][:-PASS], as 22:O2,22:O0 or 16,19,22',
    )
    .option('--bisect <n>', 'with --compilers: number of differences whose pass is searched', wholeNumber, 8);
  runOptions(command)
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nExit status: the program's own; if that is 0: 1 if launches differ, or none was compared.\nExamples: atoll verify --lockstep jit,opencl:pocl -- ./FFT -verify\n          atoll verify --compilers 22:O2,22:O0 -- ./FFT -verify",
    )
    .action((file: string, rest: string[], flags: Record<string, unknown>) => {
      const preset = flags['compilers'] === undefined ? { lockstep: 'jit,opencl' } : {};
      return verify([file, ...rest], { ...preset, ...flags });
    });
}

// The arguments and options of `atoll run`, and of `atoll check`, which runs too.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { runOptions } from '../../command-line/options.js';

type Action = (argv: readonly string[], flags: Readonly<Record<string, unknown>>) => Promise<void>;

/** Options that `atoll debug` has unless others are given: it stops at every launch, and knows the source. */
const DEBUG_PRESETS = { debugInfo: true, break: '*' } as const;

/** `atoll debug`: a run that stops. */
export function debugCommand(atoll: Command, action: Action): void {
  runOptions(atoll.command('debug'))
    .description(
      'run a program under the debugger, built with -g, and stop at its first kernel; as atoll run -g --break',
    )
    .passThroughOptions()
    .option('--dap', 'speak the Debug Adapter Protocol on standard input and output, for editors (docs/editors.md)')
    .argument('[program]', 'executable, looked up in PATH; with --dap the editor may name it')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll debug --break program.cl:12 -- ./MatrixMultiplication -verify')
    .action((file: string | undefined, rest: string[], flags: Record<string, unknown>) =>
      action(file === undefined ? [] : [file, ...rest], { ...DEBUG_PRESETS, ...flags }),
    );
}

export function runCommand(atoll: Command, action: Action): void {
  runOptions(atoll.command('run'))
    .description('run a program; what follows -- is the program and its arguments')
    .passThroughOptions()
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll run --summary -- ./MatrixMultiplication -verify')
    .action((file: string, rest: string[], flags: Record<string, unknown>) => action([file, ...rest], flags));
}

/** `atoll serve`: a run that browsers watch. */
export function serveCommand(atoll: Command, action: Action): void {
  runOptions(atoll.command('serve'))
    .description(
      'run a program, built with -g, and show in a browser what its kernels do: progress, pause, inspect, stop',
    )
    .passThroughOptions()
    .option('--listen <address>', 'HOST:PORT, or :PORT of this machine only', ':0')
    .option('--stay', 'stay when the program has ended, until the page or Ctrl-C says that it is enough')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nThe address to open is printed first; it has a token that others do not know. Exit status: the program's own.\nExample: atoll serve -- ./MatrixMultiplication -verify",
    )
    .action((file: string, rest: string[], flags: Record<string, unknown>) =>
      action([file, ...rest], { debugInfo: true, ...flags }),
    );
}

/** `atoll verify`: a run in lock step with another OpenCL, or with other compilations. */
export function verifyCommand(atoll: Command, action: Action): void {
  runOptions(atoll.command('verify'))
    .description(
      'run a program, have each launch executed by another OpenCL, too, and say where they differ; as atoll run --lockstep jit,opencl',
    )
    .passThroughOptions()
    .option('--json <file>', 'write the table as JSON')
    .option(
      '--compilers <list>',
      'compare compilations instead, the first beside each other one: [VERSION][:O0|O1|O2|O3][:-PASS], as 22:O2,22:O0 or 16,19,22',
    )
    .option('--bisect <n>', 'with --compilers: look for the pass of so many differences', wholeNumber, 8)
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nExit status: the program's own; when that is 0: 1 when launches differ, or none was compared.\nExamples: atoll verify --lockstep jit,opencl:pocl -- ./FFT -verify\n          atoll verify --compilers 22:O2,22:O0 -- ./FFT -verify",
    )
    .action((file: string, rest: string[], flags: Record<string, unknown>) => {
      const preset = flags['compilers'] === undefined ? { lockstep: 'jit,opencl' } : {};
      return action([file, ...rest], { ...preset, ...flags });
    });
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number.');
}

/** Of `atoll check`; kinds of findings are named in src/check/finding.ts, which only a check loads. */
export function checkCommand(atoll: Command, action: Action): void {
  runOptions(atoll.command('check'))
    .description(
      'run a program and report what its kernels do wrong: bounds, races, uninitialised memory, barriers, atomics',
    )
    .passThroughOptions()
    .option('--kinds <list>', 'what to look for, separated by commas (default: all but nan and division-by-zero)')
    .option('--also <list>', 'look for these too: nan, division-by-zero')
    .option('--without <list>', 'do not look for these')
    .option('--suppressions <file>', 'findings that are known: one pattern a line (docs/checking.md)')
    .option('--json <file>', 'write the findings as JSON; - is standard error')
    .option('--sarif <file>', 'write the findings as SARIF 2.1.0; - is standard error')
    .addOption(
      new Option(
        '--error-exitcode <status>',
        'exit status when something was found and the program ended with 0',
      ).default('1'),
    )
    .option('--shadow-memory <MiB>', 'memory for who accessed what last', '1024')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText(
      'after',
      "\nExit status: the program's own; when that is 0 and something was found, that of --error-exitcode.\nExample: atoll check --sarif findings.sarif -- ./MatrixMultiplication -verify",
    )
    .action((file: string, rest: string[], flags: Record<string, unknown>) => action([file, ...rest], flags));
}

/** Of `atoll record`. */
export function recordCommand(atoll: Command, action: Action): void {
  runOptions(atoll.command('record'))
    .description('run a program and keep launches of its kernels in a file, for atoll replay')
    .passThroughOptions()
    .requiredOption('-o, --output <file>', 'write the recording here')
    .option('--kernel <name>', 'only launches of this kernel count')
    .option('--launch <n>', 'which launch, from 1 on, or several: 3-7', '1')
    .option('--blocks', 'keep what its wavefronts execute instead of memory, for atoll time')
    .argument('<program>', 'executable, looked up in PATH')
    .argument('[arguments...]', 'its arguments')
    .addHelpText('after', '\nExample: atoll record -o launch.rec --kernel mmmKernel -- ./MatrixMultiplication')
    .action((file: string, rest: string[], flags: Record<string, unknown>) => action([file, ...rest], flags));
}

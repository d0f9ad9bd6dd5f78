// All commands: names them, and loads the one that is asked for.

import { Argument, type Command, Option } from 'commander';
import { DEFAULT_CHIP, llvmNames } from '../chips/chips.js';
import { atollCommand, execute } from './command-line/atoll-command.js';
import { checkExactness } from './command-line/byte-options.js';
import { REPLAY_OPTIONS, runOptions } from './command-line/options.js';
import { endWithOutput } from './command-line/output.js';
import { several } from './command-line/repeatable-option.js';
import { benchCommands, sweepCommands } from './commands/bench/bench-commands.js';
import { boardCommands } from './commands/board/board-commands.js';
import type { CacheFlags } from './commands/cache/cache.js';
import type { CcFlags } from './commands/cc/cc.js';
import type { ChipFlags } from './commands/chip/chip.js';
import type { CompilersListFlags } from './commands/compilers/compilers.js';
import type { CoverageFlags } from './commands/coverage/coverage.js';
import type { DoctorFlags } from './commands/doctor/doctor.js';
import type { ExecFlags } from './commands/exec/exec.js';
import { KERNEL_EXAMPLE, KERNEL_VALUES } from './commands/kernel/help.js';
import type { KernelFlags } from './commands/kernel/kernel.js';
import { deviceCommands } from './commands/record-device/device-commands.js';
import type { ReportFlags } from './commands/report/report.js';
import { checkCommand, debugCommand, recordCommand, runCommand, serveCommand } from './commands/run/guest-commands.js';
import type { RunPlan } from './commands/run/run-plan.js';
import type { TimeFlags } from './commands/time/flags.js';
import { isRecording } from './inputs/recording-input.js';

const CLANG_TEXT = 'the compiler; auto: the best one that there is, a tested one first [ATOLL_CLANG]';

/** The command line with all its commands. */
export function program(): Command {
  const atoll = atollCommand();
  atoll.hook('preAction', (_, command) => checkExactness(command));
  runCommand(atoll, async (argv, flags) => {
    const { orderOf, run } = await import('./commands/run/run.js');
    await run(argv, await orderOf(flags));
  });

  checkCommand(atoll, async (argv, flags) => {
    const [{ orderOf, run }, { checkOf }] = await Promise.all([
      import('./commands/run/run.js'),
      import('./commands/check/check.js'),
    ]);
    const order = await orderOf(flags, checkOf(flags));
    if (isRecording(argv)) await replay(argv, order);
    else await run(argv, order);
  });

  debugCommand(atoll, async (argv, { dap, ...flags }) => {
    if (dap) return (await import('./commands/debug/debug-adapter.js')).serveEditor(argv);
    const { orderOf, run } = await import('./commands/run/run.js');
    const terminal = (await import('./commands/debug/editor-terminal.js')).takeEditor();
    const order = { ...(await orderOf(flags)), terminal };
    if (isRecording(argv)) await replay(argv, order);
    else await run(argv, order);
  });

  serveCommand(atoll, async (argv, flags) => {
    const [{ orderOf, run }, { liveOf }] = await Promise.all([
      import('./commands/run/run.js'),
      import('./commands/serve/serve.js'),
    ]);
    const order = await orderOf(flags);
    await run(argv, { ...order, live: liveOf(flags, order.settings) });
  });

  recordCommands(atoll);
  deviceCommands(atoll);
  boardCommands(atoll);
  timingCommands(atoll);

  atoll
    .command('doctor')
    .description('check what Atoll needs on this machine, and print the fix for what is missing')
    .option('--clang <path>', CLANG_TEXT)
    .option('--json', 'print JSON')
    .action(async (flags: DoctorFlags) => (await import('./commands/doctor/doctor.js')).doctor(flags));

  runOptions(atoll.command('config'))
    .description('print the options that would apply, and where each comes from')
    .option('--json', 'print JSON')
    .action(async (flags: Record<string, unknown>) => (await import('./commands/config/config.js')).config(flags));

  atoll
    .command('completions')
    .description('print the completions of a shell')
    .addArgument(new Argument('<shell>', 'which').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', '\nExample: atoll completions bash >~/.local/share/bash-completion/completions/atoll')
    .action(async (shell: 'bash' | 'zsh' | 'fish') =>
      (await import('./shell/print-completions.js')).printCompletions(shell, atoll),
    );

  traceCommands(atoll);
  coverageCommands(atoll);
  reportCommand(atoll);
  isaCommands(atoll);
  compilerCommands(atoll);
  benchCommands(atoll);
  sweepCommands(atoll);
  return atoll;
}

/** Recorded launches in the place of a program, whose first argument would be the number of one of them. */
async function replay([file = '', launch]: readonly string[], order: RunPlan): Promise<void> {
  await (await import('./commands/replay/replay.js')).replayFile({ file, launch, compares: false }, order);
}

/** Commands about single launches. */
function recordCommands(atoll: Command): void {
  recordCommand(atoll, async (argv, flags) => {
    const [{ orderOf, run }, { recordOf }] = await Promise.all([
      import('./commands/run/run.js'),
      import('./commands/record/record.js'),
    ]);
    await run(argv, await orderOf(flags, undefined, recordOf(flags)));
  });
  runOptions(atoll.command('replay'), REPLAY_OPTIONS)
    .description('run recorded launches again, without their program, and compare memory after them')
    .argument('<file>', 'of atoll record')
    .option('--launch <n>', 'only this one of the launches in the file')
    .addHelpText(
      'after',
      '\nExit status: 0 equal, 1 different, 125 when the file cannot be used, or another one not be written.\natoll check FILE and atoll debug FILE look at recorded launches as at those of programs.',
    )
    .action(async (file: string, flags: Record<string, unknown>) => {
      const [{ orderOf }, { replayFile }] = await Promise.all([
        import('./commands/run/run-plan.js'),
        import('./commands/replay/replay.js'),
      ]);
      const launch = flags['launch'] as string | undefined;
      await replayFile({ file, launch, compares: true }, await orderOf(flags));
    });
}

const collect = (text: string, before: readonly string[] = []): string[] => [...before, text];

/** Commands about the model of time. */
function timingCommands(atoll: Command): void {
  atoll
    .command('time')
    .description('simulate the time of recorded launches, on one chip or on several, on all processors')
    .argument('<files...>', 'of atoll record --blocks')
    .option(
      '--chip <name>',
      'a chip of atoll chip, or the path of a configuration file; several times: each (default: one that executes the recorded code)',
      collect,
    )
    .option(
      '--vary <parameter=values>',
      'with each of these values, as in l1.bytes=16384,32768; several times: each with each',
      collect,
    )
    .option('--level <names>', 'bounds, interval, sampled, detailed, separated by commas (default: detailed)')
    .option('--jobs <n>', 'simulations at a time (default: as many as there are processors)')
    .option(
      '--part <k/n>',
      'only the k-th of n parts of all simulations, as --part $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT',
    )
    .option(
      '--threads <n>',
      'threads of one simulation at the detailed level (default: one for each processor, at most 4)',
    )
    .option('--by-instruction', 'also where the cycles of each instruction went')
    .option('--by-line', 'also those of each line of the source; of a program that was built with -g')
    .option('--timeline <file>', 'write what each slot of each compute unit held when, for ui.perfetto.dev')
    .option('--html <file>', 'write a page about it: roofline, stalls, memory, occupancy; of several chips compared')
    .option('--json', 'print JSON, with the resolved configuration')
    .option('--csv', 'print CSV')
    .addHelpText(
      'after',
      '\nExample: atoll time launch.blocks --vary l1.bytes=8192,16384,32768 --level interval,detailed',
    )
    .action(async (files: string[], flags: TimeFlags) => (await import('./commands/time/time.js')).time(files, flags));
  atoll
    .command('chip')
    .description('list the chips that the timing model knows, or print one with the source of each value')
    .argument('[name]', 'a chip, or the path of a configuration file')
    .option('--schema', 'print the JSON schema of configuration files')
    .option('--multi2sim <files>', "make a configuration of Multi2Sim's si-config,mem-config")
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, flags: ChipFlags) =>
      (await import('./commands/chip/chip.js')).chip(name, flags),
    );
}

/** Commands about traces of instructions. */
function traceCommands(atoll: Command): void {
  const trace = atoll.command('trace').description('read traces of instructions (atoll run --trace-isa)');
  trace
    .command('diff')
    .description('find the first difference of two traces: of two runs, machines or engines')
    .argument('<a>', 'a trace')
    .argument('<b>', 'another one, of the same form')
    .addHelpText('after', '\nExit status: 0 alike, 1 different, 125 when a trace cannot be read.')
    .action(async (a: string, b: string) => (await import('./commands/trace/trace.js')).diffTraces(a, b));
  trace
    .command('show')
    .description('print a trace as text')
    .argument('<file>', 'a trace')
    .action(async (file: string) => (await import('./commands/trace/trace.js')).showTrace(file));
}

/** Commands about coverage. */
function coverageCommands(atoll: Command): void {
  const coverage = atoll.command('coverage').description('merge and report what atoll run --coverage has written');
  coverage
    .command('merge')
    .description('add up the coverage of several runs')
    .argument('<files...>', 'of atoll run --coverage')
    .requiredOption('-o, --output <file>', 'write the sum here')
    .action(async (files: string[], flags: { output: string }) =>
      (await import('./commands/coverage/coverage.js')).mergeFiles(files, flags),
    );
  coverage
    .command('report')
    .description('say which lines, instructions and opcodes were executed')
    .argument('<files...>', 'of atoll run --coverage; several are added up')
    .option('--lcov <file>', "write lcov's tracefile, and the sources beside it")
    .option('--html <file>', 'write a page with sources and instructions')
    .option('--opcodes', 'opcodes, forms of operands and modes, and what was never executed')
    .option('--json', 'print JSON')
    .action(async (files: string[], flags: CoverageFlags) =>
      (await import('./commands/coverage/coverage.js')).reportFiles(files, flags),
    );
}

function reportCommand(atoll: Command): void {
  atoll
    .command('report')
    .description('compare two runs: kernels, launches, counts, times, instruction mix, lines')
    .argument('<a>', 'of atoll run --report-json; with -g it has lines')
    .argument('<b>', 'another one')
    .option('-o, --output <file>', 'write a page instead of text')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample: atoll run -g --report-json a.json -- ./program; atoll report a.json b.json -o diff.html',
    )
    .action(async (a: string, b: string, flags: ReportFlags) =>
      (await import('./commands/report/report.js')).report(a, b, flags),
    );
}

const GPU_TEXT = `instruction set of a chip: ${llvmNames().join(', ')}, or another name of it`;

/** Commands about instructions. */
function isaCommands(atoll: Command): void {
  atoll
    .command('isa')
    .description('print the instruction set: format, opcode, syntax, meaning, support')
    .argument('[filter]', 'part of a mnemonic, or a format (SOP2, DS, ...)')
    .option('--gpu <chip>', GPU_TEXT, DEFAULT_CHIP.llvm)
    .option('--semantics', 'with pseudo-code')
    .option('--json', 'print JSON')
    .action(async (filter: string | undefined, flags: object) =>
      (await import('./commands/isa/isa.js')).isa(filter, flags),
    );
  atoll
    .command('disasm')
    .description('disassemble CAL images, raw files of code, or words in hexadecimal')
    .argument('<inputs...>', 'files, or words')
    .option('--gpu <chip>', GPU_TEXT, DEFAULT_CHIP.llvm)
    .option('--kernel <name>', 'only this kernel of an image')
    .option('--check', 'list what would fault; status 1 when there is something')
    .option('--json', 'print JSON')
    .action(async (inputs: string[], flags: object) =>
      (await import('./commands/disasm/disasm.js')).disasm(inputs, flags),
    );
  atoll
    .command('asm')
    .description('assemble a file of assembly text')
    .argument('<file>', 'assembly text')
    .option('--gpu <chip>', GPU_TEXT, DEFAULT_CHIP.llvm)
    .option('-o, --output <file>', 'write the code here; without it the words are printed')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: object) => (await import('./commands/asm/asm.js')).asm(file, flags));
  execCommand(atoll);
}

function execCommand(atoll: Command): void {
  atoll
    .command('exec')
    .description('run a fragment of assembly on one wavefront and print the state that changed')
    .argument('<file>', 'assembly text; - reads standard input')
    .option('--gpu <chip>', GPU_TEXT, DEFAULT_CHIP.llvm)
    .option('--sgpr <list>', 'scalar registers: s0=1,s[2:3]=0x40000000', several)
    .option('--vgpr <list>', 'vector registers: v0=1.0,v1[3]=7,v2=lane*4; the others are 0', several)
    .option('--mem <range>', 'memory: file@address, zero:bytes@address or words:1,2,3@address', several)
    .option('--exec <mask>', 'EXEC; default all lanes')
    .option('--vcc <mask>', 'VCC')
    .option('--mode <word>', 'MODE')
    .option('--m0 <word>', 'M0; default the bytes of LDS')
    .option('--lds <bytes>', 'local data share; default all of it')
    .option('--engine <name>', 'what executes the wavefront')
    .option('--max <count>', 'stop after so many instructions')
    .option('--trace', 'print every instruction with operands and changes')
    .option('--json', 'print JSON; a trace then goes to standard error')
    .addHelpText('after', "\nExample: echo 'v_add_f32 v2, v0, v1' | atoll exec - --vgpr v0=1.5,v1=lane")
    .action(async (file: string, flags: ExecFlags) => (await import('./commands/exec/exec.js')).exec(file, flags));
}

/** Commands about programs and images. */
function compilerCommands(atoll: Command): void {
  atoll
    .command('cc')
    .description('compile OpenCL C to a CAL image')
    .argument('<file>', 'OpenCL C source')
    .option('-o, --output <file>', 'write the image here')
    .option('-S', 'print the code of its kernels: Southern Islands assembly')
    .option('--ir', 'print the LLVM IR of its kernels after the front end, linked and optimised')
    .option('--stats', 'print registers, LDS, scratch, code size, occupancy, instruction mix')
    .option('--json', 'print JSON: the statistics, and with --ir and -S those texts too')
    .option('--device <name>', 'the chip', DEFAULT_CHIP.id)
    .option('--options <text>', 'build options, as clBuildProgram takes them')
    .option('--no-cache', 'do not use the compile cache')
    .option('--cache-dir <folder>', 'where the compile cache is')
    .option('--clang <path>', CLANG_TEXT)
    .addHelpText(
      'after',
      "\nExit status: 0, 1 when the source or the options are wrong, 125 when there is no compiler.\nExample: atoll cc kernel.cl --options '-DN=4 -cl-mad-enable' --stats -S",
    )
    .action(async (file: string, flags: CcFlags) => (await import('./commands/cc/cc.js')).cc(file, flags));
  kernelCommand(atoll);
  atoll
    .command('compilers')
    .description('list the versions of clang that there are, or get a private copy of one with its libclc')
    .option('--fetch <version>', "download and unpack Debian's packages of this version, without installing them")
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA private copy is used like an installed compiler; packages of libclc exclude each other, copies do not.\nExit status: 0, 125 when the packages cannot be had.',
    )
    .action(async (flags: CompilersListFlags) => (await import('./commands/compilers/compilers.js')).compilers(flags));
  atoll
    .command('inspect')
    .description('print what a CAL image holds')
    .argument('<file>', 'an image: ours or one of AMD Catalyst')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: object) =>
      (await import('./commands/inspect/inspect.js')).inspect(file, flags),
    );
  atoll
    .command('cache')
    .description('show, clear, complete or carry the compile cache')
    .option('--dir <folder>', 'the cache folder (default: that of atoll run)')
    .option('--clear', 'forget everything')
    .option(
      '--compile',
      'make machine code of all kernels in it for this processor, so that they run at full speed at once',
    )
    .option('--clang <path>', `with --compile: ${CLANG_TEXT}`)
    .addOption(
      new Option(
        '--export <file>',
        'write all of it into one file, for another machine or user (-: standard output)',
      ).conflicts(['import', 'clear', 'compile']),
    )
    .addOption(
      new Option(
        '--import <file>',
        'take what is in such a file (-: standard input): only from someone you trust, for machine code in it is executed',
      ).conflicts(['clear', 'compile']),
    )
    .option('--json', 'print JSON')
    .addOption(new Option('--kernels <names>').hideHelp())
    .addOption(new Option('--background').hideHelp())
    .addHelpText(
      'after',
      '\nExit status: 0, 1 when a kernel cannot be compiled or a file is no entry of a cache, 125 when there is no compiler or no such file.',
    )
    .action(async (flags: CacheFlags) => (await import('./commands/cache/cache.js')).cache(flags));
}

function kernelCommand(atoll: Command): void {
  atoll
    .command('kernel')
    .description('run one kernel over arrays, without a host program')
    .argument('<file>', 'OpenCL C source, a CAL image, or an HSA code object; - reads standard input')
    .requiredOption('-g, --global <size>', 'work-items: x, or x,y, or x,y,z')
    .option('-k, --kernel <name>', 'which kernel; not needed where there is one')
    .option('-l, --local <size>', 'work-items of a work-group (default: chosen)')
    .option('--offset <size>', 'global offset')
    .option('-a, --arg <value>', 'the next argument of the kernel, or name=value', several)
    .option('-o, --output <name=file>', 'write the bytes of an array after the launch', several)
    .option('--expect <name=file>', 'compare an array with the bytes of a file', several)
    .option('--tolerance <number>', 'how far real numbers may be off, relative above 1', '0')
    .option('--engine <name>', 'what executes wavefronts')
    .option('--device <name>', 'the chip', DEFAULT_CHIP.id)
    .option('--options <text>', 'build options, as clBuildProgram takes them')
    .option('--no-cache', 'do not use the compile cache')
    .option('--cache-dir <folder>', 'where the compile cache is')
    .option('--clang <path>', CLANG_TEXT)
    .option('--json', 'print JSON: numbers of the launch, and all elements of the arrays')
    .addHelpText('after', () => `${KERNEL_VALUES}\n\n${KERNEL_EXAMPLE}`)
    .action(async (file: string, flags: KernelFlags) =>
      (await import('./commands/kernel/kernel.js')).kernel(file, flags),
    );
}

const WITH_GUESTS = ['run', 'check', 'debug', 'record', 'replay', 'verify', 'record-device', 'replay-device'];

/** Executes this process's command line. */
export function main(): Promise<void> {
  // Streams are a guest's, too: to look at them is not for us.
  // These leave their output to a guest.
  if (!WITH_GUESTS.includes(process.argv[2] ?? '')) endWithOutput();
  return execute(program());
}

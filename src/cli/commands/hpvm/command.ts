// The arguments and options of `atoll hpvm`.

import type { Command } from 'commander';
import { DEFAULT_CHIP } from '../../../chips/chips.js';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import { several } from '../../command-line/repeatable-option.js';
import type { HpvmCcFlags } from './cc.js';
import type { ExploreFlags } from './explore.js';
import type { GraphFlags } from './graph.js';

const FUSE_TEXT = 'merge children of a node: their names, separated by commas; repeatable';

export function define(atoll: Command): void {
  const hpvm = atoll
    .command('hpvm')
    .helpGroup(CommandGroup.CODE)
    .description('compile HPVM-C programs, print and check their dataflow graphs, explore mappings');
  defineCc(hpvm);
  defineExplore(hpvm);
  hpvm
    .command('graph')
    .description('print the graphs that a program launches, and what is wrong with them')
    .argument('<file>', 'C or C++ with hpvm.h, or LLVM IR (.ll)')
    .argument('[options...]', 'options of clang, after --')
    .option('--json', 'print JSON: graphs and problems')
    .option('--dot', 'print the graphs in the language of Graphviz')
    .option('--svg', 'print a picture')
    .option('--fuse <names>', FUSE_TEXT, several, [])
    .option('-o, --output <file>', 'write the output to this file')
    .option('--clang <path>', CLANG_TEXT)
    .addHelpText(
      'after',
      '\nProblems go to standard error. Exit status: 0, 1 if the graphs have errors, 125 if clang rejects the source.\nExample: atoll hpvm graph sgemm.cc --svg -o sgemm.svg -- -DTILE=16',
    )
    .action(async (file: string, options: string[], flags: GraphFlags) =>
      (await import('./graph.js')).graphFile(file, options, flags),
    );
}

function defineCc(hpvm: Command): void {
  hpvm
    .command('cc')
    .description('compile and link a program, with a kernel for each leaf')
    .argument('<words...>', 'sources in C or C++, options of clang')
    .requiredOption('-o, --output <file>', 'write the program to this file')
    .option('--fuse <names>', FUSE_TEXT, several, [])
    .option('--clang <path>', CLANG_TEXT)
    .allowUnknownOption()
    .addHelpText(
      'after',
      '\nNot implemented: tensor targets, one-to-one edges between several instances that are not merged.\nExit status: 0, 1 if the graphs have errors, 125 if clang rejects a source.\nExample: atoll hpvm cc -O2 -Iinclude sgemm.cc -o sgemm && atoll run -- ./sgemm',
    )
    .action(async (words: string[], flags: HpvmCcFlags) => (await import('./cc.js')).cc(words, flags));
}

function defineExplore(hpvm: Command): void {
  hpvm
    .command('explore')
    .description(
      'all mappings of the leaves of a program to CPU, vector code and GPU: time, GPU cycles, bytes; the Pareto front',
    )
    .passThroughOptions()
    .argument('<program>', 'a program that atoll hpvm cc has compiled')
    .argument('[arguments...]', 'its arguments')
    .option('--device <name>', `the simulated GPU (default ${DEFAULT_CHIP.id})`)
    .option('--timing <name>', 'the chip of the timing model (default: that of the GPU)')
    .option('--gpus <n>', 'number of GPUs, each of which a leaf can have', '1')
    .option('--cpu-scale <factor>', "factor of the CPU's measured times", '1')
    .option(
      '--cpu-time <leaf=us>',
      'microseconds of one execution of a leaf on the CPU, instead of the measured time; repeatable',
      several,
      [],
    )
    .option('--all', 'print all mappings, not only the front and uniform ones')
    .option('--json', 'print JSON: measured costs and all mappings')
    .option('--svg <file>', 'write a picture: time by bytes')
    .option('--run', 'run the program with the fastest mapping')
    .addHelpText(
      'after',
      `
The program is executed three times: with all leaves on the CPU, natively, the same with vector code, and with all
kernels on the GPU under the timing model. Times of all mappings are sums of these costs: each launch of the model begins with cold caches, so that cycles
do not depend on the mapping. Times of the CPU are those of its threads on this machine. Bytes are those of the tracker:
the accesses of the run on the CPU, replayed for each mapping. A stream takes the time of its busiest GPU or stage.
Copies take no time.
Example: atoll hpvm explore --svg edges.svg --run -- ./edges 64 4`,
    )
    .action(async (file: string, rest: string[], flags: ExploreFlags) =>
      (await import('./explore.js')).explore([file, ...rest], flags),
    );
}

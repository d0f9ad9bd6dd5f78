// The arguments and options of `atoll hpvm`.

import type { Command } from 'commander';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { GraphFlags } from './graph.js';

export function define(atoll: Command): void {
  const hpvm = atoll
    .command('hpvm')
    .helpGroup(CommandGroup.CODE)
    .description('read dataflow graphs of HPVM-C programs, and check them');
  hpvm
    .command('graph')
    .description('print the graphs that a program launches, and what is wrong with them')
    .argument('<file>', 'C or C++ with hpvm.h, or LLVM IR (.ll)')
    .argument('[options...]', 'options of clang, after --')
    .option('--json', 'print JSON: graphs and problems')
    .option('--dot', 'print the graphs in the language of Graphviz')
    .option('--svg', 'print a picture')
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

// The arguments and options of `atoll hpvm`.

import type { Command } from 'commander';
import { CLANG_TEXT } from '../../command-line/clang-text.js';
import { CommandGroup } from '../../command-line/command-group.js';
import type { HpvmCcFlags } from './cc.js';
import type { GraphFlags } from './graph.js';

export function define(atoll: Command): void {
  const hpvm = atoll
    .command('hpvm')
    .helpGroup(CommandGroup.CODE)
    .description('compile HPVM-C programs, print their dataflow graphs, and check them');
  defineCc(hpvm);
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

function defineCc(hpvm: Command): void {
  hpvm
    .command('cc')
    .description('compile and link a program, with a kernel for each leaf')
    .argument('<words...>', 'sources in C or C++, options of clang')
    .requiredOption('-o, --output <file>', 'write the program to this file')
    .option('--clang <path>', CLANG_TEXT)
    .allowUnknownOption()
    .addHelpText(
      'after',
      '\nNot implemented: vector and tensor targets, one-to-one edges between several instances.\nExit status: 0, 1 if the graphs have errors, 125 if clang rejects a source.\nExample: atoll hpvm cc -O2 -Iinclude sgemm.cc -o sgemm && atoll run -- ./sgemm',
    )
    .action(async (words: string[], flags: HpvmCcFlags) => (await import('./cc.js')).cc(words, flags));
}

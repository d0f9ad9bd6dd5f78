// Plain LLVM IR text of a whole program to optimised IR with the libraries linked in, in one process of clang.

import { COMMON_ARGS, FLOAT_ARGS, SECTION_ARGS, targetArgs, WHOLE_PROGRAM_ARGS } from '../clang/clang-args.js';
import { compilationArgs } from '../clang/compilation-args.js';
import { IR_NAME, type IrOutput, latin1Text } from '../clang/files.js';
import { type BuildJob, outputName } from '../clang/job.js';
import { allLibraries, linkArgs, ownLibraries, type Tools } from '../clang/tools.js';
import { lacksFunctions, namesLibclc } from './libclc-use.js';

/** Of a program's options. */
type OptimisationLevel = Parameters<typeof compilationArgs>[1];

const INPUT_NAME = 'plain.ll';
/** The libclc without a particular chip has another triple; no option silences that for IR. */
const TRIPLES = /^warning: Linking two modules of different target triples: .*\n\n?/gm;

async function linkWith(
  job: BuildJob,
  tools: Tools,
  optimisation: OptimisationLevel,
  libraries: readonly string[],
): Promise<IrOutput> {
  const args = [
    ...['-x', 'ir', ...targetArgs(tools.processor)],
    ...compilationArgs('source', optimisation, tools.compilation),
    ...[...COMMON_ARGS, ...FLOAT_ARGS, ...SECTION_ARGS, ...WHOLE_PROGRAM_ARGS, ...linkArgs(libraries)],
    ...['-S', '-emit-llvm', INPUT_NAME, '-o', outputName(IR_NAME)],
  ];
  const log = (await job.clang(args)).replace(TRIPLES, '');
  return { text: latin1Text(job.read(IR_NAME)), log };
}

/** libclc is linked only if the program needs it: clang takes longer for it than for a small program. */
export async function irToLinkedIr(
  job: BuildJob,
  tools: Tools,
  optimisation: OptimisationLevel,
  irText: string,
): Promise<IrOutput> {
  job.write(INPUT_NAME, Buffer.from(irText, 'latin1'));
  if (!namesLibclc(irText, tools.library.libclcNames)) {
    const ir = await linkWith(job, tools, optimisation, ownLibraries(tools));
    if (!lacksFunctions(ir.text)) return ir;
  }
  return linkWith(job, tools, optimisation, allLibraries(tools));
}

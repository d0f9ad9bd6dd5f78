// LLVM IR text to bitcode.

import { COMMON_ARGS, targetArgs } from './clang-args.js';
import { BITCODE_NAME, IR_NAME } from './files.js';
import { type BuildJob, outputName } from './job.js';
import type { Tools } from './tools.js';

/** IR text to bitcode, without optimisation. */
export async function irToBitcode(
  job: BuildJob,
  { processor }: Pick<Tools, 'processor'>,
  irText: string,
): Promise<Uint8Array> {
  job.write(IR_NAME, Buffer.from(irText, 'latin1'));
  const args = [
    '-x',
    'ir',
    ...targetArgs(processor),
    ...COMMON_ARGS,
    '-O2',
    '-Xclang',
    '-disable-llvm-passes',
    '-emit-llvm',
    '-c',
  ];
  await job.clang([...args, IR_NAME, '-o', outputName(BITCODE_NAME)]);
  return job.read(BITCODE_NAME);
}

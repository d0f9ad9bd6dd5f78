// LLVM IR text of a whole program to a code object for HSA.

import { COMMON_ARGS } from '../clang/clang-args.js';
import { generateCode } from '../clang/compile-fallback.js';
import { OBJECT_NAME } from '../clang/files.js';
import { type BuildJob, outputName } from '../clang/job.js';
import { readModule } from '../ir/read.js';
import { linkObjectFile } from './shared-object.js';

const IR_FILE = 'program.ll';

const argsFor = (processor: string): string[] => [
  '-x',
  'ir',
  '-target',
  'amdgcn-amd-amdhsa',
  `-mcpu=${processor}`,
  '-mcode-object-version=4',
  '-nogpulib',
  '-O2',
  '-ffp-contract=off',
  ...COMMON_ARGS,
  '-c',
  IR_FILE,
  '-o',
  outputName(OBJECT_NAME),
];

/** @param processor the chip, by LLVM's name @throws StepFailure if the compiler fails */
export async function irToCodeObject(job: BuildJob, irText: string, processor: string): Promise<Uint8Array> {
  await generateCode(readModule(irText), async (_, text, words) => {
    job.write(IR_FILE, Buffer.from(text, 'latin1'));
    return job.clang([...argsFor(processor), ...words]);
  });
  return linkObjectFile(job.read(OBJECT_NAME));
}

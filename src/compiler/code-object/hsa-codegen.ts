// LLVM IR text of a whole program to a code object for HSA.

import { AtollError } from '../../util/errors.js';
import { COMMON_ARGS } from '../clang/clang-args.js';
import { generateCode } from '../clang/compile-fallback.js';
import { OBJECT_NAME } from '../clang/files.js';
import { BuildJob, outputName, StepFailure } from '../clang/job.js';
import type { Toolchain } from '../clang/toolchain.js';
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

export interface HsaCompilation {
  readonly toolchain: Toolchain;
  /** The chip, by LLVM's name. */
  readonly processor: string;
  readonly signal?: AbortSignal;
  /** The compiler runs in a separate session, see `FrontEndOptions`. */
  readonly apart?: boolean | undefined;
}

/** @throws AtollError TOOLCHAIN with the compiler's messages, LIMIT */
export async function compileForHsa(irText: string, compilation: HsaCompilation): Promise<Uint8Array> {
  const { toolchain, processor, signal, apart } = compilation;
  const job = new BuildJob(toolchain.clang, { signal, apart });
  try {
    await generateCode(readModule(irText), async (_, text, words) => {
      job.write(IR_FILE, Buffer.from(text, 'latin1'));
      return job.clang([...argsFor(processor), ...words]);
    });
    return linkObjectFile(job.read(OBJECT_NAME));
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const [first = error.reason] = error.output.split('\n');
    throw new AtollError(
      error.reason === 'limit' ? 'LIMIT' : 'TOOLCHAIN',
      `${toolchain.clang} does not compile the program (${error.reason}): ${first}`,
      'Report the program: its IR is not what the compiler expects.',
    );
  } finally {
    job.dispose();
  }
}

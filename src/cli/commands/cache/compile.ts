// `atoll cache --compile`: compiles the kernels in the cache to machine code, with clang, for this machine's processor.

import { readFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { loadNative } from '../../../host/native.js';
import type { ModuleCode } from '../../../jit/wasm/module-code.js';
import { unpackModule } from '../../../jit/wasm/packed.js';
import { compileKernel, instructionSet, kernelCompiler } from '../../../kernels/kernel-compiler.js';
import { nativeCodeFiles, nativeCodeKey } from '../../../kernels/native-code.js';
import { routineFiles } from '../../../kernels/native-routines.js';
import { operationsOf, translationFiles } from '../../../kernels/translations.js';
import { AtollError, describeError } from '../../../util/errors.js';
import { restoreHint } from '../../../util/installation.js';
import { translatorFile } from '../../../util/paths.js';
import { ExitStatus } from '../../command-line/exit.js';
import { onInterruption } from '../../command-line/interruption.js';
import { writeError } from '../../command-line/output.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { namedClang } from '../../inputs/named-clang.js';

export interface CompileFlags {
  readonly dir?: string;
  readonly clang?: string;
  readonly json?: boolean;
  /** Names of translations; all by default. */
  readonly kernels?: string;
  /** Started by a running program: works at lower priority, and ends with that program. */
  readonly background?: boolean;
}

/** Nice value: below the priority of interactive work. */
const BACKGROUND_PRIORITY = 5;
const BACK = '\r\x1b[K';

interface Tally {
  compiled: number;
  /** Kernels that already had machine code. */
  kept: number;
  readonly failed: { readonly kernel: string; readonly reason: string }[];
}

/**
 * Finds the operations of a kernel or routine: none for translations of other versions, which are no longer used, and
 * for those that the host's compiler executes (`hostWork` any).
 */
const operationsIn =
  (
    kernels: ReturnType<typeof translationFiles>,
    routines: ReturnType<typeof routineFiles>,
    translator: string,
  ): ((name: string) => ModuleCode | undefined) =>
  (name) => {
    const translation = kernels.get(name);
    if (translation) {
      const { by, hostWork } = translation.header;
      return by === translator && hostWork !== 'any' ? operationsOf(translation) : undefined;
    }
    const routine = routines.get(name);
    return routine?.header.by === translator ? unpackModule(routine.binary) : undefined;
  };

export async function compileKernels(flags: CompileFlags): Promise<void> {
  const level = loadNative().instructionSetLevel();
  instructionSet(level);
  const clang = kernelCompiler(namedClang(flags.clang));
  const folder = cacheFolder(flags.dir);
  const [kernels, native] = [translationFiles(folder), nativeCodeFiles(folder)];
  const routines = routineFiles(folder);
  const names = flags.kernels?.split(',') ?? [...kernels.keys(), ...routines.keys()];
  const translator = readTranslator();
  const tally: Tally = { compiled: 0, kept: 0, failed: [] };
  const operationsFor = operationsIn(kernels, routines, translator);
  const { signal, end } = onInterruption();
  if (flags.background) followParent(process.ppid);

  const one = async (kernel: string): Promise<void> => {
    const key = nativeCodeKey(kernel, level);
    if (native.has(key)) {
      tally.kept++;
      return;
    }
    try {
      const operations = operationsFor(kernel);
      if (!operations) return;
      native.put(key, { header: null, binary: await compileKernel(operations, level, clang, signal) });
      tally.compiled++;
    } catch (error) {
      if (!signal.aborted) tally.failed.push({ kernel, reason: describeError(error) });
    }
  };
  await inTurns(names, flags.background ? 1 : availableParallelism(), signal, one);
  end();
  conclude(tally, flags);
}

function readTranslator(): string {
  try {
    return readFileSync(translatorFile, 'utf8');
  } catch (cause) {
    throw new AtollError('NATIVE_MISSING', `cannot read ${translatorFile}`, restoreHint(), { cause });
  }
}

/**
 * Lowers the priority, and ends this process group when standard input closes or the parent ends. The kernel signals
 * the latter even while this thread is busy.
 * @param parent process id
 */
function followParent(parent: number): void {
  setPriority(BACKGROUND_PRIORITY);
  if (!loadNative().dieWithParent(parent)) process.kill(-process.pid, 'SIGKILL');
  process.stdin.resume();
  process.stdin.once('close', () => process.kill(-process.pid, 'SIGKILL'));
  process.stdin.unref();
}

/** Compiles several at a time, with a progress line on a terminal. */
async function inTurns(
  names: readonly string[],
  jobs: number,
  signal: AbortSignal,
  task: (name: string) => Promise<void>,
): Promise<void> {
  const queue = names.values();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const name of queue) {
      if (signal.aborted) return;
      await task(name);
      done++;
      if (process.stderr.isTTY) writeError(`${BACK}${done} of ${names.length} kernels`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  if (process.stderr.isTTY && done > 0) writeError(BACK);
}

function conclude({ compiled, kept, failed }: Tally, { json }: CompileFlags): void {
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, compiled, kept, failed }, null, 2)}\n`);
  else process.stdout.write(`compiled: ${compiled}\nhad machine code already: ${kept}\nfailed: ${failed.length}\n`);
  for (const { kernel, reason } of failed) writeError(`atoll: kernel ${kernel}: ${reason}\n`);
  if (failed.length > 0) process.exitCode = ExitStatus.CHECK_FAILED;
}

// Code generation that crashes or does not end is repeated with workarounds: a defect of LLVM should not fail a build.
// The log names the workaround.
import type { IrTextModule } from '../ir/module.js';
import { writeModule } from '../ir/write.js';
import { atomicAddresses } from '../passes/atomic-addresses.js';
import { runAll } from '../passes/pass.js';
import { scalarOperands } from '../passes/scalar-operands.js';
import { unsignedDivisions } from '../passes/unsigned-divisions.js';
import { StepFailure } from './job.js';
import { USED_UP } from './limits.js';

interface CompileAttempt {
  /** Additional arguments of clang. */
  readonly words: readonly string[];
  readonly change: (module: IrTextModule) => IrTextModule;
  /** The difference to the first attempt, for messages. */
  readonly how: string;
}

const unchanged = (module: IrTextModule): IrTextModule => module;

/**
 * Without optimisation, but for the register allocator: clang 16's fast one reloads values where branches meet before
 * all lanes are switched on again (test/compiler/executed/reduction.cl).
 */
export const UNOPTIMISED: readonly string[] = ['-O0', '-mllvm', '-optimize-regalloc'];

/**
 * Unsigned divisions in 24 bits are wrong in all versions without optimisation (unsigned-divisions.ts). Since clang 22
 * a correct pass expands them, which does not run then. Descriptors of images are in VGPRs (scalar-operands.ts).
 */
export const repairUnoptimised = (module: IrTextModule): IrTextModule =>
  runAll([unsignedDivisions, scalarOperands], module);

/**
 * In order: unchanged; around a known defect; without CodeGenPrepare, which moves code between blocks; without
 * optimisation.
 */
const ATTEMPTS: readonly CompileAttempt[] = [
  { words: [], change: unchanged, how: 'in the same way' },
  { words: [], change: atomicAddresses.run, how: 'with the addresses of atomic operations in vector registers' },
  { words: ['-mllvm', '-disable-cgp'], change: atomicAddresses.run, how: 'without moving code between blocks' },
  {
    words: UNOPTIMISED,
    change: (module) => repairUnoptimised(atomicAddresses.run(module)),
    how: 'without optimisation: its code is larger and slower',
  },
];

/** Input that the back end rejects with a reason is rejected again. */
const REFUSED = /error in backend|LLVM ERROR/;
/** Signals of defects; others come from outside. */
const DEFECTS: readonly (string | undefined)[] = [undefined, 'SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGTRAP'];

const isCrash = ({ reason, killedBy, log }: StepFailure): boolean =>
  reason === 'crash' && DEFECTS.includes(killedBy) && !REFUSED.test(log);

const isDefect = (error: unknown): boolean =>
  error instanceof StepFailure && (error.reason === 'wrong' || isCrash(error));

/** Code generation that succeeded after a failed attempt. */
export interface Fallback {
  /** The first failure. */
  readonly failure: StepFailure;
  /** The workaround. */
  readonly how: string;
}

/** A pass that does not end, or takes excessive time, as 'SI Fold Operands' of clang 14 and 16. */
const isEndless = (error: unknown): boolean =>
  error instanceof StepFailure && error.reason === 'limit' && error.log.startsWith(USED_UP);

/** The attempts after a failed one: after a timeout, nearly equal attempts are omitted. */
function attemptsAfter(error: unknown, rest: readonly CompileAttempt[]): readonly CompileAttempt[] {
  if (isEndless(error)) return rest.slice(-1);
  return isDefect(error) ? rest : [];
}

export interface GeneratedCode {
  /** The input text of code generation. */
  readonly ir: string;
  readonly log: string;
  readonly detour?: Fallback;
}

/**
 * @param generate runs clang with additional arguments on a module and its text, and returns its messages
 * @throws the error of the first attempt, if none succeeds
 */
export async function generateCode(
  module: IrTextModule,
  generate: (module: IrTextModule, ir: string, words: readonly string[]) => Promise<string>,
): Promise<GeneratedCode> {
  let first: unknown;
  for (let attempts = ATTEMPTS; attempts.length > 0; ) {
    const [{ words, change, how }, ...rest] = attempts as readonly [CompileAttempt, ...CompileAttempt[]];
    const changed = change(module);
    const ir = writeModule(changed);
    try {
      const log = await generate(changed, ir, words);
      return { ir, log, ...(first instanceof StepFailure && { detour: { failure: first, how } }) };
    } catch (error) {
      first ??= error;
      attempts = attemptsAfter(error, rest);
    }
  }
  throw first;
}

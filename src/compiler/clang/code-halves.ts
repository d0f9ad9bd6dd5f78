// Code generation in two clang processes, for a defect that is visible only after LLVM's back end has changed the IR:
// the first half ends before control flow is structured, the second one continues there. The result equals that of one
// process.
import { AtollError } from '../../util/errors.js';
import type { IrTextModule } from '../ir/module.js';
import { changeText } from '../ir/write.js';
import { mayHoist, structurizerPhi } from '../passes/structurizer-phi.js';
import { passesIn } from './compilation-args.js';
import { type BuildJob, outputName } from './job.js';

/**
 * The pass at which the second half begins: the last one before 'Structurize control flow' that clang accepts by name.
 */
const SECOND_HALF = 'amdgpu-unify-divergent-exit-nodes';
const MIR_NAME = 'half.mir';

/** The module in LLVM's machine IR, which is YAML: a block of text, indented by two columns. */
export function irOfMir(mir: string): string {
  const [, text] = /^--- \|\n([\s\S]*?)^\.\.\.$/m.exec(mir) ?? [];
  if (text === undefined) throw new AtollError('INTERNAL', "clang's half-compiled output contains no LLVM IR");
  return text.replace(/^ {2}/gm, '');
}

const LIMIT = /^-opt-bisect-limit=(-?\d+)$/;

/** The arguments of the second half: passes that the first half counted against a limit are not counted again. */
export const afterFirstHalf = (args: readonly string[], log: string): string[] =>
  args.map((word) => {
    const count = Number(LIMIT.exec(word)?.[1] ?? -1);
    return count < 0 ? word : `-opt-bisect-limit=${Math.max(0, count - passesIn(log).length)}`;
  });

interface Step {
  /** The text of the module. */
  readonly text: string;
  readonly irName: string;
  readonly objectName: string;
  /** Arguments of clang, without its files. */
  readonly args: readonly string[];
  /** Set if the compiler's version has the defect. */
  readonly isAffected: boolean;
}

/** A module to an object file. @returns clang's messages */
export async function makeObject(job: BuildJob, module: IrTextModule, step: Step): Promise<string> {
  const { irName, objectName, args, text } = step;
  job.write(irName, Buffer.from(text, 'latin1'));
  const rest = ['-c', irName, '-o', outputName(objectName)];
  if (!step.isAffected || !mayHoist(module)) return job.clang([...args, ...rest]);
  const half = ['-mllvm', `-stop-before=${SECOND_HALF}`, '-S', irName, '-o', outputName(MIR_NAME)];
  const log = await job.clang([...args, ...half]);
  const between = changeText(irOfMir(Buffer.from(job.read(MIR_NAME)).toString('latin1')), structurizerPhi.run);
  job.write(irName, Buffer.from(between, 'latin1'));
  const words = [...afterFirstHalf(args, log), '-mllvm', `-start-before=${SECOND_HALF}`, ...rest];
  return log + (await job.clang(words));
}

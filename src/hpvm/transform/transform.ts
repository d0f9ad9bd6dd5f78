// Transforms a program: plans merges, adds the functions of fused nodes to its module, and builds its graphs again.

import { writeModule } from '../../compiler/ir/write.js';
import { distinctProblems } from '../../dataflow/problem.js';
import { buildGraphs, type HpvmProgram } from '../build-graphs.js';
import type { HpvmModule } from '../module.js';
import { fusedLines } from './fused-code.js';
import { type FusionNames, planFusions } from './plan.js';

export interface TransformOptions {
  /** Names of children that are merged, besides the source's annotations. */
  readonly fuse: readonly FusionNames[];
  readonly maxWorkGroupSize: number;
  /** Inlines the functions of members. */
  readonly optimize: (text: string) => Promise<HpvmModule>;
}

/** The program with merged nodes; the same with further problems if a merge is refused. */
export async function transformed(program: HpvmProgram, options: TransformOptions): Promise<HpvmProgram> {
  if (program.problems.some(({ severity }) => severity === 'error')) return program;
  const { nodes, plan, members, problems } = planFusions(program, options.fuse);
  if (problems.length > 0) return { ...program, problems: distinctProblems([...program.problems, ...problems]) };
  if (nodes.length === 0) return program;
  const text = writeModule(program.module.ir);
  const module = await options.optimize(`${text}\n${fusedLines(program.module, text, nodes).join('\n')}\n`);
  const built = buildGraphs(module, options.maxWorkGroupSize, plan);
  // Problems of the source, such as warnings, are not those of copies.
  return { ...built, members, problems: distinctProblems([...program.problems, ...built.problems]) };
}

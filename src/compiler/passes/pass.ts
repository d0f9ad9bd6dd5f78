// The interface of passes over LLVM IR, and helpers to define one.

import { VERSION_REPAIRS, type VersionRepair } from '../clang-versions.js';
import type { IrInstruction } from '../ir/instruction.js';
import { type IrBodyPart, type IrFunction, type IrTextModule, mapFunctions } from '../ir/module.js';
import { readBody } from '../ir/read.js';

export interface VersionRange {
  /** Both ends included. */
  readonly first: number;
  readonly last: number;
}

export interface IrPass {
  /** Name of the repair; unique. */
  readonly name: string;
  /** Major versions of LLVM that need it. */
  readonly affects: readonly VersionRange[] | 'all';
  /** The function or pass of LLVM, or the property of the target, that requires it. */
  readonly bug: string;
  /** Numbers of issues and pull requests of llvm/llvm-project that describe or correct it. */
  readonly trackers?: readonly number[];
  run(module: IrTextModule): IrTextModule;
}

/** A pass for the versions under its name in the table of versions. */
export const versionPass = (
  name: VersionRepair['name'],
  bug: string,
  run: (module: IrTextModule) => IrTextModule,
  trackers: readonly number[] = [],
): IrPass => ({ name, bug, trackers, run, affects: VERSION_REPAIRS.filter((repair) => repair.name === name) });

/** Lines that replace an instruction; undefined if it is unchanged. */
export type Rewrite = (instruction: IrInstruction) => readonly string[] | undefined;

/** The function with replaced instructions. */
export function rewriteFunction(one: IrFunction, rewrite: Rewrite): IrFunction {
  // Parts that are already changed; undefined before the first change, because most passes change no function.
  let body: IrBodyPart[] | undefined;
  for (const [n, part] of one.body.entries()) {
    const lines = part.kind === 'instruction' ? rewrite(part.instruction) : undefined;
    if (lines === undefined) body?.push(part);
    else {
      body ??= one.body.slice(0, n);
      body.push(...readBody(lines));
    }
  }
  return body ? { ...one, body } : one;
}

/**
 * A pass as a function of instructions.
 * @param createRewrite called for each function, returns the rewriter of its instructions
 */
export const onInstructions =
  (createRewrite: () => (one: IrFunction) => Rewrite) =>
  (module: IrTextModule): IrTextModule => {
    const rewriteOf = createRewrite();
    return mapFunctions(module, (one) => rewriteFunction(one, rewriteOf(one)));
  };

const concerns = ({ affects }: IrPass, version: number): boolean =>
  affects === 'all' || version === 0 || affects.some(({ first, last }) => version >= first && version <= last);

/** Runs the passes for a version, in order. @param version 0 is unknown, and needs all */
export const runPasses = (passes: readonly IrPass[], module: IrTextModule, version: number): IrTextModule =>
  runAll(
    passes.filter((pass) => concerns(pass, version)),
    module,
  );

/** Runs passes, independent of versions. */
export const runAll = (passes: readonly IrPass[], module: IrTextModule): IrTextModule =>
  passes.reduce((result, pass) => pass.run(result), module);

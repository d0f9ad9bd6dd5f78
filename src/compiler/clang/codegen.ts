// LLVM IR text to an object file: repairs, code generation, check of the machine code.

import { needsRepair, versionArgs } from '../clang-versions.js';
import { isKernel, readHead } from '../ir/function-head.js';
import type { IrTextModule } from '../ir/module.js';
import { readModule } from '../ir/read.js';
import type { CompiledCode } from '../machine-code/machine-code-check.js';
import { hasManyLocalAccesses, UNMERGED } from '../passes/local-accesses.js';
import { patchIr } from '../passes/optimised-ir.js';
import { IN_MEMORY, mustStayInMemory } from '../passes/private-arrays.js';
import { isStrideUneven, NOT_LOCAL } from '../passes/private-strides.js';
import type { ParsedOptions } from '../request/options.js';
import { COMMON_ARGS, SECTION_ARGS, targetArgs } from './clang-args.js';
import { makeObject } from './code-halves.js';
import { compilationArgs, compiledIr } from './compilation-args.js';
import { type GeneratedCode, generateCode } from './compile-fallback.js';
import { IR_NAME, OBJECT_NAME } from './files.js';
import { type BuildJob, StepFailure } from './job.js';
import type { Tools } from './tools.js';

const isFunction = (part: IrTextModule['parts'][number]): boolean => {
  const head = part.kind === 'function' ? readHead(part.define) : undefined;
  return head !== undefined && !isKernel(head);
};

/** The check of machine code. Loaded on use: most programs inline all functions. */
async function brokenRule(compiled: CompiledCode): Promise<string | undefined> {
  if (!compiled.module.parts.some(isFunction)) return undefined;
  return (await import('../machine-code/machine-code-check.js')).findOverwritten(compiled);
}

/** IR text to an object file; `ir` is the input text of the back end. */
export async function irToObject(
  job: BuildJob,
  tools: Tools,
  irText: string,
  options: ParsedOptions,
): Promise<GeneratedCode & { object: Uint8Array }> {
  const args = [
    '-x',
    'ir',
    ...targetArgs(tools.processor),
    ...compilationArgs('code', options.optimisation, tools.compilation),
    '-fintegrated-as',
    ...COMMON_ARGS,
    ...SECTION_ARGS,
    ...versionArgs('code', tools.toolchain.version),
  ];
  const { version } = tools.toolchain;
  const step = { irName: IR_NAME, objectName: OBJECT_NAME, isAffected: needsRepair('joins', version) };
  const ready = compiledIr(patchIr(readModule(irText), version), tools.compilation);
  if (needsRepair('vectors', version) && mustStayInMemory(ready)) args.push(...IN_MEMORY);
  if (needsRepair('strides', version) && isStrideUneven(ready)) args.push(...NOT_LOCAL);
  if (hasManyLocalAccesses(ready)) args.push(...UNMERGED);
  const { processor } = tools;
  const generated = await generateCode(ready, async (module, text, words) => {
    const all = [...args, ...words, '-Xclang', '-disable-llvm-passes'];
    const log = await makeObject(job, module, { ...step, text, args: all });
    const wrong = await brokenRule({ object: job.read(OBJECT_NAME), module, processor, version });
    if (wrong !== undefined) throw new StepFailure('wrong', wrong);
    return log;
  });
  return { ...generated, object: job.read(OBJECT_NAME) };
}

// From a program in any input language to an executable: the fast path, and a slower one for other programs.

import { ASSUMED_GROUP } from '../cal/convention.js';
import { writeCalImage } from '../cal/writer.js';
import type { PrintfFormat } from '../launch/image.js';
import type { BuildOutput, BuildTask } from './build-task.js';
import type { Compiler } from './compiler.js';
import { CompilerFailure } from './compiler-failure.js';
import { makeWithGroupLimits } from './image/group-limits.js';
import { ObjectFile } from './image/object-file.js';
import { packageImage } from './image/package-image.js';
import type { ProgramInput } from './input-language.js';
import type { IrTextModule } from './ir/module.js';
import { readModule } from './ir/read.js';
import { writeModule } from './ir/write.js';
import { atomicLoadMarks } from './passes/atomic-load-marks.js';
import { fltMinComparisons } from './passes/flt-min-comparisons.js';
import { callsPrintf, lowerPrintf } from './passes/printf.js';
import { variableErrors } from './passes/program-variables.js';
import { needsRepair, type RepairOptions, repairIr } from './passes/unoptimised-ir.js';
import { VERSION } from './project.js';

/** The text of .comment, in the form of AMD's driver. */
export function driverText({ id }: Pick<Compiler, 'id'>): string {
  return `@(#) OpenCL 1.2 Atoll (${VERSION}).  Driver version: ${id}`;
}

interface LinkedProgram {
  readonly input: ProgramInput;
  readonly module: IrTextModule;
  readonly log: string;
  readonly formats: readonly PrintfFormat[];
}

/** Object file and CAL image from IR text. */
async function finish(task: BuildTask, compiler: Compiler, program: LinkedProgram): Promise<BuildOutput> {
  const { request } = task;
  const { input, module, log, formats } = program;
  const refused = variableErrors(module);
  if (refused.length > 0) {
    const messages = refused.map((text) => `${text}\n`).join('');
    return { status: 'failure', log: log + messages, binaryType: 'none', dependencies: [] };
  }
  const {
    object,
    log: backEnd,
    ir,
  } = await makeWithGroupLimits(
    request.checked ? atomicLoadMarks.run(module) : module,
    request.maxWorkGroupSize ?? ASSUMED_GROUP,
    (code) => compiler.codegen(writeModule(code), task.options),
    (build, kernel) => new ObjectFile(build.object).config(kernel)?.scratchBytesPerLane ?? 0,
  );
  const { device, options: compileOptions } = request;
  const texts = { device, compileOptions, driverText: driverText(compiler) };
  const groupsUnseen = input.ignoresGroups;
  const code = readModule(ir);
  const packaged = packageImage({ module, code, object, printfFormats: formats, groupsUnseen, ...texts });
  const wholeLog = log + backEnd + packaged.errors.map((text) => `${text}\n`).join('');
  if (!packaged.image)
    return { status: 'failure', log: wholeLog, binaryType: 'none', dependencies: [], lacksLines: true };
  const binary = writeCalImage(packaged.image);
  return { status: 'success', log: wholeLog, binaryType: 'executable', binary, ir, dependencies: [] };
}

/** Repairs the IR and lowers printf before libraries and optimisation. */
async function buildRepaired(
  task: BuildTask,
  compiler: Compiler,
  input: ProgramInput,
  repair: RepairOptions,
): Promise<BuildOutput> {
  const plain = await input.module(compiler, 'plain');
  const { module, formats } = lowerPrintf(fltMinComparisons.run(repairIr(readModule(plain.text), repair)));
  const linked = await compiler.link([writeModule(module)], task.options, 'optimised');
  return finish(task, compiler, { input, module: readModule(linked.text), log: plain.log + linked.log, formats });
}

async function quicklyIfPossible(task: BuildTask, compiler: Compiler, input: ProgramInput): Promise<BuildOutput> {
  if (!input.isSpecial) {
    const { text, log } = await input.module(compiler, 'optimised');
    const module = readModule(text);
    // An included file may call printf.
    if (!callsPrintf(module) && !needsRepair(module))
      return finish(task, compiler, { input, module, log, formats: [] });
  }
  return buildRepaired(task, compiler, input, { inlineAll: false });
}

/** The register allocator fails for functions whose arguments fill the registers; full inlining avoids such calls. */
const ranOutOfRegisters = (error: unknown): boolean => error instanceof CompilerFailure && error.kind === 'registers';

/** @throws CompilerFailure when a step of the compiler fails */
export async function makeExecutable(task: BuildTask, compiler: Compiler, input: ProgramInput): Promise<BuildOutput> {
  try {
    return await quicklyIfPossible(task, compiler, input);
  } catch (error) {
    if (!ranOutOfRegisters(error)) throw error;
    return buildRepaired(task, compiler, input, { inlineAll: true });
  }
}

// The modules of one program of HSA as LLVM IR for a chip.

import { chipById } from '../../../chips/chips.js';
import { readBrigFile } from '../../../hsail/brig/reader.js';
import { isBrig } from '../../../hsail/file-kind.js';
import { finalizeModules } from '../../../hsail/finalizer/finalize.js';
import { IrProgram } from '../../../hsail/finalizer/ir-program.js';
import { assemble } from '../../../hsail/text/assembler.js';
import { AtollError } from '../../../util/errors.js';
import type { Compiler, ModuleForms } from '../../compiler.js';
import { CompilerFailure } from '../../compiler-failure.js';
import type { InputRequest, ProgramInput } from '../../input-language.js';
import type { BuildRequest } from '../../request/build-request.js';

/** A module as it arrives: messages have its name. */
interface BrigBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface BrigTranslation {
  readonly kernels: readonly string[];
  readonly ir: string;
}

/** BRIG of a file, which may be HSAIL text. @throws AtollError naming the file, and of texts line and column */
function moduleBytes({ name, bytes }: BrigBytes): Uint8Array {
  if (isBrig(bytes)) return bytes;
  try {
    return assemble(Buffer.from(bytes).toString('latin1'));
  } catch (error) {
    if (error instanceof AtollError) throw new AtollError(error.code, `${name}:${error.message}`, error.hint);
    throw error;
  }
}

/** @param target the chip, by LLVM's name @throws AtollError naming module and place */
function translateBrig(modules: readonly BrigBytes[], target: string, hasVariables: boolean): BrigTranslation {
  const program = new IrProgram(target, hasVariables);
  const kernels = finalizeModules(
    program,
    modules.map((module) => readBrigFile(moduleBytes(module), module.name)),
  );
  return { kernels, ir: program.text() };
}

/** The modules of a request: its inputs, or its source. */
function modulesOf({ source, sourceName = 'the module', inputs, inputNames }: BuildRequest): BrigBytes[] {
  if (source) return [{ name: sourceName, bytes: source }];
  return (inputs ?? []).map((bytes, n) => ({ name: inputNames?.[n] ?? `module ${n + 1} of the program`, bytes }));
}

class BrigProgram implements ProgramInput {
  readonly isSpecial = false;
  readonly ignoresGroups = false;

  constructor(private readonly ir: string) {}

  module<F extends keyof ModuleForms>(_: Compiler, form: F): Promise<ModuleForms[F]> {
    if (form !== 'plain') throw new CompilerFailure('errors', 'error: BRIG is compiled to code objects only\n');
    return Promise.resolve({ text: this.ir, log: '' } as ModuleForms[F]);
  }

  includedFiles(): readonly string[] {
    return [];
  }
}

/** @throws AtollError BAD_INPUT, BAD_ASSEMBLY, UNSUPPORTED naming module and place, or the chip */
export function brigProgram({ request, options }: InputRequest): ProgramInput {
  const chip = chipById(request.device);
  if (chip?.kfd === undefined)
    throw new AtollError(
      'UNSUPPORTED',
      `BRIG is not finalized for the chip ${request.device}, which HSA's runtime does not have`,
      'Choose another one: atoll chip list',
    );
  return new BrigProgram(translateBrig(modulesOf(request), chip.target, options.debugVariables).ir);
}

// A SPIR-V module as a program: LLVM IR for the chip, which then takes the way of linked programs.

import { chipById } from '../../../chips/chips.js';
import { readSpirv } from '../../../spirv/reader.js';
import { AtollError } from '../../../util/errors.js';
import { required } from '../../../util/required.js';
import type { Compiler, ModuleForms } from '../../compiler.js';
import { CompilerFailure } from '../../compiler-failure.js';
import type { InputRequest, ProgramInput } from '../../input-language.js';
import { type SpirvTranslation, translateSpirv } from './translate.js';

/** Options that permit approximate quotients. */
const RELAXED: readonly string[] = ['-cl-fast-relaxed-math', '-cl-unsafe-math-optimizations', '-ffast-math'];

class SpirvProgram implements ProgramInput {
  readonly ignoresGroups = false;

  constructor(
    private readonly translation: SpirvTranslation,
    private readonly options: InputRequest['options'],
  ) {}

  async module<F extends keyof ModuleForms>(compiler: Compiler, form: F): Promise<ModuleForms[F]> {
    const { ir } = this.translation;
    const forms: { readonly [G in keyof ModuleForms]: () => Promise<ModuleForms[G]> } = {
      optimised: () => compiler.optimise(ir, this.options),
      plain: () => Promise.resolve({ text: ir, log: '' }),
      bitcode: () => compiler.link([ir], this.options, 'bitcode'),
    };
    return forms[form]() as Promise<ModuleForms[F]>;
  }

  includedFiles(): readonly string[] {
    return [];
  }

  get isSpecial(): boolean {
    return this.translation.prints;
  }
}

/** @throws CompilerFailure with the module's word if it is not valid or not supported */
export function spirvProgram({ request, options }: InputRequest): ProgramInput {
  const { source = new Uint8Array(0), sourceName = 'program', specializations = [], device } = request;
  const { target } = required(chipById(device), 'chip');
  const isRelaxed = options.clangArgs.some((word) => RELAXED.includes(word));
  try {
    const module = readSpirv(source, sourceName);
    return new SpirvProgram(translateSpirv(module, { target, specializations, isRelaxed }), options);
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    throw new CompilerFailure('errors', `error: ${error.message}\n  ${error.hint}\n`);
  }
}

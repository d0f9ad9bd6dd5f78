// Compiled objects and libraries as input: the containers of clLinkProgram.

import type { Compiler, ModuleForms } from '../../compiler.js';
import { CompilerFailure } from '../../compiler-failure.js';
import { readContainer } from '../../image/container.js';
import type { InputLanguage, InputRequest, ProgramInput } from '../../input-language.js';

/** Prefix of names of members and in namespaces, by the Itanium C++ ABI. */
const CPP_NAME = '_ZN';

const mentions = (modules: readonly Uint8Array[], word: string): boolean =>
  modules.some((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(word));

class LinkedModules implements ProgramInput {
  readonly ignoresGroups = false;

  constructor(
    private readonly modules: readonly Uint8Array[],
    private readonly options: InputRequest['options'],
  ) {}

  module<F extends keyof ModuleForms>(compiler: Compiler, form: F): Promise<ModuleForms[F]> {
    return compiler.link(this.modules, this.options, form);
  }

  includedFiles(): readonly string[] {
    return [];
  }

  get isSpecial(): boolean {
    return mentions(this.modules, 'printf') || mentions(this.modules, CPP_NAME);
  }
}

export const language: InputLanguage = {
  id: 'llvm-bitcode',
  title: 'LLVM bitcode',
  compiles: 'llvm-bitcode',
  read({ request, options }) {
    const modules = (request.inputs ?? []).map((input, i) =>
      readContainer(input, `input ${i + 1} of the link`, request.device),
    );
    if (modules.length === 0) throw new CompilerFailure('errors', 'error: nothing to link\n');
    return new LinkedModules(modules, options);
  },
};

// OpenCL C as input: the source and headers of clBuildProgram and clCompileProgram.

import { rootPrefix } from '../../clang/confine.js';
import type { Compiler, ModuleForms } from '../../compiler.js';
import type { InputLanguage, InputRequest, ProgramInput } from '../../input-language.js';
import { mayCompareSmallest } from '../../passes/flt-min-comparisons.js';
import type { SourceInput } from '../../request/source-input.js';
import { inputTexts, isCpp } from './compile-source.js';
import { mayDependOnGroups } from './work-group-size-use.js';

class SourceProgram implements ProgramInput {
  private readonly input: SourceInput;

  constructor({ request, options }: InputRequest) {
    const { source = new Uint8Array(0), headers = [], folder = '/', caller } = request;
    this.input = { source, headers, options, folder, root: rootPrefix(caller) };
  }

  module<F extends keyof ModuleForms>(compiler: Compiler, form: F): Promise<ModuleForms[F]> {
    return compiler.compile(this.input, form);
  }

  includedFiles(compiler: Compiler): readonly string[] {
    return compiler.includedFiles();
  }

  /** printf is lowered on plain IR; some functions of C++ have to be inlined; some numbers have to be opaque. */
  get isSpecial(): boolean {
    const texts = inputTexts(this.input);
    return (
      this.mentions('printf') ||
      isCpp(this.input.options.clangArgs) ||
      (texts !== undefined && mayCompareSmallest(texts))
    );
  }

  get ignoresGroups(): boolean {
    const texts = inputTexts(this.input);
    return texts !== undefined && !mayDependOnGroups(texts);
  }

  private mentions(word: string): boolean {
    const { source, headers } = this.input;
    return [source, ...headers.map((header) => header.source)].some((text) =>
      Buffer.from(text.buffer, text.byteOffset, text.length).includes(word),
    );
  }
}

export const language: InputLanguage = {
  id: 'opencl-c',
  title: 'OpenCL C',
  compiles: 'opencl-c',
  read: (input) => new SourceProgram(input),
};

// A toy input language, all of it in this file: a line `triple 3 4` defines `int triple(int x)`, which is 3 x + 4,
// and a kernel `test_triple` without effect.

import type { Compiler, ModuleForms } from '../../../src/compiler/compiler.js';
import { CompilerFailure } from '../../../src/compiler/compiler-failure.js';
import type { InputLanguage, InputRequest, ProgramInput } from '../../../src/compiler/input-language.js';

const MARK = '#linear\n';
const LINE = /^([a-z]\w*) (-?\d+) (-?\d+)$/;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function definition(line: string, index: number): string {
  const [, name, factor, summand] = LINE.exec(line) ?? [];
  if (name === undefined) throw new CompilerFailure('errors', `error: line ${index + 2}: '${line}' is no function\n`);
  return `define i32 @${name}(i32 %x) {
  %product = mul i32 %x, ${factor}
  %sum = add i32 %product, ${summand}
  ret i32 %sum
}
define amdgpu_kernel void @test_${name}(i32 %x) {
  ret void
}`;
}

class LinearProgram implements ProgramInput {
  readonly isSpecial = false;
  readonly ignoresGroups = true;
  private readonly options: InputRequest['options'];
  private readonly ir: string;

  constructor({ request, options }: InputRequest) {
    const lines = text(request.source!).slice(MARK.length).trimEnd().split('\n');
    this.ir = `target triple = "amdgcn--"\n${lines.map(definition).join('\n')}\n`;
    this.options = options;
  }

  module<F extends keyof ModuleForms>(compiler: Compiler, form: F): Promise<ModuleForms[F]> {
    return compiler.link([this.ir], this.options, form);
  }

  includedFiles(): readonly string[] {
    return [];
  }
}

export const linear: InputLanguage = {
  id: 'linear',
  title: 'Linear',
  compiles: 'llvm-ir',
  recognises: (source) => text(source.subarray(0, MARK.length)) === MARK,
  read: (input) => new LinearProgram(input),
};

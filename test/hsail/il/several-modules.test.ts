// Programs of several modules as HSAIL: code has the lines of its own module's text.

import test from 'ava';
import { joinModules, programOf } from '../../../src/hsail/load/object-programs.js';
import { assemble } from '../../../src/hsail/text/assembler.js';

const CALLER = `module &caller:1:0:$full:$large:$default;
decl prog function &f()();
prog kernel &k(kernarg_u64 %out)
{
  {
    call &f()();
  }
};
`;
const callee = (name: string, kernel = ''): string => `module &${name}:1:0:$full:$large:$default;
prog function &f()()
{
  nop;
  memfence_screl_agent;
};
${kernel}`;
const OTHER = 'prog kernel &other()\n{\n  barrier;\n};\n';

/** Files and texts of the lines of instructions: `caller.hsail call &f () ();`. */
function linesOf(...texts: readonly string[]): readonly (readonly string[])[] {
  const { kernels } = programOf(joinModules(texts.map((text) => assemble(text))));
  return kernels.map(({ debug: { lines, sources } }) =>
    lines
      .filter(({ line }) => line > 0)
      .map(({ file, line }) => `${file} ${sources!.get(file)!.split('\n')[line - 1]!.trim()}`),
  );
}

test('lines of each module are named after it', (t) => {
  const [kernel, other] = linesOf(CALLER, callee('callee', OTHER));
  t.deepEqual(
    kernel!.map((line) => line.replace(/\s+/g, ' ')),
    ['caller.hsail call &f () ();', 'callee.hsail nop;', 'callee.hsail memfence_screl_agent;'],
  );
  t.deepEqual(other, ['callee.hsail barrier;']);
});

test('modules of the same name have files of their own', (t) => {
  t.deepEqual(
    linesOf(CALLER, callee('caller'))[0]!.map((line) => line.split(' ')[0]),
    ['caller.hsail', 'caller-2.hsail', 'caller-2.hsail'],
  );
});

// Any text is read as a module that is written as the same text: unknown parts are kept.

import test from 'ava';
import { array, constantFrom, oneof, property, string } from 'fast-check';
import { instructionsOf } from '../../../src/compiler/ir/module.js';
import { readModule } from '../../../src/compiler/ir/read.js';
import { writeModule } from '../../../src/compiler/ir/write.js';
import { holds } from '../../property.js';

const LINES = [
  'define void @f() {',
  'define amdgpu_kernel void @"g h"(ptr %0) #0 {',
  '}',
  'entry:',
  '"a label":',
  '  %1 = add i32 %0, 1',
  '  %2 = call i32 @f(i32 %1), !dbg !3',
  '  switch i32 %1, label %d [',
  '    i32 0, label %a',
  '  ]',
  '  ret void',
  '  ; a comment',
  '!0 = !{}',
  '',
] as const;
const line = oneof({ weight: 9, arbitrary: constantFrom(...LINES) }, { weight: 1, arbitrary: string() });

test('a module is written as it was read', (t) => {
  holds(
    t,
    property(array(line, { maxLength: 24 }), (lines) => {
      const text = lines.join('\n');
      return writeModule(readModule(text)) === text;
    }),
  );
});

test('each instruction of a whole function is found once', (t) => {
  const instructions = LINES.filter((one) => /^ {2}(?:%\d|ret)/.test(one));
  holds(
    t,
    property(array(constantFrom(...instructions, 'next:', '  ; a comment')), (body) => {
      const { parts } = readModule(['define void @f() {', ...body, '}'].join('\n'));
      const instructions = parts.flatMap((part) => (part.kind === 'function' ? [...instructionsOf(part)] : []));
      return instructions.length === body.filter((one) => /^ {2}[%r]/.test(one)).length;
    }),
  );
});

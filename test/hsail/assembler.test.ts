// HSAIL text to BRIG: the bytes of HSAILasm (hsail-tools 0~20180830), round trips, and errors with line and column.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readBrig } from '../../src/hsail/brig/reader.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { disassemble } from '../../src/hsail/text/disassembler.js';
import { root } from '../../src/util/paths.js';

const file = (name: string): Buffer => readFileSync(join(root, 'test/hsail', name));

test('text becomes the bytes that HSAILasm makes', (t) => {
  t.true(assemble(file('sample.hsail').toString('latin1')).equals(file('sample.brig')));
});

test('a module survives text, module and text again', (t) => {
  const text = disassemble(readBrig(file('sample.brig')));
  const again = assemble(text);
  t.is(disassemble(readBrig(again)), text);
  t.true(assemble(disassemble(readBrig(again))).equals(again));
});

const HEADER = 'module &m:1:0:$base:$small:$near;\n';
const inKernel = (body: string): string => `${HEADER}kernel &k(kernarg_u32 %a)\n{\n${body}\n};\n`;

test('declarations, literals and images keep their values', (t) => {
  const text = [
    'extension "IMAGE";',
    'decl prog function &f(arg_u32 %r)(arg_u8 %x[]);',
    'signature &s(arg_f32)(arg_u64 %p);',
    'alloc(agent) global_samp &t = samp(coord = normalized, filter = linear, addressing = repeat);',
    'readonly_roimg &i = roimg(geometry = 2da, width = 4, height = 3, array = 2, channel_type = float, channel_order = rgba);',
    'global_f16 &h[3] = f16[](1.5h, 0x1p-24h, 65504.0h);',
    'global_b8 &g[] = {u8(255), align(4), f32(-1.0f), u8x4(1,2,3,4)};',
    'fbarrier &b;',
  ];
  const shown = disassemble(readBrig(assemble(HEADER + text.join('\n'))));
  t.regex(shown, /f16\[\]\(0H3e00, 0H0001, 0H7bff\)/);
  t.regex(shown, /&g\[12\] = \{u8\(255\), align\(4\), f32\(0Fbf800000\), u8x4\(1,2,3,4\)\}/);
  t.regex(shown, /geometry = 2da, width = 4, height = 3, array = 2, channel_type = float, channel_order = rgba/);
  t.is(disassemble(readBrig(assemble(shown))), shown);
});

test('errors of text name line and column', (t) => {
  const cases: [string, RegExp][] = [
    [inKernel('add_u32 $s0, $s1;'), /add has 2 operands instead of 3/],
    [inKernel('add_u99 $s0, $s1, 1;'), /^4:1: add needs a type/],
    [inKernel('br @nowhere;'), /the label @nowhere is not defined/],
    [inKernel('add_f32 $s0, $s1, 1;'), /^4:19: an integer is no constant of type f32/],
    [inKernel('ld_kernarg_u32 $s0, [%b];'), /^4:\d+: %b is not declared/],
    ['module &m:1:1:$full:$large:$default;', /HSAIL 1\.1; version 1\.0 is supported/],
    [`${HEADER}kernel &k() {`, /the body does not end/],
  ];
  for (const [text, message] of cases) t.throws(() => assemble(text), { message }, text);
});

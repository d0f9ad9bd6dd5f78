// HSAIL text to BRIG: the bytes of HSAILasm (hsail-tools 0~20180830), round trips, and errors with line and column.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readBrig } from '../../src/hsail/brig/reader.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { disassemble, listing } from '../../src/hsail/text/disassembler.js';
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

const HEADER = 'module &m:1:0:$full:$small:$near;\n';
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

test('other versions and extensions are refused by name', (t) => {
  const versions: [string, RegExp][] = [
    ['version 0:95:$full:$small;\nkernel &k() {};', /^1:1: this is HSAIL 0\.95; version 1\.0 Final is supported/],
    ['// draft\n/* text */\n version 0:96:$full:$small;', /^3:2: this is HSAIL 0\.96/],
    ['version 1:0:$large;', /this is HSAIL 1\.0 Provisional/],
  ];
  for (const [text, message] of versions) t.throws(() => assemble(text), { code: 'UNSUPPORTED', message }, text);
  for (const [name, mnemonic] of [
    ['amd:gcn', 'amd_gcn_madu_u32'],
    ['amd:mipmap', 'amd_mipmap_rdimagelod_v4_1d_u32_roimg_s32'],
  ]) {
    const text = `${HEADER}extension "${name}";\nkernel &k() {\n${mnemonic} $s0, $s1;\n};`;
    t.throws(() => assemble(text), { message: new RegExp(`^4:1: ${mnemonic} belongs to the extension ${name}`) });
  }
  t.notThrows(() => assemble(`${HEADER}extension "amd:gcn";\nkernel &k() { nop; };`));
});

test('words of JavaScript objects are no names of HSAIL', (t) => {
  for (const text of ['toString 1;', 'global_constructor &x;', 'global_u32 &x = constructor(1);', 'none 1;'])
    t.throws(() => assemble(HEADER + text), { code: 'BAD_ASSEMBLY', message: /^2:\d+: / }, text);
});

test('float literals are rounded once, ties to even', (t) => {
  const literals: [string, string][] = [
    // The nearest double is a tie of two floats, and the value is above it.
    ['f32 1.00000005960464477539062500000000001f', '0F3f800001'],
    ['f32 1.000000059604644775390625f', '0F3f800000'],
    ['f32 0x1.00000100000000001p+0f', '0F3f800001'],
    ['f16 1.00048828125000000000000000000001h', '0H3c01'],
    ['f16 1.00048828125h', '0H3c00'],
    ['f16 65519.99h', '0H7bff'],
    ['f16 0x1p-25h', '0H0000'],
    ['f16 0x1.0000001p-25h', '0H0001'],
    ['f32 0x1.fffffep-127f', '0F00800000'],
    ['f32 -0x1p-149f', '0F80000001'],
    ['f64 2.2250738585072011e-308', '0D000fffffffffffff'],
    ['f64 0.1', '0D3fb999999999999a'],
    ['f64 1e-999999999', '0D0000000000000000'],
  ];
  for (const [literal, bits] of literals) {
    const [type, value] = literal.split(' ');
    const shown = disassemble(readBrig(assemble(`${HEADER}global_${type} &x = ${value};`)));
    t.true(shown.includes(`&x = ${bits};`), `${literal}: ${shown}`);
  }
  for (const value of ['65520.0h', '0x1p+16h', '3.5e38f', '1e309', '0x1p+999999999', '18446744073709551616'])
    t.throws(() => assemble(`${HEADER}global_b64 &x = ${value};`), { message: /^2:17: .*(?:exceeds|64 bits)/ }, value);
});

test('lines of a listing are those of its text', (t) => {
  const text = `module &m:1:0:$full:$large:$default;
decl function &f(arg_u32 %r)(arg_u32 %a, arg_u32 %b);
kernel &k(kernarg_u64 %a, kernarg_u64 %b)
{
  mov_b32 $s0, 1;
@again:
  mov_b32 $s1, 2;
  ret;
};
`;
  const module = readBrig(assemble(text));
  const { text: shown, lines } = listing(module);
  const rows = [...lines].map(([offset, line]) => [module.code.get(offset)!.kind, shown.split('\n')[line - 1]!.trim()]);
  t.deepEqual(
    rows.filter(([kind]) => kind!.startsWith('inst_')).map(([, row]) => row),
    ['mov_b32\t$s0, 1;', 'mov_b32\t$s1, 2;', 'ret;'],
  );
});

// The listing of lowered kernels, and what is refused.

import test from 'ava';
import { readBrig } from '../../../src/hsail/brig/reader.js';
import { kernelListing } from '../../../src/hsail/load/listing.js';
import { hsailProgram } from '../../../src/hsail/load/program.js';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { kernel } from './harness.js';

const programOf = (text: string) => hsailProgram(readBrig(assemble(text)));

test('each HSAIL instruction stands above its code', (t) => {
  const [lowered] = programOf(
    kernel(
      1,
      `
  ld_kernarg_u64 $d0, [%p0];
  cmp_eq_b1_u32 $c0, $s0, 100;
  cbr_b1 $c0, @end;
  st_global_u32 7, [$d0+4];
@end:
  ret;`,
    ),
  ).lowered;
  const text = kernelListing(lowered!);
  t.regex(text, /^; kernel &k: arguments 16, group 0, private 0 bytes\n; \$d0 v30, \$c0 v32, \$s0 v33\n/);
  t.regex(text, /; ld_kernarg_u64 \$d0, \[%p0\];\n {2}ld_global_b64 v\[30:31\], s\[0:1\], 0 /);
  t.regex(text, /; cmp_eq_b1_u32 \$c0, \$s0, 100;\n {2}literal s24, 100 .*\n {2}cmp_eq_b1_u32 v32, v33, s24 /);
  t.regex(text, /; cbr_b1 \$c0, @end;\n {2}lanes_b1 s\[40:41\], v32 .*\n {2}cbr_b1 s\[40:41\], \d+ /);
  t.regex(text, /; st_global_u32 7, \[\$d0\+4\];\n {2}st_global_b32 7, v\[30:31\], 4 /);
  t.is(lowered!.words.length % 2, 0, 'eight bytes each');
  t.is(lowered!.vectorRegisters, 34, 'no more than the kernel uses');
});

const refused = (text: string, code: string, message: RegExp): [string, string, RegExp] => [text, code, message];
const REFUSED: readonly [string, string, RegExp][] = [
  refused(
    kernel(
      0,
      '  call &f ()(); ret;',
      'function &f()() { private_u32 %v; lda_private_u32 $s0, [%v]; call &f ()(); ret; };',
    ),
    'UNSUPPORTED',
    /^kernel &k: module &m: hsa_code\+0x[0-9a-f]+ \(m\.hsail:\d+\): the address of a variable of &f, which calls itself/,
  ),
  refused(
    kernel(0, '  enablebreakexceptions 3; ret;'),
    'UNSUPPORTED',
    /^kernel &k: module &m: hsa_code\+0x[0-9a-f]+ \(m\.hsail:\d+\): exceptions that halt \(enablebreakexceptions\)/,
  ),
  refused(
    kernel(0, '  call &f ()(); ret;', 'decl prog function &f()();'),
    'BAD_INPUT',
    /^kernel &k: module &m: hsa_code\+0x[0-9a-f]+ \(m\.hsail:\d+\): &f is declared, and defined in no module/,
  ),
  refused(
    kernel(
      0,
      '  call &f ()(); ret;',
      `function &f()() { ${Array.from({ length: 120 }, (_, n) => `mov_b64 $d${n}, 0;`).join('\n')} call &f ()(); };`,
    ),
    'LIMIT',
    /^kernel &k: module &m: hsa_code\+0x[0-9a-f]+ \(m\.hsail:\d+\): &k needs \d+ words of registers, and there are 0 left/,
  ),
  refused(
    'module &m:1:0:$full:$small:$default;\nkernel &k() { ret; };',
    'UNSUPPORTED',
    /^module &m: hsa_code\+0x[0-9a-f]+ \(m\.hsail:1\): it has the machine model \$small/,
  ),
];

for (const [text, code, message] of REFUSED)
  test(`refused: ${message.source}`, (t) => {
    t.throws(() => programOf(text), { code, message });
  });

test('control directives limit work-groups', (t) => {
  const [kernel0] = programOf(kernel(0, '  maxflatworkgroupsize 128; requiredworkgroupsize 8, 4, 2; ret;')).kernels;
  t.deepEqual(kernel0!.groups.required, [8, 4, 2]);
  t.is(kernel0!.groups.limit, 128);
});

// Modules that cannot be executed: errors name module, offset and line, and the next step.

import test from 'ava';
import { OPCODES } from '../../src/hsail/brig/opcodes.js';
import { readBrig } from '../../src/hsail/brig/reader.js';
import { joinModules, programOf } from '../../src/hsail/load/object-programs.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { readImage } from '../../src/library/index.js';
import { AtollError } from '../../src/util/errors.js';
import { finalized } from './finalized.js';

const hsail = (text: string) => readBrig(assemble(text));
const hsailOf = (texts: readonly string[]) => programOf(joinModules(texts.map((text) => assemble(text))));

const head = (name: string, target = '$full:$large:$default'): string => `module &${name}:1:0:${target};\n`;

const CALLER = `${head('caller')}decl prog function &f(arg_u32 %r)(arg_u32 %x);
prog kernel &k(kernarg_u64 %out)
{
  {
    arg_u32 %r;
    arg_u32 %x;
    st_arg_u32 7, [%x];
    call &f(%r)(%x);
  }
  ret;
};
`;
const callee = (type: string, name = 'callee'): string =>
  `${head(name)}prog function &f(arg_${type} %r)(arg_${type} %x)\n{\n  ret;\n};\n`;
const READER = `${head('reader')}decl prog global_u64 &v;
prog kernel &k(kernarg_u64 %out)
{
  ld_global_u64 $d1, [&v];
  ret;
};
`;
const VARIABLE = `${head('writer')}prog global_u32 &v = 5;\n`;
const EMPTY = 'prog kernel &k(kernarg_u64 %out)\n{\n  ret;\n};\n';
const EMPTY_BASE = `${head('base', '$base:$large:$near')}${EMPTY.replace('&k', '&other')}`;
const SMALL = `${head('small', '$full:$small:$default')}${EMPTY.replace('u64', 'u32')}`;
const REGISTERS = `${head('registers')}${EMPTY.replace(
  '  ret;',
  `${Array.from({ length: 2049 }, (_, n) => `  mov_b32 $s${n}, 1;`).join('\n')}\n  ret;`,
)}`;

/** Programs by their error of the finalizer. */
const REFUSED: readonly (readonly [texts: readonly string[], message: RegExp, hint: RegExp])[] = [
  [
    [CALLER],
    /^module &caller: hsa_code\+0x[0-9a-f]+ \(caller\.hsail:\d+\): &f is declared, but defined by no module/,
    /Add the module/,
  ],
  [
    [CALLER, callee('u64')],
    /^module &caller: .* \(caller\.hsail:\d+\): &f is declared with another type, .* module &callee/,
    /like the definition/,
  ],
  [[CALLER, callee('u32'), callee('u32', 'again')], /^module &again: .*: &f is defined by two modules/, /Remove one/],
  [
    [READER, VARIABLE],
    /^module &reader: .*: &v is declared with another type, .* module &writer/,
    /like the definition/,
  ],
  [
    [`${head('first')}${EMPTY}`, EMPTY_BASE],
    /^module &base: hsa_code\+0x[0-9a-f]+ \(base\.hsail:1\): the profile is \$base, that of the first module \$full/,
    /one profile/,
  ],
  [[SMALL], /^module &small: hsa_code\+0x[0-9a-f]+ \(small\.hsail:1\): the machine model \$small/, /for \$large/],
];

test('programs that cannot be finalized are refused, with the next step', async (t) => {
  for (const [texts, message, hint] of REFUSED) {
    const error = await t.throwsAsync(finalized(texts, 'fiji'), { instanceOf: AtollError, message }, String(message));
    t.regex(error!.hint ?? '', hint);
  }
});

test('declarations that differ from their definitions are refused as HSAIL, too', (t) => {
  const differing = REFUSED.filter(([, message]) => /is declared with another/.test(message.source));
  t.true(differing.length >= 2);
  for (const [texts, message, hint] of differing) {
    const error = t.throws(() => hsailOf(texts), { instanceOf: AtollError, code: 'UNSUPPORTED' }, String(message));
    t.regex(error!.message.replace(/^kernel &k: /, ''), message);
    t.regex(error!.hint ?? '', hint);
  }
  t.is(hsailOf([CALLER, callee('u32')]).kernels.length, 1);
});

test('instructions of a second module that cannot be executed are named by its own lines', (t) => {
  const second = callee('u32').replace(
    '  ret;',
    '  private_u32 %v;\n  lda_private_u32 $s0, [%v];\n  {\n    arg_u32 %a;\n    call &f(%a)(%a);\n  }\n  ret;',
  );
  const own = [...hsail(second).code.values()].find(({ values }) => OPCODES[values['opcode']!]?.name === 'lda')!;
  const place = `hsa_code+0x${own.offset.toString(16)} (callee.hsail:6)`;
  t.throws(() => hsailOf([CALLER, second]), {
    message: `kernel &k: module &callee: ${place}: the address of a variable of &f, which calls itself, cannot be executed as HSAIL`,
  });
});

/** Texts by the error of the HSAIL engine. */
const NOT_EXECUTED: readonly (readonly [text: string, message: RegExp, hint: RegExp])[] = [
  [
    CALLER,
    /^k\.hsail: kernel &k: module &caller: hsa_code\+0x[0-9a-f]+ \(k\.hsail:\d+\): &f is declared, and defined in no module/,
    /Define it/,
  ],
  [
    SMALL,
    /^k\.hsail: module &small: hsa_code\+0x[0-9a-f]+ \(k\.hsail:1\): it has the machine model \$small/,
    /for \$large/,
  ],
  [REGISTERS, /^k\.hsail:\d+:3: the registers have more than 2048 words together/, /Correct the text/],
  [
    REGISTERS.replaceAll(/\$s(\d+)/g, (_, number) => `$c${number}`).replaceAll('b32', 'b1'),
    /^k\.hsail:\d+:3: there are more than 128 control registers/,
    /Correct the text/,
  ],
];

test('texts that cannot be executed as HSAIL are refused, with the next step', (t) => {
  for (const [text, message, hint] of NOT_EXECUTED) {
    const error = t.throws(() => readImage(Buffer.from(text), 'k.hsail'), { instanceOf: AtollError, message });
    t.regex(error!.hint ?? '', hint);
  }
});

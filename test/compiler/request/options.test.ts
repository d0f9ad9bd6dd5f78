// Build options: those of the specification and the table; no other text can reach clang.
import test from 'ava';
import { OPTION_TABLE } from '../../../src/compiler/request/option-table.js';
import { parseOptions, splitOptions } from '../../../src/compiler/request/options.js';

const parse = (text: string, kind: 'build' | 'compile' | 'link' = 'build') => parseOptions(text, kind, '/home/guest');

test('words are split at white space, quotes group, backslashes escape quotes', (t) => {
  t.deepEqual(splitOptions('  -DA=1\t-w\n-I x '), ['-DA=1', '-w', '-I', 'x']);
  t.deepEqual(splitOptions('-I "a folder/b" -DS=\\"text\\"'), ['-I', 'a folder/b', '-DS="text"']);
  t.deepEqual(splitOptions("-D'A B'=1 a\\ b c\\d"), ['-DA B=1', 'a b', 'c\\d']);
  t.deepEqual(splitOptions('""'), ['']);
  t.is(splitOptions('-D"A'), undefined);
});

test('the options of the specification are accepted', (t) => {
  const all =
    '-D A -DB=2 -I . -cl-single-precision-constant -cl-denorms-are-zero -cl-fp32-correctly-rounded-divide-sqrt ' +
    '-cl-opt-disable -cl-mad-enable -cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only ' +
    '-cl-fast-relaxed-math -w -Werror -cl-std=CL1.2 -cl-kernel-arg-info -g';
  const options = parse(all);
  t.deepEqual(options.errors, []);
  t.deepEqual(options.notes, []);
  t.like(options, { optimisation: '1', debug: true, argInfo: true, warningsAreErrors: true });
  t.true(options.clangArgs.includes('-DA'));
  t.true(options.clangArgs.includes('-I/home/guest'));
});

test('link options belong to links', (t) => {
  t.deepEqual(parse('-create-library -enable-link-options -cl-fast-relaxed-math', 'link').errors, []);
  t.is(parse('-create-library').errors.length, 1);
  t.is(parse('-DA', 'link').errors.length, 1);
  t.is(parse('-enable-link-options', 'link').errors.length, 1);
});

test('vendor options are honoured, ignored with a note, or refused with a reason', (t) => {
  t.deepEqual(parse('-x clc++').clangArgs, ['-cl-std=CLC++']);
  t.is(parse('-O5').optimisation, '3');
  t.is(parse('-O0').optimisation, '1');
  for (const word of [
    '-save-temps=x',
    '-fno-bin-llvmir',
    '-cl-nv-verbose',
    '-cl-intel-greater-than-4GB-buffer-required',
  ]) {
    const { errors, notes } = parse(word.toLowerCase());
    t.deepEqual(errors, [], word);
    t.is(notes.length, 1, word);
  }
  t.regex(parse('-cl-std=CL2.0').errors[0] ?? '', /1\.2/);
  t.regex(parse('-Wl,-rpath').errors[0] ?? '', /refused/);
});

test('build options: no other text is accepted', (t) => {
  const tricks = [
    '-o /tmp/x',
    '-fplugin=evil.so',
    '-Xclang -load',
    '@file',
    '-include /etc/passwd',
    '-MF x',
    '-x c',
    '-x cuda',
    '-D -o',
    '-D1X',
    '-D"A\nB"',
    '-I',
    '-D',
    '-Wp,-MD,x',
    '-mllvm x',
    '--help',
    '-',
    '""',
    'program.cl',
    '-cl-std=CL9',
    '-cl-unknown',
    '-fuse-ld=x',
    '-fmodules',
    '-W',
    '-isystem x',
    '-target x',
    '-B/tmp',
    '-g3',
    '-Wall=/x y',
  ];
  for (const text of tricks) t.true(parse(text).errors.length > 0, JSON.stringify(text));
});

test('definitions and folders reach clang as one word each', (t) => {
  const { clangArgs, errors } = parse('-D "F(x)=((x)+1)" -D MSG="a -o b" -I "-o x"');
  t.deepEqual(errors, []);
  t.deepEqual(clangArgs, ['-DF(x)=((x)+1)', '-DMSG=a -o b', '-I/home/guest/-o x']);
});

test('absurdly long options are refused', (t) => {
  t.is(parse(`-D${'A'.repeat(2 << 20)}`).errors.length, 1);
});

test('no fixed option is listed twice', (t) => {
  const names = OPTION_TABLE.map((row) => row.name);
  t.is(new Set(names).size, names.length);
});

test('vendor options of programs: honoured under another name, ignored with a note, refused with a reason', (t) => {
  const parsed = parseOptions(
    '-funsafe-math-optimizations -fno-inline -just-kernel=k -mcpu=gfx90a -fno-builtin',
    'build',
    '/',
  );
  t.deepEqual(parsed.errors, []);
  t.deepEqual(parsed.clangArgs, ['-cl-unsafe-math-optimizations', '-fno-inline']);
  t.is(parsed.notes.length, 3);
  t.regex(
    parseOptions('-cl-ext=+cl_khr_fp16', 'build', '/').errors.join(),
    /refused: the extensions are those of the device/,
  );
});

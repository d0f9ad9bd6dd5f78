// The assembler gives the bytes of LLVM's: lines of everything, programs with directives, and clang's output for
// kernels.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../src/util/paths.js';
import { LINES } from './assembler-lines.js';
import { PROGRAMS } from './assembler-programs.js';
import { count } from './campaign.js';
import { assembleLines, LLVM_MC } from './llvm-mc.js';
import { assemble } from './southern-islands.js';

const LLVM = '/usr/lib/llvm-16/bin';
const TARGET = ['-triple=amdgcn--', '-mcpu=tahiti'];
const CLANG_TARGET = ['-target', 'amdgcn--', '-mcpu=tahiti'];

const hexOf = (words: ArrayLike<number>): string => Buffer.from(Uint32Array.from(words).buffer).toString('hex');

/** Our output, or `error`. */
function ourBytes(source: string): string {
  const { words, problems } = assemble(source);
  return problems.length > 0 ? 'error' : hexOf(words);
}

test('lines become the bytes that LLVM makes of them, or neither takes them', (t) => {
  const { bytes } = assembleLines(LINES);
  const differences = LINES.flatMap((line, i) => {
    const [ours, theirs] = [ourBytes(line), bytes.get(i) ?? 'error'];
    return ours === theirs ? [] : [`${line}: ours ${ours}, LLVM's ${theirs}`];
  });
  t.deepEqual(differences, []);
  t.true(bytes.size > 150, `${bytes.size} lines assemble`);
});

interface ObjectFile {
  readonly text: Buffer;
  readonly constants: Buffer;
  /**
   * Offsets in the text that are a linker's to fill in, with the distance to the symbol's place in .rodata or .text.
   */
  readonly relocations: readonly { readonly offset: number; readonly type: string }[];
}

function run(program: string, args: readonly string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const FOLDER = mkdtempSync(join(tmpdir(), 'atoll-assembler-'));
test.after.always(() => rmSync(FOLDER, { recursive: true, force: true }));

/** LLVM's object file of a source. @param clang the assembler, in place of llvm-mc */
function objectOf(source: string, name: string, clang?: string): ObjectFile {
  const [input, output] = [`${name}.s`, `${name}.o`];
  writeFileSync(join(FOLDER, input), source);
  if (clang) run(clang, [...CLANG_TARGET, '-c', '-x', 'assembler', input, '-o', output], FOLDER);
  else run(LLVM_MC, [...TARGET, '-filetype=obj', input, '-o', output], FOLDER);
  const section = (section: string): Buffer => {
    const file = join(FOLDER, `${name}${section}`);
    spawnSync(`${LLVM}/llvm-objcopy`, [`--dump-section=${section}=${file}`, output, '/dev/null'], { cwd: FOLDER });
    return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  };
  const listing = run(`${LLVM}/llvm-readelf`, ['-r', '-W', output], FOLDER);
  const relocations = [...listing.matchAll(/^([0-9a-f]{16})\s+\S+\s+(R_AMDGPU_\S+)/gm)];
  return {
    text: section('.text'),
    constants: section('.rodata'),
    relocations: relocations.map((match) => ({ offset: Number.parseInt(match[1]!, 16), type: match[2]! })),
  };
}

/**
 * Compares code and constants; words that a linker fills in are compared in another test.
 * @param clang the compiler of the source: an older assembler does not accept all of it
 */
function compare(t: ExecutionContext, source: string, name: string, clang?: string): void {
  const { words, problems } = assemble(source);
  t.deepEqual(problems, [], name);
  const ours = Buffer.from(words.buffer);
  const { text, constants, relocations } = objectOf(source, name, clang);
  for (const { offset } of relocations) ours.copy(text, offset, offset, offset + 4);
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4)]);
  t.is(ours.subarray(0, padded.length).toString('hex'), padded.toString('hex'), name);
  t.is(ours.subarray(ours.length - constants.length).toString('hex'), constants.toString('hex'), `${name}: constants`);
}

for (const [name, source] of Object.entries(PROGRAMS))
  test(`${name}: the bytes of LLVM`, (t) => compare(t, source, name.replaceAll(/\W+/g, '-')));

test('distances to constants behind the code are known', (t) => {
  const { words, problems, labels } = assemble(`s_getpc_b64 s[0:1]
s_add_u32 s0, s0, table@rel32@lo+4
s_addc_u32 s1, s1, table@rel32@hi+12
s_add_u32 s2, s2, table@rel32@lo+8
s_endpgm
.section .rodata,"a",@progbits
.p2align 4
.byte 1
table: .long 42`);
  t.deepEqual(problems, []);
  const table = labels.get('table')!;
  t.is(table, 33);
  // The program counter that s_getpc_b64 gives is 4; the literal of the first addition stands at 8.
  t.is(4 + words[2]!, table);
  t.is(words[4], 0);
});

test('assembler: an expression that only a linker can resolve is an error that names it', (t) => {
  const message = (source: string): string => assemble(source).problems[0]!.message;
  t.regex(message('s_add_u32 s0, s0, f@gotpcrel32@lo+4'), /'@gotpcrel32@lo' of f needs the table of a linker/);
  t.regex(message('s_add_u32 s0, s0, f@rel32@lo+4'), /'f' is not defined/);
  t.regex(message('s_add_u32 s0, s0, f@nonsense'), /no known relocation/);
});

/** Kernels of ours whose assembly text is compared. */
const KERNELS = join(root, 'benchmarks');
const ORDINARY = ['Reduction', 'RadixSort', 'BlackScholes', 'FFT'];

/** Clangs of the system: the versions whose text is compared. */
const CLANGS = ['/usr/lib/llvm-16/bin/clang', '/usr/lib/llvm-22/bin/clang'].filter((path) => existsSync(path));

/** Names that a linker defines: of functions of the library, of images, and the words of the scratch descriptor. */
function withoutLinker(text: string): string {
  const defined = new Set([...text.matchAll(/^([\w.$]+):/gm)].map((match) => match[1]));
  return text
    .replaceAll(/([\w.$]+)@(rel32|gotpcrel32)@(lo|hi)\+\d+/g, (all, name, kind) =>
      kind === 'rel32' && defined.has(name) ? all : '0x7fffffff',
    )
    .replaceAll(/\bSCRATCH_RSRC_DWORD[01]\b/g, '0x7ffffffe');
}

function clangText(clang: string, file: string, folder: string): string {
  const language = ['-x', 'cl', '-cl-std=CL1.2', '-Xclang', '-finclude-default-header', '-w', '-O2', '-nogpulib'];
  const args = [...language, ...CLANG_TARGET, '-S', '-o', '-', '-I', folder, file];
  return run(clang, args, FOLDER);
}

test("assembler: clang's output for kernels becomes the bytes of LLVM", (t) => {
  t.true(CLANGS.length > 0, 'clang is missing: apt-get install clang-16');
  const names = readdirSync(KERNELS).filter((name) => existsSync(join(KERNELS, name, `${name}_Kernels.cl`)));
  t.true(names.length > 30 && ORDINARY.every((name) => names.includes(name)));
  for (const clang of CLANGS.slice(0, count(1, CLANGS.length)))
    for (const name of names.filter((each) => count(Number(ORDINARY.includes(each)), 1) === 1)) {
      const folder = join(KERNELS, name);
      const text = clangText(clang, join(folder, `${name}_Kernels.cl`), folder);
      compare(t, withoutLinker(text), `${name}-${/llvm-(\d+)/.exec(clang)![1]}`, clang);
    }
});

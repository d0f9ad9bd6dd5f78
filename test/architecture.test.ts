// The direction of dependency between the folders of src/, read off every import.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import test from 'ava';
import { HELPERS } from '../src/isa/helpers.js';
import { loadIsa } from '../src/isa/load-isa.js';
import { southernIslands } from '../src/isa/southern-islands/index.js';
import { root } from '../src/util/paths.js';

/** Every family of devices depends on these folders; families do not depend on one another. */
const BELOW_DEVICES = [
  'util',
  'chips',
  'source',
  'launch',
  'emulator',
  'cal/load',
  'driver',
  'driver/core/processor',
  'driver/core',
];
const BELOW_INSTRUMENTS = [
  'util',
  'chips',
  'abi',
  'isa',
  'source',
  'cal',
  'cal/load',
  'emulator',
  'launch',
  'jit',
  'compiler',
  'host',
  'driver',
  'driver/core',
  'driver/core/processor',
  'driver/atoll',
  'driver/multi2sim',
  'driver/kfd',
  'hsa',
  'hsa/load',
  'hsail/load',
  'hsail/code-object',
  'debug',
  'check',
  'replay',
  'device-recordings',
  'board',
  'lockstep',
  'kernels',
  'config',
  'statistics',
  'timing',
  'serve',
  'report',
  'trace',
  'dataflow',
];
const BELOW_MACHINE = [...BELOW_INSTRUMENTS, 'instruments', 'instruments/options'];

/**
 * Permitted imports of each package besides itself: folders of src/, and folders of these that are packages.
 * Only packages that exist are listed here, and no file lies directly in src/. `cal/load` is apart from `cal` so that
 * code that writes images needs no emulator.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  util: [],
  abi: [],
  // Plain facts about chips; the instruction set of one is a name there.
  chips: [],
  isa: ['util', 'abi', 'chips'],
  emulator: ['util', 'abi', 'isa'],
  statistics: ['util', 'chips', 'isa', 'emulator'],
  timing: ['util', 'chips', 'source', 'isa', 'emulator'],
  elf: ['util'],
  dwarf: ['util', 'elf', 'source'],
  source: [],
  launch: ['emulator', 'source'],
  cal: ['util', 'chips', 'abi', 'elf', 'launch', 'source'],
  'cal/load': ['util', 'chips', 'abi', 'isa', 'emulator', 'launch', 'cal'],
  hsa: ['util', 'chips', 'elf', 'dwarf', 'source'],
  // The format SPIR-V and its text.
  spirv: ['util'],
  // The format BRIG and its text, which depend on no device.
  hsail: ['util'],
  // Of instruction sets, how fields of descriptors are written.
  'hsail/finalizer': ['util', 'abi', 'isa', 'source', 'hsail'],
  // BRIG modules as programs whose kernels execute as HSAIL.
  'hsail/load': ['util', 'abi', 'isa', 'emulator', 'launch', 'source', 'hsail'],
  'hsail/code-object': ['util', 'chips', 'elf', 'compiler', 'hsail/load'],
  'hsail/printer': ['util', 'chips', 'cal', 'compiler', 'hsail'],
  // Graphs as values, for every front end that has them.
  dataflow: [],
  hpvm: ['util', 'cal', 'compiler', 'dataflow'],
  'hsa/load': ['util', 'chips', 'abi', 'emulator', 'source', 'launch', 'hsa'],
  jit: ['util', 'abi', 'isa', 'emulator'],
  compiler: [
    'util',
    'chips',
    'abi',
    'isa',
    'elf',
    'dwarf',
    'launch',
    'cal',
    'source',
    'spirv',
    'hsail',
    'hsail/finalizer',
  ],
  host: ['util'],
  driver: ['util', 'abi', 'chips'],
  'driver/core/processor': ['util', 'launch', 'emulator', 'driver'],
  'driver/core': ['util', 'abi', 'launch', 'emulator', 'driver/core/processor'],
  'driver/atoll': [...BELOW_DEVICES, 'abi', 'isa', 'cal', 'spirv', 'compiler', 'host'],
  'driver/multi2sim': [...BELOW_DEVICES, 'abi', 'cal', 'host'],
  'driver/kfd': [
    ...BELOW_DEVICES.filter((folder) => folder !== 'cal/load'),
    'abi',
    'isa',
    'elf',
    'hsa',
    'hsa/load',
    'hsail/load',
    'host',
  ],
  debug: ['util', 'abi', 'isa', 'emulator', 'launch', 'source'],
  check: ['util', 'abi', 'isa', 'emulator', 'launch', 'source'],
  // Of the compute driver, its structures.
  'device-recordings': ['util', 'abi', 'host', 'driver/kfd'],
  replay: ['util', 'abi', 'isa', 'emulator', 'launch', 'source'],
  board: [
    'util',
    'chips',
    'abi',
    'isa',
    'source',
    'emulator',
    'launch',
    'cal',
    'compiler',
    'host',
    'driver',
    'driver/core/processor',
    'driver/atoll',
    'replay',
    'device-recordings',
  ],
  lockstep: [
    'util',
    'abi',
    'source',
    'emulator',
    'launch',
    'cal',
    'cal/load',
    'compiler',
    'driver/core/processor',
    'driver/atoll',
    'replay',
    'board',
  ],
  kernels: ['util', 'emulator', 'jit', 'compiler', 'host'],
  trace: ['util', 'driver/core'],
  serve: ['util', 'isa', 'emulator', 'source', 'launch', 'driver/core/processor', 'debug', 'report'],
  report: ['util', 'isa', 'emulator', 'source', 'launch', 'statistics', 'timing'],
  config: ['util', 'chips', 'instruments/options'],
  // Plain data for the table of options.
  'instruments/options': ['util', 'chips'],
  instruments: [...BELOW_INSTRUMENTS, 'instruments/options'],
  threads: BELOW_MACHINE,
  machine: [...BELOW_MACHINE, 'threads'],
  library: [...BELOW_MACHINE, 'hsa', 'hsa/load', 'hsail', 'threads', 'machine'],
  bench: [...BELOW_MACHINE, 'threads', 'machine'],
  // The code of pages, with the types of their data; no package imports it, as pages embed its text.
  browser: ['isa', 'emulator', 'timing', 'serve', 'report', 'bench'],
  documents: [...BELOW_MACHINE, 'bench'],
  cli: [
    ...BELOW_MACHINE,
    'dataflow',
    'hpvm',
    'spirv',
    'hsail',
    'hsail/printer',
    'trace',
    'threads',
    'machine',
    'library',
    'bench',
  ],
};
/**
 * The same inside of src/isa, whose files directly in the folder are its package `.`. The language of expressions
 * imports no instruction set; code that derives from any instruction set gets it as a value.
 */
const ISA_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  language: [],
  descriptors: [],
  '.': ['language', 'descriptors', 'assembler'],
  assembler: ['language', '.'],
  common: ['language', 'descriptors', '.', 'assembler'],
  'southern-islands': ['language', 'descriptors', '.', 'assembler', 'common'],
  gcn3: ['language', 'descriptors', '.', 'assembler', 'common'],
  hsail: ['language', 'descriptors', '.', 'assembler', 'common'],
};
/** Lists of instruction sets and their readers: no other file of these packages imports one of them. */
const ISA_LISTS = ['isa/default-set.ts', 'isa/isas.ts', 'isa/load-isa.ts', 'isa/readers.ts'];
/**
 * The same inside of src/compiler. Builds use a compiler by its interface (`compiler.ts`), which the files
 * directly in the folder put together with its parts.
 */
const COMPILER_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  request: [],
  ir: [],
  cache: ['image'],
  image: ['ir'],
  'machine-code': ['ir', 'image'],
  passes: ['ir'],
  clang: ['request', 'ir', 'cache', 'machine-code', 'passes'],
  library: ['ir', 'cache', 'clang'],
  // Object files as code objects for HSA, without a build's request.
  'code-object': ['ir', 'clang'],
  inputs: ['request', 'ir', 'image', 'passes', 'clang', 'library'],
};
/** Imports that input languages may have besides: the interface of compilers, and their own. */
const COMPILER_INTERFACE = ['compiler/compiler.ts', 'compiler/compiler-failure.ts', 'compiler/input-language.ts'];
/** Imports that all parts of the compiler may have: the installation, and facts about versions of clang. */
const COMPILER_LEAVES = ['compiler/project.ts', 'compiler/clang-versions.ts'];
/** The driver may import only these files of the host: the interface of virtual files, of doorbells and of pages. */
const HOST_INTERFACES = ['host/device.ts', 'host/tripwire.ts', 'host/page-mapper.ts'];

const source = join(root, 'src');
const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.c?ts$/.test(entry.name) ? [path] : [];
  });

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const pattern =
    /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|^import\s+['"](\.[^'"]+)['"]/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    from: relative(source, file),
    to: relative(source, resolve(dirname(file), (match[2] ?? match[3] ?? match[4])!)).replace(/\.(c?)js$/, '.$1ts'),
    typeOnly: match[1] !== undefined,
  }));
}

const folderOf = (path: string): string => (path.includes('/') ? path.split('/')[0]! : '.');
/** The table of all options imports the options of instruments; the instruments themselves import that table. */
const INSTRUMENT_OPTIONS = /^instruments\/(?:[\w-]+\/)?options\.ts$/;
/** The package that a file is in: the innermost folder that is one. */
function packageOf(path: string): string {
  if (INSTRUMENT_OPTIONS.test(path)) return 'instruments/options';
  const folder = dirname(path);
  return folder in ALLOWED || !folder.includes('/') ? folder : packageOf(folder);
}
const imports = files(source).flatMap(importsOf);

test('imports were found', (t) => {
  t.true(imports.length > 100);
  t.true(imports.some(({ from }) => from.endsWith('.cts')));
});

test('every folder of src/ has its place in the order', (t) => {
  const folders = new Set(files(source).map((file) => packageOf(relative(source, file))));
  t.deepEqual([...folders].sort(), Object.keys(ALLOWED).sort());
});

test('no import goes against the direction of dependency', (t) => {
  const upward = imports.filter(({ from, to }) => {
    const [own, other] = [packageOf(from), packageOf(to)] as const;
    if (own === other) return false;
    if (own.startsWith('driver') && other === 'host') return !HOST_INTERFACES.includes(to);
    return !ALLOWED[own]?.includes(other);
  });
  t.deepEqual(upward, []);
});

const isaRoom = (path: string): string => (path.split('/').length > 2 ? path.split('/')[1]! : '.');

test('the packages of the instruction sets keep their order', (t) => {
  const inside = imports.filter(({ from, to }) => folderOf(from) === 'isa' && folderOf(to) === 'isa');
  t.true(inside.length > 100);
  const upward = inside.filter(({ from, to }) => {
    const [own, other] = [isaRoom(from), isaRoom(to)];
    return own !== other && !ISA_PACKAGES[own]?.includes(other) && !ISA_LISTS.includes(from);
  });
  t.deepEqual(upward, []);
});

test('the packages of the compiler keep their order', (t) => {
  const inside = imports.filter(({ from, to }) => folderOf(from) === 'compiler' && folderOf(to) === 'compiler');
  t.true(inside.length > 100);
  const packageName = (path: string): string => (path.split('/').length > 2 ? path.split('/')[1]! : '.');
  const upward = inside.filter(({ from, to }) => {
    const [own, other] = [packageName(from), packageName(to)];
    if (own === '.' || own === other || COMPILER_LEAVES.includes(to)) return false;
    return !COMPILER_PACKAGES[own]?.includes(other) && !(own === 'inputs' && COMPILER_INTERFACE.includes(to));
  });
  t.deepEqual(upward, []);
});

const inputOf = (path: string): string | undefined => /^compiler\/inputs\/([\w-]+)\//.exec(path)?.[1];
/** Compiles OpenCL C, and links its results with an empty source of it. */
const CLANG_INPUTS = ['compiler/clang-compiler.ts', 'compiler/inputs/bitcode/link-bitcode.ts'];

test('in the compiler, input languages are known by their list', (t) => {
  const inside = imports.filter(({ from }) => folderOf(from) === 'compiler');
  const crossings = inside.filter(({ from, to }) => inputOf(to) !== undefined && inputOf(from) !== inputOf(to));
  const others = crossings.filter(({ from }) => !['compiler/inputs.ts', ...CLANG_INPUTS].includes(from));
  t.deepEqual(others, []);
  t.true(crossings.some(({ from }) => from === 'compiler/inputs.ts'));
});

test('outside of isa/, instruction sets are known by isas.ts', (t) => {
  const others = imports.filter(
    ({ from, to }) => folderOf(from) !== 'isa' && /^isa\/(southern-islands|gcn3|common)\//.test(to),
  );
  t.deepEqual(others, []);
  t.true(imports.some(({ from, to }) => folderOf(from) !== 'isa' && to === 'isa/isas.ts'));
});

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*|(['"`])(?:\\.|(?!\1)[^\\\n])*\1/g;
/** Without comments, and without messages: literals with a blank. */
const withoutProse = (code: string): string =>
  code.replaceAll(COMMENT_OR_TEXT, (fragment) => (/^\/[/*]|\s/.test(fragment) ? '' : fragment));

test('only instruction sets compare formats and mnemonics', async (t) => {
  const sets = [southernIslands, await loadIsa('gfx900')];
  const formats = [...new Set(sets.flatMap((isa) => isa.formats.map(({ name }) => name)))].join('|');
  const quoted = `(?<=['"\`])(?:${formats})(?=['"\`])|^ *(?:${formats})(?=:)`;
  const names = '\\b(?:s|v|ds|buffer|tbuffer|image|flat|global|scratch)_\\w+';
  const mention = new RegExp(`${quoted}|${names}|/\\^(?:s|v|ds|buffer|tbuffer|image|flat|global|scratch)_.*`, 'gm');
  const isMention = (word: string): boolean =>
    !/^[a-z]+_/.test(word) || (!HELPERS.has(word) && sets.some((isa) => isa.table.byName(word).length > 0));
  const mentions = (code: string): string[] =>
    (withoutProse(code).match(mention) ?? []).map((word) => word.trim()).filter(isMention);
  const code = (file: string): string => readFileSync(file, 'utf8');
  const [own, others] = [true, false].map((inside) =>
    files(source).filter((file) => /^isa\/(southern-islands|gcn3|common)\//.test(relative(source, file)) === inside),
  );
  t.true(own!.flatMap((file) => mentions(code(file))).length > 100);
  const mentionsByFile = others!.map((file) => [relative(source, file), ...mentions(code(file))]);
  t.deepEqual(
    mentionsByFile.filter(([, ...words]) => words.length > 0),
    [],
  );
});

function circlesOf(edges: readonly Import[]): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of edges) graph.set(from, [...(graph.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

test('imports form no circle', (t) => {
  // Types vanish when the program runs: only values can be caught half-loaded.
  t.deepEqual(circlesOf(imports.filter(({ typeOnly }) => !typeOnly)), []);
});

test('class members: private by the keyword, not by a `#` name', (t) => {
  // `private` and not `#name`: methods take several fields apart at once (`const { a, b } = this`).
  const hard = files(source).filter((file) =>
    /^\s*(?:(?:static|readonly|async|get|set) )*#\w/m.test(readFileSync(file, 'utf8')),
  );
  t.deepEqual(hard, []);
});

/**
 * Files whose types refer to one another because their data does: an instruction, its definition and its set;
 * expressions and statements; code that is being written and its parts.
 */
const TYPE_CIRCLES: readonly string[] = [
  'emulator/wavefront emulator/workgroup',
  'isa/assembler/directives isa/assembler/writer',
  'isa/define isa/format isa/instruction isa/isa isa/layout isa/operand-codes isa/print isa/rates isa/shape isa/syntax isa/table',
  'isa/language/expr isa/language/statement',
  'jit/analysis/flow jit/analysis/waits-after-barriers',
  'jit/kernel/machine jit/records/scalar-records jit/scalar/values',
  'jit/kernel/run jit/records/lds-groups jit/records/run-records jit/vector/register-pairs jit/vector/vector-values',
  'jit/linear/memory jit/linear/rows jit/linear/run jit/linear/values',
  'source/debug-info source/variables',
];

/** Files that import one another, directly or by others: groups of more than one. */
function groupsOf(edges: readonly Import[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reached = (file: string): ReadonlySet<string> => {
    const visited = new Set<string>();
    const open = [file];
    for (let each = open.pop(); each !== undefined; each = open.pop())
      for (const to of next.get(each) ?? []) {
        if (visited.has(to)) continue;
        visited.add(to);
        open.push(to);
      }
    return visited;
  };
  const all = new Map([...next.keys()].map((file) => [file, reached(file)]));
  const inCircles = [...all].filter(([file, reachable]) => reachable.has(file));
  const groups = inCircles.map(([file, reachable]) =>
    inCircles
      .filter(([other, back]) => reachable.has(other) && back.has(file))
      .map(([other]) => other.replace(/\.c?ts$/, '')),
  );
  return [...new Set(groups.map((group) => group.sort().join(' ')))].sort();
}

test('types form circles only for recursive data', (t) => {
  t.deepEqual(groupsOf(imports), TYPE_CIRCLES);
});

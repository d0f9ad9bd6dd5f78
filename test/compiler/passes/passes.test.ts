// Every pass over LLVM IR, by a text before and after it: `NAME.before.ll`, `NAME.after.ll`. With ATOLL_WRITE_IR=1 the
// texts after are written instead of compared.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { VERSION_REPAIRS } from '../../../src/compiler/clang-versions.js';
import { changeText } from '../../../src/compiler/ir/write.js';
import { atomicAddresses } from '../../../src/compiler/passes/atomic-addresses.js';
import { atomicLoadMarks } from '../../../src/compiler/passes/atomic-load-marks.js';
import { exactRounding } from '../../../src/compiler/passes/exact-rounding.js';
import { fltMinComparisons } from '../../../src/compiler/passes/flt-min-comparisons.js';
import { allCalls, genericPointers } from '../../../src/compiler/passes/forced-inlining.js';
import { OPTIMISED_IR_PASSES, patchIr } from '../../../src/compiler/passes/optimised-ir.js';
import { type IrPass, runPasses } from '../../../src/compiler/passes/pass.js';
import { lowerPrintf } from '../../../src/compiler/passes/printf.js';
import { scalarOperands } from '../../../src/compiler/passes/scalar-operands.js';
import { structurizerPhi } from '../../../src/compiler/passes/structurizer-phi.js';
import { UNOPTIMISED_IR_PASSES } from '../../../src/compiler/passes/unoptimised-ir.js';
import { root } from '../../../src/util/paths.js';

/** The lowering of printf, without the formats. */
const printf: IrPass = {
  name: 'printf',
  affects: 'all',
  bug: 'AMDGPUPrintfRuntimeBinding',
  run: (module) => lowerPrintf(module).module,
};

const FOLDER = join(root, 'test', 'compiler', 'passes');
const PASSES: readonly IrPass[] = [
  ...UNOPTIMISED_IR_PASSES,
  genericPointers,
  allCalls,
  fltMinComparisons,
  ...OPTIMISED_IR_PASSES,
  structurizerPhi,
  atomicLoadMarks,
  atomicAddresses,
  exactRounding,
  printf,
  scalarOperands,
];
const BEFORE = '.before.ll';

for (const pass of PASSES)
  test(`${pass.name}: before and after`, (t) => {
    const before = readFileSync(join(FOLDER, `${pass.name}${BEFORE}`), 'utf8');
    const after = join(FOLDER, `${pass.name}.after.ll`);
    const text = changeText(before, pass.run);
    if (process.env['ATOLL_WRITE_IR']) writeFileSync(after, text);
    t.is(text, readFileSync(after, 'utf8'));
    t.not(text, before);
  });

/** Regular expressions that read no IR: the program's source, and a template of IR. */
const OTHER_PATTERNS: readonly string[] = ['f64-rounding.ts', 'flt-min-comparisons.ts'];

test('passes ask the reader, and match no regular expressions', (t) => {
  const sources = join(root, 'src', 'compiler', 'passes');
  const matching = readdirSync(sources).filter((name) =>
    /RegExp\(|[=(?&|!>] ?\/[^/*\s]/.test(readFileSync(join(sources, name), 'utf8')),
  );
  t.deepEqual(matching.sort(), OTHER_PATTERNS);
});

test('every text belongs to a pass, and names are unique', (t) => {
  const texts = readdirSync(FOLDER).filter((name) => name.endsWith(BEFORE));
  const names = PASSES.map(({ name }) => name);
  t.deepEqual(texts.map((name) => name.slice(0, -BEFORE.length)).sort(), [...names].sort());
  t.is(new Set(names).size, names.length);
});

/** Repairs that are no pass over optimised IR: one runs within code generation, the others are flags. */
const OTHER_REPAIRS = [structurizerPhi.name, 'vectors', 'strides'];

test("each repair of the table of versions is a pass, in the table's order", (t) => {
  const names = VERSION_REPAIRS.map(({ name }) => String(name)).filter((name) => !OTHER_REPAIRS.includes(name));
  const passes = OPTIMISED_IR_PASSES.filter(({ affects }) => affects !== 'all').map(({ name }) => name);
  t.deepEqual(passes, names);
});

test('passes run for the versions that they affect, and for one that is not known', (t) => {
  const pass: IrPass = { ...structurizerPhi, affects: [{ first: 16, last: 18 }] };
  const text = readFileSync(join(FOLDER, `joins${BEFORE}`), 'utf8');
  const changes = (version: number): boolean =>
    changeText(text, (module) => runPasses([pass], module, version)) !== text;
  t.deepEqual([0, 15, 16, 18, 19].map(changes), [true, false, true, true, false]);
});

test('a text without functions stays as it is', (t) => {
  for (const text of ['', '\n', '; nothing', 'define void @f() {', '}\n'])
    t.is(
      changeText(text, (module) => patchIr(module, 22)),
      text,
    );
});

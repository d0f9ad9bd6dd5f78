// Large and hostile modules: work in proportion to their size, and limits by name.

import test from 'ava';
import { type SpirvTranslation, translateSpirv } from '../../src/compiler/inputs/spirv/translate.js';
import { DominatorTree } from '../../src/spirv/checks/dominators.js';
import { readSpirv } from '../../src/spirv/reader.js';
import { ModuleWords } from './words.js';

const SETTINGS = { target: 'tahiti', specializations: [], isRelaxed: false };
const translated = (module: ModuleWords): SpirvTranslation =>
  translateSpirv(readSpirv(module.bytes(), 'x.spv'), SETTINGS);

/** Reads of instructions by the whole translation. */
function readsOf(bytes: Uint8Array): number {
  let reads = 0;
  const module = readSpirv(bytes, 'x.spv');
  const instructions = new Proxy(module.instructions, {
    get(target, key, receiver): unknown {
      if (typeof key === 'string' && /^\d/.test(key)) reads++;
      const value: unknown = Reflect.get(target, key, receiver);
      return value;
    },
  });
  translateSpirv({ ...module, instructions }, SETTINGS);
  return reads;
}

/** Kernels with a function, a line, a mode and a text of their own. */
function kernels(count: number, sums: number): Uint8Array {
  const module = new ModuleWords();
  module.start();
  const ids = Array.from({ length: count }, () => [module.id(), module.id()] as const);
  ids.forEach(([, kernel], n) => {
    module.entryPoint(kernel, `k${n}`);
  });
  for (const [, kernel] of ids) module.add('ExecutionMode', kernel, 17, 64, 1, 1);
  const file = module.id();
  module.add('String', file, 'x.cl');
  ids.forEach((_, n) => {
    module.add('String', module.id(), `kernel_arg_type.k${n}.`);
  });
  const none = module.define('TypeVoid');
  const uint = module.define('TypeInt', 32, 0);
  const type = module.define('TypeFunction', none);
  const one = module.value('Constant', uint, 1);
  for (const [helper, kernel] of ids)
    for (const id of [helper, kernel]) {
      module.add('Line', file, 1, 1);
      module.add('Function', none, id, 0, type);
      module.define('Label');
      for (let n = 0; n < sums; n++) module.value('IAdd', uint, one, one);
      if (id === kernel) module.value('FunctionCall', none, helper);
      module.add('Return');
      module.add('FunctionEnd');
    }
  return module.bytes();
}

test('the work of a translation grows with the number of functions, not with its square', (t) => {
  const [small, large] = [readsOf(kernels(50, 4)), readsOf(kernels(200, 4))];
  t.true(small > 1000);
  t.true(large < 5 * small, `${small} reads of 50 kernels, ${large} of 200`);
});

/** A chain of blocks that branch to the next or to the last, and from one block far back. */
function chain(count: number): { successors: number[][]; predecessors: number[][] } {
  const successors = Array.from({ length: count }, (_, n) => (n + 1 < count ? [...new Set([n + 1, count - 1])] : []));
  return { successors, predecessors: reversed(successors) };
}

function reversed(successors: readonly (readonly number[])[]): number[][] {
  const predecessors: number[][] = successors.map(() => []);
  successors.forEach((targets, from) => {
    for (const to of targets) predecessors[to]?.push(from);
  });
  return predecessors;
}

test('the work for dominators grows with the number of blocks', (t) => {
  const { successors, predecessors } = chain(50_000);
  const tree = new DominatorTree(successors, predecessors);
  t.true(tree.steps < 20 * 50_000, `${tree.steps} steps`);
  t.true(tree.dominates(25_000, 49_998));
  t.false(tree.dominates(25_000, 49_999));
});

/** By definition: the second cannot be reached without the first. */
function isCut(successors: readonly (readonly number[])[], first: number, second: number): boolean {
  const seen = new Set(first === 0 ? [] : [0]);
  const stack = [...seen];
  for (let block = stack.pop(); block !== undefined; block = stack.pop())
    for (const to of successors[block] ?? [])
      if (to !== first && !seen.has(to)) {
        seen.add(to);
        stack.push(to);
      }
  return !seen.has(second);
}

test('dominators are those of the definition', (t) => {
  let state = 7;
  const random = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
  for (let trial = 0; trial < 200; trial++) {
    const count = 1 + random(12);
    const successors = Array.from({ length: count }, () =>
      count === 1 ? [] : [...new Set(Array.from({ length: random(4) }, () => 1 + random(count - 1)))],
    );
    const tree = new DominatorTree(successors, reversed(successors));
    for (let first = 0; first < count; first++)
      for (let second = 0; second < count; second++)
        t.is(
          tree.dominates(first, second),
          isCut(successors, first, second),
          JSON.stringify([successors, first, second]),
        );
  }
});

/** A kernel with one block for each case of a switch, all of which meet in a block with phis. */
function manyPhis(cases: number, phis: number, isShared: boolean): ModuleWords {
  const module = new ModuleWords();
  module.start();
  const kernel = module.id();
  module.entryPoint(kernel, 'k');
  const none = module.define('TypeVoid');
  const uint = module.define('TypeInt', 32, 0);
  const type = module.define('TypeFunction', none, uint);
  module.add('Function', none, kernel, 0, type);
  const x = module.value('FunctionParameter', uint);
  const entry = module.define('Label');
  const last = module.id();
  const blocks = isShared ? [] : Array.from({ length: cases }, () => module.id());
  const targets = Array.from({ length: cases }, (_, n) => [n, blocks[n] ?? last]);
  module.add('Switch', x, last, ...targets.flat());
  for (const block of blocks) {
    module.add('Label', block);
    module.add('Branch', last);
  }
  module.add('Label', last);
  const parents = [entry, ...blocks].flatMap((parent) => [x, parent]);
  for (let n = 0; n < phis; n++) module.value('Phi', uint, ...parents);
  module.add('Return');
  module.add('FunctionEnd');
  return module;
}

test('phis have one value for each edge', (t) => {
  const { ir } = translated(manyPhis(3, 1, true));
  t.regex(ir, /phi i32 (\[ %v\d+, %b\d+ \](, )?){4}\n/);
  t.regex(translated(manyPhis(3, 1, false)).ir, /phi i32 (\[ %v\d+, %b\d+ \](, )?){4}\n/);
});

test('code that is too large for memory is refused by name', (t) => {
  t.throws(() => translated(manyPhis(30_000, 1000, true)), {
    code: 'UNSUPPORTED',
    message: /^x\.spv: SPIR-V word \d+: code of more than \d+ characters of LLVM IR is not supported$/,
  });
});

test('kernels of one function and decorations of groups have limits', (t) => {
  const many = new ModuleWords();
  many.start();
  const kernel = many.id();
  for (let n = 0; n < 65; n++) many.entryPoint(kernel, `k${n}`);
  const none = many.define('TypeVoid');
  const type = many.define('TypeFunction', none);
  many.add('Function', none, kernel, 0, type);
  many.define('Label');
  many.add('Return');
  many.add('FunctionEnd');
  t.throws(() => translated(many), { message: /word \d+: more than 64 kernels of the function %1 / });

  const groups = new ModuleWords();
  groups.start();
  const target = groups.id();
  const group = groups.id();
  for (let n = 0; n < 3000; n++) groups.add('Decorate', group, 19);
  groups.add('DecorationGroup', group);
  groups.add('GroupDecorate', group, ...Array.from({ length: 3000 }, () => target));
  groups.add('TypeVoid', target);
  t.throws(() => translated(groups), { message: /word \d+: more than \d+ decorations are not supported/ });
});

test('modules of too many instructions are refused before memory runs out', (t) => {
  const words = new Uint32Array(5 + 2 ** 21 + 1).fill(0x1_00_00);
  words.set([0x07_23_02_03, 0x1_04_00, 0, 10, 0]);
  t.throws(() => readSpirv(new Uint8Array(words.buffer), 'x.spv'), {
    code: 'UNSUPPORTED',
    message: 'x.spv: SPIR-V word 2097157: more than 2097152 instructions are not supported',
  });
});

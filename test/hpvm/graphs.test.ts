// Dataflow graphs of programs: shapes in HPVM's own IR, programs in C and C++, and their text, JSON, DOT and SVG.

import { join } from 'node:path';
import test from 'ava';
import { countsOf } from '../../src/dataflow/graph.js';
import { graphsDot } from '../../src/dataflow/print/dot.js';
import { plainGraph } from '../../src/dataflow/print/json.js';
import { graphsSvg } from '../../src/dataflow/print/svg.js';
import { graphText } from '../../src/dataflow/print/text.js';
import { problemText } from '../../src/dataflow/problem.js';
import { buildGraphs, type HpvmProgram } from '../../src/hpvm/build-graphs.js';
import { hostClang, hostProgram } from '../../src/hpvm/compile.js';
import { readHpvmModule } from '../../src/hpvm/module.js';
import { root } from '../../src/util/paths.js';
import { type IrNode, irProgram } from './ir-shapes.js';

const read = (text: string): HpvmProgram => buildGraphs(readHpvmModule(text), 256);
const program = async (name: string): Promise<HpvmProgram> =>
  buildGraphs((await hostProgram(join(root, 'test/hpvm/programs', name), () => hostClang(undefined), [])).module, 256);

const leaf: IrNode = { name: 'leaf', extents: ['3', '5'], hint: 'gpu' };
const query = (code: readonly string[]): IrNode => ({ ...leaf, code });
const GETTERS = [
  '  %self = call ptr @llvm.hpvm.getNode()',
  '  %parent = call ptr @llvm.hpvm.getParentNode(ptr %self)',
  '  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %self)',
  '  %y = call i64 @llvm.hpvm.getNumNodeInstances.y(ptr %self)',
  '  %group = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %parent)',
  '  %place = getelementptr i32, ptr %out, i64 %x',
  '  %old = load i32, ptr %in, align 4',
  '  store i32 %old, ptr %place, align 4',
];
const ATOMIC = ['  %old = call i32 @llvm.hpvm.atomic.add(ptr %out, i32 1)', '  %value = load i32, ptr %in, align 4'];
const CONDITION = [
  '  %value = load i32, ptr %in, align 4',
  '  %isSmall = icmp slt i32 %value, 4',
  '  br i1 %isSmall, label %then, label %end',
  'then:',
  '  store i32 %value, ptr %out, align 4',
  '  br label %end',
  'end:',
];
const inner = (child: IrNode, name = 'inner'): IrNode => ({ name, extents: ['3'], children: [child] });
const level = (name: string, ...children: IrNode[]): IrNode => ({ name, children });
const allocation: IrNode = { name: 'memory', isAllocation: true };
const tensor = (name: string): IrNode => ({
  name,
  hint: 'cudnn',
  code: [
    '  %t = call ptr @llvm.hpvm.tensor.relu(ptr %in)',
    '  store ptr %t, ptr %out, align 8',
    '  %u = load ptr, ptr %in, align 8',
  ],
});

/** Roots, and the nodes, leaves, allocations and edges of each. */
const SHAPES: Readonly<Record<string, readonly [roots: readonly IrNode[], ...counts: (readonly number[])[]]>> = {
  'a root alone': [[{ name: 'top' }], [1, 1, 0, 0]],
  'one level': [[level('top', leaf)], [2, 1, 0, 0]],
  'two levels': [[level('top', inner(leaf))], [3, 1, 0, 0]],
  'three levels': [[level('top', level('middle', inner(leaf)))], [4, 1, 0, 0]],
  'three levels with an edge': [
    [{ name: 'top', children: [level('middle', inner(leaf)), { name: 'last' }], edges: [[0, 1]] }],
    [5, 2, 0, 2],
  ],
  'an edge between leaves': [
    [
      {
        name: 'top',
        children: [
          { ...leaf, hint: 'cpu' },
          { ...leaf, name: 'next', hint: 'cpu' },
        ],
        edges: [[0, 1, true]],
      },
    ],
    [3, 2, 0, 2],
  ],
  'three leaves in a chain': [
    [
      level('top', {
        name: 'chain',
        children: ['a', 'b', 'c'].map((name) => ({ name })),
        edges: [
          [0, 1],
          [1, 2],
        ],
      }),
    ],
    [5, 3, 0, 4],
  ],
  'a leaf beside an internal node': [[level('top', inner(leaf), { name: 'other' })], [4, 2, 0, 0]],
  'an allocation': [
    [level('top', { name: 'inner', extents: ['3', '5'], children: [allocation, leaf], edges: [[0, 1]] })],
    [4, 1, 1, 2],
  ],
  'queries of a leaf': [[level('top', inner(query(GETTERS)))], [3, 1, 0, 0]],
  atomics: [[level('top', inner(query(ATOMIC)))], [3, 1, 0, 0]],
  'a condition in a leaf': [[level('top', inner(query(CONDITION)))], [3, 1, 0, 0]],
  'two launches': [
    [level('top', leaf), level('second', inner(leaf))],
    [2, 1, 0, 0],
    [3, 1, 0, 0],
  ],
  'two launches of one root': [
    [level('top', leaf), level('top', leaf)],
    [2, 1, 0, 0],
    [2, 1, 0, 0],
  ],
  'tensors in a chain': [
    [
      {
        name: 'top',
        children: ['a', 'b', 'c', 'd'].map(tensor),
        edges: [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
      },
    ],
    [5, 4, 0, 6],
  ],
};

for (const [title, [roots, ...counts]] of Object.entries(SHAPES))
  test(`shape: ${title}`, (t) => {
    const { graphs, problems } = read(irProgram(roots));
    t.deepEqual(problems.filter(({ severity }) => severity === 'error').map(problemText), []);
    t.deepEqual(
      graphs.map(({ graph }) => Object.values(countsOf(graph))),
      counts,
    );
  });

test('launches with push and pop are streaming', (t) => {
  const { graphs } = read(irProgram([level('top', leaf)], true));
  t.deepEqual(
    graphs.map(({ graph }) => graph.isStreaming),
    [true],
  );
});

test('a C program: one leaf, its extent by name, and accesses', async (t) => {
  const { graphs, problems } = await program('vector_add.c');
  t.deepEqual(problems, []);
  const file = 'test/hpvm/programs/vector_add.c';
  t.is(
    graphs.map(({ graph }) => graphText(graph).replaceAll(`${root}/`, '')).join(''),
    `launch in main at ${file}:41:16
  node root [1] cpu  (${file}:13)
    inputs: ptr a in, i64 a_bytes, ptr b in, i64 b_bytes, ptr c out, i64 c_bytes, i64 n
    inputs of add: a, a_bytes, b, b_bytes, c, c_bytes
    leaf add [n] gpu  (${file}:6)
      inputs: ptr a in, i64 a_bytes, ptr b in, i64 b_bytes, ptr c out, i64 c_bytes
2 nodes, 1 leaf, 0 edges
`,
  );
});

test('a C++ program: an allocation, two levels, edges in each form', async (t) => {
  const { graphs, problems } = await program('sgemm.cc');
  t.deepEqual(problems, []);
  const all = graphs.map(({ graph }) => graph);
  const [graph] = all;
  t.deepEqual(countsOf(graph!), { nodes: 4, leaves: 1, allocations: 1, edges: 2 });
  const json = JSON.parse(JSON.stringify(plainGraph(graph!)));
  t.like(json.root.children[0], {
    name: 'tiles',
    extents: [
      { kind: 'input', input: 11 },
      { kind: 'input', input: 11 },
    ],
  });
  t.like(json.root.children[0].edges[0], {
    source: { node: 0, port: 0 },
    destination: { node: 1, port: 9 },
    pattern: 'all-to-all',
  });
  const dot = graphsDot(all);
  t.regex(dot, /g0_0_0 -> g0_0_1 \[label="0 -> tile, all-to-all"\];/);
  t.is(dot.split('{').length, dot.split('}').length);
  const svg = graphsSvg(all);
  t.is(svg.match(/<rect x=/g)?.length, 4);
  t.is(svg.match(/<path d="M\d+[^"]* C/g)?.length, 1);
  t.regex(svg, /leaf element \[size x size\]/);
});

test('a stream: streaming bindings and edges, outputs of each level', async (t) => {
  const { graphs, problems } = await program('stream.c');
  t.deepEqual(problems, []);
  const text = graphs.map(({ graph }) => graphText(graph)).join('');
  t.regex(text, /^launch \(streaming\) in main/);
  t.regex(text, /edge scale_stage -> total: 0 -> in_bytes, all-to-all, streaming\n/);
  t.regex(text, /outputs from mark_stage: #0 \(streaming\), #1 \(streaming\)\n/);
});

// Programs in HPVM's own IR, composed of nodes: the shapes of graphs that its intrinsics express.

export interface IrNode {
  readonly name: string;
  readonly extents?: readonly string[];
  readonly children?: readonly IrNode[];
  /** Indices of children. */
  readonly edges?: readonly (readonly [source: number, destination: number, isOneToOne?: boolean])[];
  /** Lines of a leaf's code. */
  readonly code?: readonly string[];
  readonly hint?: 'cpu' | 'gpu' | 'cudnn';
  /** Makes memory. */
  readonly isAllocation?: boolean;
}

const PARAMETERS = 'ptr "hpvm.in" %in, i64 %in_bytes, ptr "hpvm.in" "hpvm.out" %out, i64 %out_bytes';
const STORE = ['  %value = load i32, ptr %in, align 4', '  store i32 %value, ptr %out, align 4'];

function childLines({ name, extents = [] }: IrNode, at: number, edged: boolean): string[] {
  const suffix = extents.length > 0 ? `${extents.length}D` : '';
  const counts = extents.map((extent) => `, i64 ${extent}`).join('');
  const inputs = edged ? [2, 3] : [0, 1, 2, 3];
  return [
    `  %node${at} = call ptr @llvm.hpvm.createNode${suffix}(ptr @${name}${counts})`,
    ...inputs.map((port) => `  call void @llvm.hpvm.bind.input(ptr %node${at}, i32 ${port}, i32 ${port}, i1 false)`),
  ];
}

function functionLines(node: IrNode): string[] {
  const { name, children = [], edges = [], code = STORE, isAllocation = false } = node;
  if (isAllocation)
    return [
      `define %output @${name}(i64 %bytes) {`,
      '  %memory = call ptr @llvm.hpvm.malloc(i64 %bytes)',
      '  %one = insertvalue %output undef, ptr %memory, 0',
      '  %both = insertvalue %output %one, i64 %bytes, 1',
      '  ret %output %both',
      '}',
    ];
  const targets = new Set(edges.map(([, destination]) => destination));
  const graph = children.flatMap((child, at) =>
    child.isAllocation
      ? [
          `  %node${at} = call ptr @llvm.hpvm.createNode(ptr @${child.name})`,
          `  call void @llvm.hpvm.bind.input(ptr %node${at}, i32 1, i32 0, i1 false)`,
        ]
      : childLines(child, at, targets.has(at)),
  );
  const connections = edges.flatMap(([source, destination, isOneToOne = false], n) =>
    [0, 1].map(
      (port) =>
        `  %edge${n}.${port} = call ptr @llvm.hpvm.createEdge(ptr %node${source}, ptr %node${destination}, i1 ${!isOneToOne}, i32 ${port}, i32 ${port}, i1 false)`,
    ),
  );
  const last = children.length - 1;
  const outputs = [0, 1].map(
    (port) => `  call void @llvm.hpvm.bind.output(ptr %node${last}, i32 ${port}, i32 ${port}, i1 false)`,
  );
  const body = children.length > 0 ? [...graph, ...connections, ...outputs] : code;
  const output =
    children.length > 0
      ? []
      : ['  %one = insertvalue %output undef, ptr %out, 0', '  %both = insertvalue %output %one, i64 %out_bytes, 1'];
  return [
    `define %output @${name}(${PARAMETERS}) {`,
    'entry:',
    ...body,
    ...output,
    `  ret %output ${children.length > 0 ? 'undef' : '%both'}`,
    '}',
  ];
}

const withChildren = (node: IrNode): IrNode[] => [node, ...(node.children ?? []).flatMap(withChildren)];

/** The text of a program that launches each root. */
export function irProgram(roots: readonly IrNode[], isStreaming = false): string {
  const nodes = [...new Map(roots.flatMap(withChildren).map((node) => [node.name, node])).values()];
  const launches = roots.flatMap(({ name }, n) => [
    `  %graph${n} = call ptr @llvm.hpvm.launch(ptr @${name}, ptr %arguments, i1 ${isStreaming})`,
    ...(isStreaming
      ? [
          `  call void @llvm.hpvm.push(ptr %graph${n}, ptr %arguments)`,
          `  %out${n} = call ptr @llvm.hpvm.pop(ptr %graph${n})`,
        ]
      : []),
    `  call void @llvm.hpvm.wait(ptr %graph${n})`,
  ]);
  const hinted = nodes.filter(({ isAllocation }) => !isAllocation);
  return [
    '%output = type <{ ptr, i64 }>',
    ...nodes.flatMap(functionLines),
    'define i32 @main(ptr %arguments) {',
    '  call void @llvm.hpvm.init()',
    ...launches,
    '  call void @llvm.hpvm.cleanup()',
    '  ret i32 0',
    '}',
    ...['cpu', 'gpu', 'cudnn'].map(
      (target) =>
        `!hpvm_hint_${target} = !{${hinted.flatMap(({ hint = 'cpu' }, n) => (hint === target ? [`!${n}`] : [])).join(', ')}}`,
    ),
    ...hinted.map(({ name }, n) => `!${n} = !{ptr @${name}}`),
    '',
  ].join('\n');
}

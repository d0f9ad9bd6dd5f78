// Loops over the instances of leaves, in LLVM IR of the host: calls of queries become variables of the loop.

import { attributeGroups } from '../compiler/ir/attributes.js';
import { groupOf, readHead } from '../compiler/ir/function-head.js';
import type { IrInstruction } from '../compiler/ir/instruction.js';
import { plainName } from '../compiler/ir/lexical.js';
import { type IrTextModule, outerLines, withLines } from '../compiler/ir/module.js';
import { type HpvmCall, readHpvmCall } from './intrinsics.js';
import { leafQueries } from './leaf-checks.js';
import type { HpvmFunction, HpvmModule } from './module.js';

const NAMES = ['x', 'y', 'z'] as const;
const COUNTS = NAMES.map((name) => `i64 %hpvm.count.${name}`);
const IDS = NAMES.map((name) => `i64 %hpvm.id.${name}`);
/** Debug information and loops belong to one function each. */
const METADATA = /, !(?:dbg|llvm\.loop) !\d+/g;

/** The loop, and the one whose instances are computed together. */
export const LOOP_SUFFIX = '.hpvm_loop';
export const VECTOR_SUFFIX = '.hpvm_vector';

/** Leaves whose instances one loop can execute: they do not wait for each other. */
export function hasLoop(module: HpvmModule, code: HpvmFunction): boolean {
  const head = readHead(code.ir.define);
  if (!head || !/ void $/.test(head.head) || code.calls.some(({ kind }) => kind === 'barrier')) return false;
  const group = attributeGroups(module.ir).find(({ number }) => number === groupOf(head));
  return !group?.attributes.some((one) => one === 'noinline' || one === 'optnone');
}

/** Functions of the runtime read the same values in all instances, as far as they are about nodes above. */
const pureCall = (line: string): string => line.replace(/(\))((?: #\d+)?)$/, '$1$2 nounwind willreturn readnone');

function queryLine(call: HpvmCall, level: number | undefined, line: string): string | undefined {
  const { kind, operands, instruction, dimension, atomic } = call;
  const { result } = instruction;
  const assign = result === undefined ? '' : `  ${result} = `;
  const [first, second] = operands;
  switch (kind) {
    case 'hint':
    case 'attributes':
    // The values of the first instance count, which the runtime executes by itself.
    case 'return':
      return undefined;
    case 'node':
      return `${assign}inttoptr i64 1 to ptr`;
    case 'parent':
      return `${assign}getelementptr i8, ptr ${first?.value}, i64 1`;
    case 'instance-id':
    case 'instance-count':
      if (level !== 0) return level === undefined ? line : pureCall(line);
      return `${assign}add i64 %hpvm.${kind === 'instance-id' ? 'id' : 'count'}.${NAMES[dimension]}, 0`;
    case 'vector-length':
      return pureCall(line);
    case 'atomic':
      return `${assign || '  '}atomicrmw ${atomic} ptr ${first?.value}, i32 ${second?.value} seq_cst`;
    default:
      return line;
  }
}

/** Lines of the body. @param suffix behind loads and stores */
function bodyLines(code: HpvmFunction, suffix: string): readonly string[] {
  const levels = new Map<IrInstruction, number | undefined>(
    leafQueries(code).map(({ instruction, level }) => [instruction, level]),
  );
  return code.ir.body.flatMap((part) => {
    if (part.kind !== 'instruction') return part.lines.filter((line) => !/^ +#dbg_/.test(line));
    const { instruction } = part;
    if (instruction.callee?.startsWith('@llvm.dbg.')) return [];
    const lines = part.lines.map((line) => line.replace(METADATA, ''));
    const call = readHpvmCall(instruction);
    if (call) return queryLine(call, levels.get(instruction), lines.join('\n')) ?? [];
    const isAccess = instruction.opcode === 'load' || instruction.opcode === 'store';
    return isAccess ? lines.map((line) => `${line}${suffix}`) : lines;
  });
}

const named = (symbol: string, suffix: string): string => `@"${plainName(symbol)}${suffix}"`;

/** The first row begins with the instance that the runtime has not executed. */
const FIRST_ROW: readonly string[] = [
  '  %hpvm.rows = or i64 %hpvm.y, %hpvm.z',
  '  %hpvm.is.first.row = icmp eq i64 %hpvm.rows, 0',
  '  %hpvm.x.first = select i1 %hpvm.is.first.row, i64 %hpvm.first, i64 0',
  '  %hpvm.x.any = icmp ult i64 %hpvm.x.first, %hpvm.count.x',
  '  br i1 %hpvm.x.any, label %hpvm.x.loop, label %hpvm.y.end',
];

/** @param loop what follows the branch of the innermost loop */
function loopFunction(code: HpvmFunction, name: string, instance: string, attributes: string, loop: string): string[] {
  const values = [
    ...code.parameters.map(({ type, value }) => `${type} ${value}`),
    ...IDS.map((_, n) => `i64 %hpvm.${NAMES[n]}`),
    ...COUNTS,
  ];
  const parameters = [...code.parameters.map(({ type, value }) => `${type} ${value}`), ...COUNTS, 'i64 %hpvm.first'];
  const step = (one: string, first: string, inner: string, body: readonly string[], after: string): string[] => [
    `hpvm.${one}.loop:`,
    `  %hpvm.${one} = phi i64 [ ${first}, %${inner} ], [ %hpvm.${one}.next, %hpvm.${one}.end ]`,
    ...body,
    `hpvm.${one}.end:`,
    `  %hpvm.${one}.next = add nuw nsw i64 %hpvm.${one}, 1`,
    `  %hpvm.${one}.more = icmp ult i64 %hpvm.${one}.next, %hpvm.count.${one}`,
    `  br i1 %hpvm.${one}.more, label %hpvm.${one}.loop, label %${after}${one === 'x' ? loop : ''}`,
  ];
  const call = [`  call void ${instance}(${values.join(', ')})`, '  br label %hpvm.x.end'];
  const x = step('x', '%hpvm.x.first', 'hpvm.y.loop', call, 'hpvm.y.end');
  const y = step('y', '0', 'hpvm.z.loop', [...FIRST_ROW, ...x], 'hpvm.z.end');
  const z = step('z', '0', 'hpvm.entry', ['  br label %hpvm.y.loop', ...y], 'hpvm.end');
  return [
    `define hidden void ${name}(${parameters.join(', ')})${attributes} {`,
    'hpvm.entry:',
    '  br label %hpvm.z.loop',
    ...z,
    'hpvm.end:',
    '  ret void',
    '}',
  ];
}

function instanceFunction(code: HpvmFunction, name: string, attributes: string, suffix: string): string[] {
  const parameters = [...code.parameters.map(({ type, value }) => `${type} ${value}`), ...IDS, ...COUNTS];
  return [
    `define internal void ${name}(${parameters.join(', ')}) alwaysinline${attributes} {`,
    ...bodyLines(code, suffix),
    '}',
  ];
}

function nextMetadata(module: IrTextModule): number {
  const numbers = [...outerLines(module)].map((line) => Number(/^!(\d+) = /.exec(line)?.[1] ?? -1));
  return numbers.reduce((max, one) => Math.max(max, one), -1) + 1;
}

/** Instances are independent, so their accesses do not depend on each other from one round to the next. */
function vectorMetadata(first: number): { readonly access: string; readonly loop: string; readonly lines: string[] } {
  const [access, parallel, enable] = [first, first + 1, first + 2];
  return {
    access: `, !llvm.access.group !${access}`,
    loop: `, !llvm.loop !${first + 3}`,
    lines: [
      `!${access} = distinct !{}`,
      `!${parallel} = !{!"llvm.loop.parallel_accesses", !${access}}`,
      `!${enable} = !{!"llvm.loop.vectorize.enable", i1 true}`,
      `!${first + 3} = distinct !{!${first + 3}, !${parallel}, !${enable}}`,
    ],
  };
}

/** The module with both loops of each of the leaves. */
export function withInstanceLoops(ir: IrTextModule, leaves: readonly HpvmFunction[]): IrTextModule {
  const first = nextMetadata(ir);
  const lines = leaves.flatMap((code, n) => {
    const group = groupOf(readHead(code.ir.define) ?? { head: '', name: '', parameters: [], tail: '' });
    const attributes = group === undefined ? '' : ` #${group}`;
    const { access, loop, lines: metadata } = vectorMetadata(first + 4 * n);
    const forms = [
      [LOOP_SUFFIX, '', ''],
      [VECTOR_SUFFIX, access, loop],
    ] as const;
    return [
      ...forms.flatMap(([suffix, own, ownLoop]) => {
        const instance = named(code.symbol, `${suffix}.instance`);
        return [
          ...instanceFunction(code, instance, attributes, own),
          ...loopFunction(code, named(code.symbol, suffix), instance, attributes, ownLoop),
        ];
      }),
      ...metadata,
    ];
  });
  return withLines(ir, lines);
}

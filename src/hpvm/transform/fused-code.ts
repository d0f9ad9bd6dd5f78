// LLVM IR of fused nodes: a function that calls copies of the members' functions, which clang inlines.

import { isInteger } from '../../compiler/ir/constants.js';
import { groupOf, headLine, readHead } from '../../compiler/ir/function-head.js';
import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { metadataNodes } from '../../compiler/ir/metadata.js';
import type { IrBodyPart } from '../../compiler/ir/module.js';
import type { Port, Target } from '../../dataflow/graph.js';
import { type HpvmCall, readHpvmCall } from '../intrinsics.js';
import type { FunctionParameter, HpvmFunction, HpvmModule } from '../module.js';
import { FusedDebugInfo, type ParameterOrigin } from './fused-debug.js';

/** An input of the fused node, or an output of an earlier member. */
export type MemberInput =
  | { readonly kind: 'input'; readonly index: number }
  | { readonly kind: 'output'; readonly member: number; readonly output: number };

export interface FusedMember {
  readonly code: HpvmFunction;
  readonly inputs: readonly MemberInput[];
  readonly ports: readonly Port[];
  /** Types of the outputs of leaves. */
  readonly outputs: readonly string[];
  /** Added to the parent's ports in bindings of internal nodes. */
  readonly portOffsets: { readonly input: number; readonly output: number };
}

export interface FusedNode {
  readonly symbol: string;
  readonly name: string;
  readonly target: Target | undefined;
  readonly members: readonly FusedMember[];
}

const HINT_NUMBERS: Readonly<Partial<Record<Target, number>>> = { cpu: 1, gpu: 2, 'cpu-or-gpu': 5 };

const outputName = (output: number): string => `%hpvm.out.${output}`;

/** A return stores its values, since the function of the fused node returns them. */
const storeLines = ({ operands, instruction }: HpvmCall): string[] =>
  operands
    .slice(1)
    .map(({ type, value }, output) => `  store ${type} ${value}, ptr ${outputName(output)}${instruction.attached}`);

/** A binding to a port of the parent that is another one in the fused node. */
function shiftedBinding(
  { instruction, operands }: HpvmCall,
  operand: number,
  offset: number,
  number: number,
): string[] {
  const { value = '' } = operands[operand] ?? {};
  const name = `%hpvm.port.${number}`;
  const isConstant = isInteger(value);
  const port = isConstant ? String(Number(value) + offset) : name;
  const words = operands.map((own, n) => `${own.type} ${n === operand ? port : own.value}`).join(', ');
  const call = `  call void ${instruction.callee}(${words})${instruction.attached}`;
  return isConstant ? [call] : [`  ${name} = add i32 ${value}, ${offset}`, call];
}

class MemberCopy {
  private ports = 0;

  constructor(
    private readonly member: FusedMember,
    private readonly symbol: string,
  ) {}

  private instructionLines(instruction: IrInstruction): readonly string[] {
    const call = readHpvmCall(instruction);
    const { input, output } = this.member.portOffsets;
    if (call?.kind === 'hint' || call?.kind === 'attributes' || call?.kind === 'fuse') return [];
    if (call?.kind === 'return') return storeLines(call);
    if (call?.kind === 'bind-in') return shiftedBinding(call, 1, input, this.ports++);
    if (call?.kind === 'bind-out') return shiftedBinding(call, 2, output, this.ports++);
    return instruction.callee?.startsWith('@llvm.dbg.') ? [] : instruction.lines;
  }

  private partLines(part: IrBodyPart): readonly string[] {
    if (part.kind === 'instruction') return this.instructionLines(part.instruction);
    return part.lines.filter((line) => !line.trimStart().startsWith('#dbg_'));
  }

  lines(): readonly string[] {
    const { code, outputs } = this.member;
    const head = readHead(code.ir.define);
    const group = head && groupOf(head);
    const parameters = [...(head?.parameters ?? []), ...outputs.map((_, output) => `ptr ${outputName(output)}`)];
    const tail = ` alwaysinline${group === undefined ? '' : ` #${group}`} {`;
    return [
      headLine({ head: 'define internal void ', name: this.symbol, parameters, tail }),
      ...code.ir.body.flatMap((part) => this.partLines(part)),
      '}',
    ];
  }
}

interface FusedParameter extends FunctionParameter {
  readonly port: Port | undefined;
  /** The member's function, and the parameter's index there. */
  readonly origin: ParameterOrigin;
}

/** Parameters of the fused function, by their indices; names that several members have begin with the member's. */
function parametersOf({ members }: FusedNode): readonly FusedParameter[] {
  const own = members.flatMap(({ code, inputs, ports }) =>
    inputs.flatMap((input, index) => {
      const parameter = code.parameters[index];
      if (input.kind !== 'input' || !parameter) return [];
      return [{ parameter, port: ports[index], origin: { code, index }, index: input.index }];
    }),
  );
  const names = own.map(({ parameter: { name } }) => name);
  return own.map(({ parameter, port, origin, index }) => {
    const { name = `p${index}` } = parameter;
    const isShared = names.filter((other) => other === name).length > 1;
    const value = `%hpvm.in.${index}`;
    const text = `${parameter.text.slice(0, parameter.text.lastIndexOf(parameter.value))}${value}`;
    return { ...parameter, value, text, name: isShared ? `${origin.code.name}_${name}` : name, port, origin };
  });
}

const callText = (callee: string, words: readonly string[], isVariadic = false): string =>
  `call void ${isVariadic ? '(i32, ...) ' : ''}${callee}(${words.join(', ')})`;

function declarationLines({ target }: FusedNode, parameters: readonly FusedParameter[], at: () => string): string[] {
  const pointers = parameters.filter(({ type }) => type === 'ptr');
  const having = (kind: 'reads' | 'writes') => pointers.filter(({ port }) => port?.access?.[kind] ?? true);
  const list = (all: readonly FusedParameter[]) => [`i32 ${all.length}`, ...all.map(({ value }) => `ptr ${value}`)];
  const hint = HINT_NUMBERS[target ?? 'cpu'] ?? 1;
  return [
    `  ${callText('@__hpvm__hint', [`i32 ${hint}`])}${at()}`,
    `  ${callText('@__hpvm__attributes', [...list(having('reads')), ...list(having('writes'))], true)}${at()}`,
  ];
}

/** The value of an earlier member's output, as an input of another type. */
function convertedLines(from: string, fromType: string, to: string, toType: string): readonly string[] {
  if (fromType === 'double' && toType === 'float') return [`  ${to} = fptrunc double ${from} to float`];
  return [`  ${to} = trunc ${fromType} ${from} to ${toType}`];
}

function memberLines(
  node: FusedNode,
  number: number,
  parameters: readonly FusedParameter[],
  at: () => string,
): string[] {
  const member = node.members[number];
  if (!member) return [];
  const lines: string[] = [];
  const words = member.inputs.map((input, index) => {
    const type = member.code.parameters[index]?.type ?? '';
    if (input.kind === 'input') return `${type} ${parameters[input.index]?.value}`;
    const fromType = node.members[input.member]?.outputs[input.output] ?? type;
    const from = `%hpvm.value.${input.member}.${input.output}`;
    if (fromType === type) return `${type} ${from}`;
    const to = `%hpvm.converted.${number}.${index}`;
    lines.push(...convertedLines(from, fromType, to, type));
    return `${type} ${to}`;
  });
  const outputs = member.outputs.map((type, output) => ({ type, slot: `%hpvm.slot.${number}.${output}`, output }));
  lines.push(
    `  ${callText(copySymbol(node, number), [...words, ...outputs.map(({ slot }) => `ptr ${slot}`)])}${at()}`,
    ...outputs.map(({ type, slot, output }) => `  %hpvm.value.${number}.${output} = load ${type}, ptr ${slot}${at()}`),
  );
  return lines;
}

const copySymbol = ({ symbol }: FusedNode, number: number): string => `${symbol}.member.${number}`;

function returnLines({ members }: FusedNode, at: () => string): string[] {
  const words = members.flatMap(({ outputs }, number) =>
    outputs.map((type, output) => `${type} %hpvm.value.${number}.${output}`),
  );
  if (words.length === 0) return [];
  return [`  ${callText('@__hpvm__return', [`i32 ${words.length}`, ...words], true)}${at()}`];
}

function functionText(
  node: FusedNode,
  debug: FusedDebugInfo,
  parameters: readonly FusedParameter[],
): readonly string[] {
  const at = (): string => debug.location();
  const [first] = node.members;
  const head = first && readHead(first.code.ir.define);
  const group = head && groupOf(head);
  const tail = `${group === undefined ? '' : ` #${group}`}${debug.definition} {`;
  const slots = node.members.flatMap(({ outputs }, number) =>
    outputs.map((type, output) => `  %hpvm.slot.${number}.${output} = alloca ${type}`),
  );
  return [
    headLine({ head: 'define void ', name: node.symbol, parameters: parameters.map(({ text }) => text), tail }),
    ...slots,
    ...declarationLines(node, parameters, at),
    ...node.members.flatMap((_, number) => memberLines(node, number, parameters, at)),
    ...returnLines(node, at),
    `  ret void${at()}`,
    '}',
  ];
}

const DECLARATIONS: Readonly<Record<string, string>> = {
  '@__hpvm__hint': 'declare void @__hpvm__hint(i32)',
  '@__hpvm__attributes': 'declare void @__hpvm__attributes(i32, ...)',
};

/** Lines to add to the module for fused nodes. */
export function fusedLines(module: HpvmModule, text: string, nodes: readonly FusedNode[]): readonly string[] {
  const metadata = metadataNodes(module.ir);
  let next = 1 + [...metadata.keys()].reduce((max, node) => Math.max(max, Number(node)), -1);
  const lines = Object.entries(DECLARATIONS).flatMap(([name, line]) => (text.includes(`${name}(`) ? [] : [line]));
  for (const node of nodes) {
    const [first] = node.members;
    if (!first) continue;
    const parameters = parametersOf(node);
    const debug = new FusedDebugInfo(metadata, first.code, node.name, parameters, next);
    lines.push(...node.members.flatMap((member, number) => new MemberCopy(member, copySymbol(node, number)).lines()));
    lines.push(...functionText(node, debug, parameters), ...debug.lines);
    next = debug.end;
  }
  return lines;
}

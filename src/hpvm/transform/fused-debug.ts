// Debug information of a fused function: its name, and the names and types of its parameters.

import { readHead } from '../../compiler/ir/function-head.js';
import { debugNode, type MetadataNodes, nodeFields } from '../../compiler/ir/metadata.js';
import type { HpvmFunction } from '../module.js';

/** A parameter of a member's function. */
export interface ParameterOrigin {
  readonly code: HpvmFunction;
  readonly index: number;
}

interface NamedParameter {
  readonly name: string | undefined;
  readonly origin: ParameterOrigin;
}

/** The node of a function's debug information. */
function functionNode({ ir }: HpvmFunction): string | undefined {
  return debugNode(`,${/ !dbg !\d+/.exec(readHead(ir.define)?.tail ?? '')?.[0] ?? ''}`);
}

/** Types of parameters in the source, by node of the function and number from 1. */
function parameterTypes(nodes: MetadataNodes): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const node of nodes.keys()) {
    const fields = nodeFields(nodes, node, 'DILocalVariable');
    const [scope, argument, type] = ['scope', 'arg', 'type'].map((field) => fields.get(field));
    if (argument !== undefined && type !== undefined) types.set(`${scope} ${argument}`, type);
  }
  return types;
}

export class FusedDebugInfo {
  readonly lines: string[] = [];
  private readonly function: number | undefined;
  private readonly fields: ReadonlyMap<string, string>;

  /** @param next the first number of its nodes */
  constructor(
    nodes: MetadataNodes,
    first: HpvmFunction,
    name: string,
    parameters: readonly NamedParameter[],
    private next: number,
  ) {
    this.fields = nodeFields(nodes, functionNode(first), 'DISubprogram');
    const [file, unit, type, line] = ['file', 'unit', 'type', 'line'].map((field) => this.fields.get(field));
    if (file === undefined || unit === undefined || type === undefined) return;
    const [own, list] = [this.next++, this.next++];
    const place = `scope: !${own}, file: !${file}, line: ${line}`;
    const types = parameterTypes(nodes);
    const variables = parameters.flatMap(({ name: parameter, origin: { code, index } }, n) => {
      const ownType = types.get(`${functionNode(code)} ${index + 1}`);
      if (parameter === undefined || ownType === undefined) return [];
      this.lines.push(
        `!${this.next} = !DILocalVariable(name: ${JSON.stringify(parameter)}, arg: ${n + 1}, ${place}, type: !${ownType})`,
      );
      return [`!${this.next++}`];
    });
    this.lines.push(
      `!${own} = distinct !DISubprogram(name: ${JSON.stringify(name)}, scope: !${file}, file: !${file}, line: ${line}, type: !${type}, scopeLine: ${line}, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !${unit}, retainedNodes: !${list})`,
      `!${list} = !{${variables.join(', ')}}`,
    );
    this.function = own;
  }

  /** Attached to the definition. */
  get definition(): string {
    return this.function === undefined ? '' : ` !dbg !${this.function}`;
  }

  /** Attached to an instruction. */
  location(): string {
    if (this.function === undefined) return '';
    this.lines.push(`!${this.next} = !DILocation(line: ${this.fields.get('line')}, scope: !${this.function})`);
    return `, !dbg !${this.next++}`;
  }

  /** The first number that is free. */
  get end(): number {
    return this.next;
  }
}

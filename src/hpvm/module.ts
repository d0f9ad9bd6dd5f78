// Functions of a program in LLVM IR, with their names and places in the source.

import { readHead } from '../compiler/ir/function-head.js';
import type { IrInstruction } from '../compiler/ir/instruction.js';
import { localNames, plainName } from '../compiler/ir/lexical.js';
import { placeOf } from '../compiler/ir/locations.js';
import { debugNode, type MetadataNodes, metadataNodes, nodeFields } from '../compiler/ir/metadata.js';
import { type IrFunction, type IrTextModule, instructionsOf, outerLines } from '../compiler/ir/module.js';
import { readModule } from '../compiler/ir/read.js';
import { sourceName } from '../compiler/ir/symbol-names.js';
import { typeLength } from '../compiler/ir/type-text.js';
import { namedTypes } from '../compiler/ir/typed-values.js';
import type { IrType } from '../compiler/ir/types.js';
import { type HpvmCall, readHpvmCall } from './intrinsics.js';

export interface FunctionParameter {
  /** Including `%`. */
  readonly value: string;
  readonly type: string;
  /** In the source. */
  readonly name: string | undefined;
  /** With the type and attributes. */
  readonly text: string;
}

export interface HpvmFunction {
  /** Including `@`. */
  readonly symbol: string;
  /** In the source. */
  readonly name: string;
  readonly ir: IrFunction;
  /** Before the name: linkage and result type. */
  readonly head: string;
  readonly parameters: readonly FunctionParameter[];
  readonly place: string | undefined;
  readonly calls: readonly HpvmCall[];
}

export interface HpvmModule {
  readonly ir: IrTextModule;
  readonly functions: ReadonlyMap<string, HpvmFunction>;
  readonly types: ReadonlyMap<string, IrType>;
  placeOf(instruction: IrInstruction): string | undefined;
  /** Functions that metadata of HPVM's IR names as those of a target: `gpu`. */
  hintsOf(symbol: string): readonly string[];
}

const VARIABLE = /^!DILocalVariable\(.*\barg: \d+/;
const HINT = /^!hpvm_hint_(\w+) = !\{(.*)\}$/;
const REFERENCE = /!(\d+)/g;

/** Names of parameters by the node of their function, and by number. */
function parameterNames(nodes: MetadataNodes): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const names = new Map<string, Map<number, string>>();
  for (const [node, text] of nodes) {
    if (!VARIABLE.test(text)) continue;
    const fields = nodeFields(nodes, node, 'DILocalVariable');
    const [scope, name] = [fields.get('scope'), fields.get('name')];
    if (scope === undefined || name === undefined) continue;
    const own = names.get(scope) ?? new Map<number, string>();
    names.set(scope, own.set(Number(fields.get('arg')) - 1, name));
  }
  return names;
}

function functionPlace(nodes: MetadataNodes, program: ReadonlyMap<string, string>): string | undefined {
  const file = nodeFields(nodes, program.get('file'), 'DIFile').get('filename');
  return file === undefined ? undefined : `${file}:${program.get('line')}`;
}

function readHints(module: IrTextModule, nodes: MetadataNodes): ReadonlyMap<string, readonly string[]> {
  const hints = new Map<string, string[]>();
  for (const line of outerLines(module)) {
    const [, target, references] = HINT.exec(line) ?? [];
    if (target === undefined || references === undefined) continue;
    for (const [, node = ''] of references.matchAll(REFERENCE)) {
      const symbol = /@[-$.\w"]+/.exec(nodes.get(node) ?? '')?.[0];
      if (symbol !== undefined) hints.set(symbol, [...(hints.get(symbol) ?? []), target]);
    }
  }
  return hints;
}

export function readHpvmModule(text: string): HpvmModule {
  const ir = readModule(text);
  const nodes = metadataNodes(ir);
  const names = parameterNames(nodes);
  const hints = readHints(ir, nodes);
  const functions = new Map<string, HpvmFunction>();
  for (const part of ir.parts) {
    const head = part.kind === 'function' ? readHead(part.define) : undefined;
    if (part.kind !== 'function' || !head) continue;
    const node = debugNode(`,${/ !dbg !\d+/.exec(head.tail)?.[0] ?? ''}`);
    const program = nodeFields(nodes, node, 'DISubprogram');
    const ownNames = names.get(node ?? '');
    functions.set(head.name, {
      symbol: head.name,
      name: program.get('name') ?? sourceName(plainName(head.name)),
      ir: part,
      head: head.head,
      parameters: head.parameters.map((parameter, index) => {
        const value = localNames(parameter).at(-1) ?? '';
        const name = ownNames?.get(index) ?? (/^%\d/.test(value) ? undefined : value.slice(1));
        return { value, type: parameter.slice(0, typeLength(parameter)), name, text: parameter };
      }),
      place: functionPlace(nodes, program),
      calls: [...instructionsOf(part)].flatMap((instruction) => readHpvmCall(instruction) ?? []),
    });
  }
  return {
    ir,
    functions,
    types: namedTypes(ir),
    placeOf: (instruction) => placeOf(instruction, nodes),
    hintsOf: (symbol) => hints.get(symbol) ?? [],
  };
}

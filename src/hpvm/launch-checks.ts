// Checks of a launch: its root, and the structure of its arguments.

import { plainName } from '../compiler/ir/lexical.js';
import { instructionsOf } from '../compiler/ir/module.js';
import { type IrType, layoutOf, readType } from '../compiler/ir/types.js';
import type { ProblemReport } from './declarations.js';
import type { HpvmCall } from './intrinsics.js';
import type { HpvmFunction, HpvmModule } from './module.js';

/** The type of the local variable at an address; undefined for other memory. */
function variableType(module: HpvmModule, launcher: HpvmFunction, address: string): IrType | undefined {
  for (const { opcode, result, operands } of instructionsOf(launcher.ir))
    if (opcode === 'alloca' && result === address) {
      const type = readType(operands[0] ?? '');
      return type?.kind === 'named' ? module.types.get(type.name) : type;
    }
  return undefined;
}

/** @returns the root's function; undefined if there is none */
export function checkLaunch(
  module: HpvmModule,
  launcher: HpvmFunction,
  call: HpvmCall,
  report: ProblemReport,
): HpvmFunction | undefined {
  const place = module.placeOf(call.instruction) ?? launcher.place;
  const [streaming, root, values] = call.operands;
  if (streaming === undefined || root === undefined || values === undefined) {
    report('__hpvm__launch needs a streaming flag, a root and its arguments', place);
    return undefined;
  }
  if (!/^(?:\d+|true|false)$/.test(streaming.value))
    report('the streaming flag of __hpvm__launch is not constant', place);
  if (!root.value.startsWith('@')) {
    report('__hpvm__launch of a computed function', place);
    return undefined;
  }
  const code = module.functions.get(root.value);
  if (!code) {
    report(`${plainName(root.value)}, the root of a launch, is not defined in this program`, place);
    return undefined;
  }
  if (!code.calls.some(({ kind }) => kind === 'create-node')) {
    const isNode = code.calls.some(({ kind }) => kind === 'hint') || module.hintsOf(code.symbol).length > 0;
    report(`${code.name} is launched, but creates no node`, place, isNode ? 'warning' : 'error');
    if (!isNode) return undefined;
  }
  checkArguments(module, variableType(module, launcher, values.value), code, (message) =>
    report(message, place, 'warning'),
  );
  return code;
}

/** The values of a type one by one: arrays and structures may hold several arguments. */
function scalarFields(type: IrType, named: ReadonlyMap<string, IrType>): readonly IrType[] {
  const inner = type.kind === 'named' ? named.get(type.name) : type;
  if (inner?.kind === 'struct') return inner.fields.flatMap((field) => scalarFields(field, named));
  if (inner?.kind === 'array' && inner.count <= MAX_ARGUMENTS)
    return Array.from({ length: inner.count }, () => scalarFields(inner.element, named)).flat();
  return [type];
}

const MAX_ARGUMENTS = 1000;

function checkArguments(
  module: HpvmModule,
  type: IrType | undefined,
  { name, parameters }: HpvmFunction,
  report: (message: string) => void,
): void {
  if (type?.kind !== 'struct' || type.packed) return;
  const own = parameters.flatMap((parameter) => readType(parameter.type) ?? []);
  const size = (fields: readonly IrType[], packed: boolean): number =>
    layoutOf({ kind: 'struct', packed, fields }, module.types).size;
  const fields = type.fields.flatMap((field) => scalarFields(field, module.types)).slice(0, own.length);
  if (own.length === parameters.length && size(fields, false) !== size(own, true))
    report(`the arguments of ${name} are no packed structure of its parameters: add __attribute__((packed))`);
}

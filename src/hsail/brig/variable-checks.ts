// Variables: types, segments, alignment and initial values.

import { SEGMENTS, spellingOf, TYPE_ARRAY, TYPES } from './enums.js';
import { type ModuleModel, typeProblem } from './modifier-checks.js';
import { type BrigEntry, type BrigModule, listAt } from './module.js';
import type { PlacedEntry } from './placed-entries.js';
import { bytesOf, elementOf, isArray, typeName } from './types.js';

const SEGMENTS_OF_PLACE = {
  module: ['global', 'readonly', 'group', 'private'],
  body: ['global', 'readonly', 'group', 'private', 'spill'],
  block: ['arg'],
} as const;
const INITIALIZED: readonly number[] = [SEGMENTS.global, SEGMENTS.readonly];
const OPAQUE_SEGMENTS = ['arg', 'kernarg', 'global', 'readonly'];

function segmentProblem({ entry, place, owner }: PlacedEntry): string | undefined {
  const segment = spellingOf(SEGMENTS, entry.values['segment']!)!;
  const formal = owner?.kind === 'directive_kernel' ? 'kernarg' : 'arg';
  const allowed: readonly string[] = place === 'formal' ? [formal] : SEGMENTS_OF_PLACE[place];
  if (!allowed.includes(segment)) return `its segment is ${segment}, and must be ${allowed.join(' or ')} there`;
  const name = typeName(entry.values['type']!);
  return /img$|^samp$/.test(name) && !OPAQUE_SEGMENTS.includes(segment)
    ? `variables of type ${name} must be in one of the segments ${OPAQUE_SEGMENTS.join(' ')}`
    : undefined;
}

/** The bytes of an initial value; padding of aggregates included. */
function initialBytes(module: BrigModule, operand: BrigEntry): number {
  if (operand.kind === 'operand_constant_bytes') return module.data.get(operand.values['bytes']!)!.length;
  if (operand.kind !== 'operand_constant_operand_list') return bytesOf(operand.values['type']!);
  let total = 0;
  for (const element of listAt(module, operand.values['elements']!)) {
    const item = module.operands.get(element)!;
    if (item.kind !== 'operand_align') total += initialBytes(module, item);
    else total = Math.ceil(total / 2 ** (item.values['align']! - 1)) * 2 ** (item.values['align']! - 1);
  }
  return total;
}

function initialTypeFits(variable: number, init: number): boolean {
  const element = elementOf(variable);
  if (init === variable) return true;
  if (!typeName(element).startsWith('b')) return false;
  return isArray(variable)
    ? isArray(init) || init === TYPES.none
    : !isArray(init) && bytesOf(init) === bytesOf(element);
}

function initProblem(module: BrigModule, { values, wide }: BrigEntry): string | undefined {
  if (values['init'] === 0) return undefined;
  if (!INITIALIZED.includes(values['segment']!)) return 'only variables of global and readonly have an initial value';
  if ((values['modifier']! & 1) === 0) return 'a declaration has no initial value';
  const init = module.operands.get(values['init']!)!;
  const [type, initType] = [values['type']!, init.values['type'] ?? TYPES.none];
  const spelled = `${typeName(type)}${isArray(type) ? '[]' : ''}`;
  if (!initialTypeFits(type, initType)) return `its initial value of type ${typeName(initType)} is no ${spelled}`;
  const needed = BigInt(bytesOf(elementOf(type))) * (isArray(type) ? wide['dim']! : 1n);
  const bytes = initialBytes(module, init);
  return BigInt(bytes) === needed ? undefined : `its initial value has ${bytes} bytes instead of ${needed}`;
}

/** Error in a variable; undefined if there is none. */
export function variableProblem(module: BrigModule, model: ModuleModel, placed: PlacedEntry): string | undefined {
  const { values } = placed.entry;
  const type = elementOf(values['type']!);
  if (bytesOf(type) === 0 || type === TYPES.b1) return `variables have no type ${typeName(type)}`;
  const problem = typeProblem([type], model) ?? segmentProblem(placed);
  if (problem !== undefined) return problem;
  if (values['align'] === 0 || 2 ** (values['align']! - 1) < bytesOf(type))
    return `its alignment is less than that of ${typeName(type)}`;
  if ((values['modifier']! & 2) !== 0 && !INITIALIZED.includes(values['segment']!))
    return 'only variables of global and readonly can be const';
  if ((values['type']! & TYPE_ARRAY) === 0 && placed.entry.wide['dim'] !== 0n) return 'it has a size and is no array';
  return initProblem(module, placed.entry);
}

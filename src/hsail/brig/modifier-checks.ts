// Types and modifiers of an instruction against the row of its opcode.

import { addressBits } from './addresses.js';
import { ATOMIC_RULES } from './atomic-operations.js';
import {
  ATOMIC_OPERATIONS,
  type BrigEnum,
  COMPARISONS,
  GEOMETRIES,
  MEMORY_ORDERS,
  MEMORY_SCOPES,
  PACKINGS,
  ROUNDINGS,
  SEGMENTS,
  spellingOf,
  TYPES,
} from './enums.js';
import { DEFAULT_WIDTHS, IMAGE_QUERY_GEOMETRIES, type OpcodeRow } from './opcodes.js';
import { sourceSet, typeSet } from './type-sets.js';
import { bytesOf, isFloat, isPacked, partOf, typeName } from './types.js';

export interface ModuleModel {
  readonly isLarge: boolean;
  readonly isBase: boolean;
  /** True if the module has the extension IMAGE. */
  readonly hasImages: boolean;
}

export interface InstructionFields {
  readonly row: OpcodeRow;
  readonly kind: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Says what is wrong, or nothing. */
type Check = (instruction: InstructionFields, model: ModuleModel) => string | undefined;

const FLOAT_ROUNDINGS = 'default near zero up down';
const BASE_ROUNDINGS = 'none default zeroi zeroi_sat szeroi szeroi_sat';
const PACKING_SETS = { unary: 's p', binary: 'pp ps sp ss', saturating: 'pp ps sp ss pp_sat ps_sat sp_sat ss_sat' };
const EQUALITIES = 'eq ne';
const RELATIONS = 'eq ne lt le gt ge';
const INTEGER_ROUNDINGS = Object.keys(ROUNDINGS).slice(ROUNDINGS.neari).join(' ');

export const isFloatPart = (type: number): boolean => isFloat(partOf(type));

/** Error of an enumeration that lacks a required value. */
function outside(what: string, table: BrigEnum, value: number, allowed: string): string | undefined {
  const spelling = spellingOf(table, value) ?? String(value);
  return allowed.split(' ').includes(spelling) ? undefined : `${what} is ${spelling}, and must be one of: ${allowed}`;
}

function outsideTypes(what: string, value: number, allowed: string): string | undefined {
  const [set, name] = [typeSet(allowed), typeName(value)];
  if (set.has(value)) return undefined;
  const names = [...set].map((type) => typeName(type)).join(' ');
  return `${what} is ${name}, and must be ${set.size > 1 ? 'one of: ' : ''}${names}`;
}

const checkTypes: Check = ({ row, values }) => {
  const type = values['type']!;
  const problem = outsideTypes('the type', type, row.types ?? 'none');
  if (problem !== undefined) return problem;
  if (values['sourceType'] !== undefined) {
    const wrong = outsideTypes('the source type', values['sourceType'], sourceSet(row.sources ?? 'none', type));
    if (wrong !== undefined) return wrong;
  }
  return (
    (row.images && outsideTypes('the type of the image', values['imageType']!, row.images)) ||
    (row.coordinates && outsideTypes('the type of coordinates', values['coordType']!, row.coordinates)) ||
    undefined
  );
};

/** Feature that the machine model, the profile or the extensions lack. */
export function typeProblem(types: readonly number[], { isLarge, isBase, hasImages }: ModuleModel): string | undefined {
  if (types.includes(isLarge ? TYPES.sig32 : TYPES.sig64))
    return `the ${isLarge ? 'large' : 'small'} machine model has no ${isLarge ? 'sig32' : 'sig64'}`;
  if (isBase && types.some((type) => typeName(partOf(type)) === 'f64')) return 'the Base profile has no f64';
  const opaque = types.find((type) => /img$|^samp$/.test(typeName(type)));
  return opaque === undefined || hasImages ? undefined : `${typeName(opaque)} needs the extension IMAGE`;
}

const checkModel: Check = ({ row, values }, model) => {
  const types = ['type', 'sourceType', 'signalType', 'imageType'].map((field) => values[field] ?? TYPES.none);
  const problem = typeProblem(types, model);
  if (problem !== undefined) return problem;
  return model.isBase && row.fullOnly ? `the Base profile has no ${row.name}` : undefined;
};

const checkSizes: Check = ({ row, values }, { isLarge }) => {
  const needed = (of: 'segment' | 'model') =>
    of === 'model' ? (isLarge ? 64 : 32) : addressBits(values['segment'], isLarge);
  const wrong = (what: string, type: number, of: 'segment' | 'model' | undefined) =>
    of !== undefined && 8 * bytesOf(type) !== needed(of)
      ? `${what} is ${typeName(type)}, and addresses there have ${needed(of)} bits`
      : undefined;
  return (
    wrong('the type', values['type']!, row.size) ?? wrong('the source type', values['sourceType']!, row.sourceSize)
  );
};

const checkSegment: Check = ({ row, values }) => {
  if (row.segments === undefined) return undefined;
  const problem = outside('the segment', SEGMENTS, values['segment']!, row.segments);
  if (problem !== undefined || row.format !== 'mem') return problem;
  const mayBeConst =
    row.name === 'ld' && ['flat', 'global', 'readonly'].includes(spellingOf(SEGMENTS, values['segment']!)!);
  if (values['modifier']! > (mayBeConst ? 1 : 0)) return `${row.name} cannot be const there`;
  if (row.name === 'st' && /img$|^samp$/.test(typeName(values['type']!)) && values['segment'] !== SEGMENTS.arg)
    return 'images and samplers can be stored only into the segment arg';
  if (values['align'] === 0) return 'the alignment is 0';
  return row.name === 'alloca' && values['equivClass'] !== 0 ? 'alloca has no equivalence class' : undefined;
};

const checkWidth: Check = ({ row, values }) => {
  const width = values['width'];
  if (width === undefined) return undefined;
  if (row.width === undefined) return width === 0 ? undefined : `${row.name} has no width`;
  if (row.fixedWidth) return width === DEFAULT_WIDTHS[row.width] ? undefined : `${row.name} has no other width`;
  return width === 0 ? 'the width is 0' : undefined;
};

/** Packing, flushing and rounding of arithmetic. */
const checkArithmetic: Check = ({ row, kind, values }) => {
  if (row.format !== 'mod') return undefined;
  const type = values['type']!;
  const isFloatType = isFloatPart(type);
  const saturates = row.packing === 'saturating' && !isFloatType;
  const packings = row.packing === 'saturating' && !saturates ? PACKING_SETS.binary : PACKING_SETS[row.packing!];
  const pack = outside('the packing', PACKINGS, values['pack'] ?? 0, isPacked(type) ? packings : 'none');
  if (pack !== undefined || kind === 'inst_basic') return pack;
  const rounding = row.rounds && isFloatType ? FLOAT_ROUNDINGS : 'none';
  return checkFlush(row, isFloatType, values) ?? outside('the rounding', ROUNDINGS, values['round']!, rounding);
};

function checkFlush(row: OpcodeRow, mayFlush: boolean, values: Readonly<Record<string, number>>): string | undefined {
  return values['modifier']! > (row.ftz && mayFlush ? 1 : 0)
    ? `ftz is not allowed for ${row.name} of this type`
    : undefined;
}

const checkComparison: Check = ({ row, values }) => {
  if (row.format !== 'cmp') return undefined;
  const source = values['sourceType']!;
  const isFloatSource = isFloatPart(source);
  const pack = outside('the packing', PACKINGS, values['pack']!, isPacked(source) ? 'pp' : 'none');
  const problem = pack ?? checkFlush(row, isFloatSource, values);
  if (problem !== undefined || isFloatSource) return problem;
  const allowed = typeName(source).startsWith('b') ? EQUALITIES : RELATIONS;
  return outside('the comparison', COMPARISONS, values['compare']!, allowed);
};

/** Roundings that a conversion may have. */
export function conversionRoundings(type: number, source: number): string {
  if (type === TYPES.b1 || source === TYPES.b1) return 'none';
  if (!isFloat(type)) return isFloat(source) ? INTEGER_ROUNDINGS : 'none';
  return !isFloat(source) || bytesOf(type) < bytesOf(source) ? FLOAT_ROUNDINGS : 'none';
}

const checkConversion: Check = ({ row, values }) => {
  if (row.format !== 'cvt') return undefined;
  const [type, source] = [values['type']!, values['sourceType']!];
  const flush = checkFlush(row, isFloat(source), values);
  return flush ?? outside('the rounding', ROUNDINGS, values['round']!, conversionRoundings(type, source));
};

const checkProfile: Check = ({ row, values }, { isBase }) => {
  if (!isBase || !row.ftz) return undefined;
  const isFloatOperation = isFloatPart(values['sourceType'] ?? values['type']!);
  if (isFloatOperation && ((values['modifier'] ?? 0) & 1) === 0) return 'the Base profile requires ftz';
  return outside('the rounding of the Base profile', ROUNDINGS, values['round'] ?? 0, BASE_ROUNDINGS);
};

const checkAtomic: Check = ({ row, values }) => {
  const operation = values['atomicOperation'] ?? values['signalOperation'];
  if (operation === undefined) return undefined;
  const name = spellingOf(ATOMIC_OPERATIONS, operation)!;
  const rule = ATOMIC_RULES[name]!;
  if (!rule.opcodes.split(' ').includes(row.name)) return `${row.name} has no operation ${name}`;
  const scopes = values['segment'] === SEGMENTS.group ? 'wave wg' : 'wave wg agent system';
  const scope = values['memoryScope'];
  return (
    outsideTypes('the type', values['type']!, rule.types) ??
    outside('the memory order', MEMORY_ORDERS, values['memoryOrder']!, rule.orders) ??
    (scope === undefined ? undefined : outside('the memory scope', MEMORY_SCOPES, scope, scopes))
  );
};

const checkSignalType: Check = ({ row, values }) => {
  if (row.format !== 'signal') return undefined;
  return outsideTypes(
    'the type of the signal',
    values['signalType']!,
    bytesOf(values['type']!) === 8 ? 'sig64' : 'sig32',
  );
};

const checkFence: Check = ({ row, values }) => {
  if (row.format === 'queue')
    return outside('the memory order', MEMORY_ORDERS, values['memoryOrder']!, row.orders ?? 'rlx scacq screl scar');
  if (row.format !== 'mem_fence') return undefined;
  const scope = values['globalSegmentMemoryScope']!;
  if (values['groupSegmentMemoryScope'] !== scope || values['imageSegmentMemoryScope'] !== MEMORY_SCOPES.none)
    return 'a fence has one scope for global and group memory, and none for images';
  const order = outside('the memory order', MEMORY_ORDERS, values['memoryOrder']!, row.orders!);
  return order ?? outside('the memory scope', MEMORY_SCOPES, scope, 'wave wg agent system');
};

const checkImage: Check = ({ row, values }) => {
  if (row.geometries !== undefined) return outside('the geometry', GEOMETRIES, values['geometry']!, row.geometries);
  const query = row.format === 'query_image' ? IMAGE_QUERY_GEOMETRIES[values['query']!] : undefined;
  return query === undefined ? undefined : outside('the geometry', GEOMETRIES, values['geometry']!, query);
};

const CHECKS: readonly Check[] = [
  checkTypes,
  checkModel,
  checkSizes,
  checkSegment,
  checkWidth,
  checkArithmetic,
  checkComparison,
  checkConversion,
  checkProfile,
  checkAtomic,
  checkSignalType,
  checkFence,
  checkImage,
];

/** Error in types and modifiers; undefined if there is none. */
export function modifierProblem(instruction: InstructionFields, model: ModuleModel): string | undefined {
  for (const check of CHECKS) {
    const problem = check(instruction, model);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

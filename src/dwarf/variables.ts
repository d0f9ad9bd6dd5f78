// Parameters and variables of a function, where the compiler has left them. Source: DWARF Debugging Information Format,
// version 5, section 4.1.
import type { CodeRange } from '../source/debug-info.js';
import { OP } from '../source/dwarf-operations.js';
import type { SourceVariable, VariableLocation } from '../source/variables.js';
import type { CompilationUnit, Entry } from './entries.js';
import type { AddressRange } from './entry-ranges.js';
import { type FrameBase, standalone } from './expressions.js';
import type { AttributeValue } from './forms.js';
import { isInLds, type LdsVariablePlace, ldsExpression } from './lds-variables.js';
import { type ListedLocation, readLocations } from './location-lists.js';
import { AT, TAG } from './names.js';
import type { TypeTable } from './types.js';

/** Properties that all variables of a function share. */
export interface FunctionContext {
  readonly unit: CompilationUnit;
  /** low_pc of the unit. */
  readonly base: number;
  readonly types: TypeTable;
  readonly frame: FrameBase;
  /** Code of the function in this kernel. */
  readonly ranges: readonly CodeRange[];
  /** An entry's own attribute, or that of what it is an instance of. */
  attribute(entry: Entry, name: number): AttributeValue | undefined;
  /** The entry that has an attribute: the entry, or what it is an instance of. */
  holder(entry: Entry, name: number): Entry | undefined;
  /** Abstract origin of an entry. */
  origin(entry: Entry): Entry | undefined;
  /** Code of an entry in this kernel. */
  rangesOf(entry: Entry): readonly CodeRange[];
  placed(range: AddressRange): readonly CodeRange[];
  readonly ldsPlace: LdsVariablePlace;
}

const VARIABLES: readonly number[] = [TAG.variable, TAG.formalParameter];

/** A constant as an expression: DW_OP_const8u and DW_OP_stack_value, or its bytes. */
function constantExpression(value: AttributeValue): string | undefined {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(10);
    bytes[0] = OP.const8u;
    bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 1);
    bytes[9] = OP.stackValue;
    return bytes.toString('hex');
  }
  if (typeof value !== 'object' || !('bytes' in value) || value.bytes.length > 127) return undefined;
  return Buffer.from([OP.implicitValue, value.bytes.length, ...value.bytes]).toString('hex');
}

/** True if a variable may be in LDS: its location there is that before the layout, or absent. */
const mayBeInLds = (location: AttributeValue | undefined): boolean => location === undefined || isInLds(location);

function placesOf(context: FunctionContext, { range, expression }: ListedLocation): VariableLocation[] {
  const written = standalone(expression, context.frame);
  // Without a word the compiler has left it out here.
  if (written === '') return [];
  const ranges = range ? context.placed(range) : context.ranges;
  return ranges.map(({ start, end }) => ({ start, end, expression: written ?? '' }));
}

function locationsOf(context: FunctionContext, entry: Entry): VariableLocation[] {
  const constant = context.attribute(entry, AT.constValue);
  const expression = constant === undefined ? undefined : constantExpression(constant);
  if (expression !== undefined) return context.ranges.map((range) => ({ ...range, expression }));
  const location = entry.attributes.get(AT.location);
  const offset = entry.tag === TAG.variable && mayBeInLds(location) ? context.ldsPlace(entry) : undefined;
  if (offset !== undefined) return context.ranges.map((range) => ({ ...range, expression: ldsExpression(offset) }));
  if (location === undefined) return [];
  const { unit, base } = context;
  return readLocations(unit.header, location, base).flatMap((listed) => placesOf(context, listed));
}

/**
 * Those of an entry's own level and of the blocks in it, the outer ones first; not those of functions that were
 * inlined.
 */
export function variablesOf(context: FunctionContext, entry: Entry, block?: readonly CodeRange[]): SourceVariable[] {
  const present = entry.children.filter(({ tag }) => VARIABLES.includes(tag));
  const named = present.map((child) => context.origin(child));
  // An instance leaves out what is nowhere in it.
  const absent = context
    .origin(entry)
    ?.children.filter((child) => VARIABLES.includes(child.tag) && !named.includes(child));
  const own = [...present, ...(absent ?? [])].flatMap((child): SourceVariable[] => {
    const name = context.attribute(child, AT.name);
    const typed = context.holder(child, AT.type);
    if (typeof name !== 'string' || name === '' || !typed) return [];
    return [
      {
        name,
        type: context.types.of(typed),
        parameter: child.tag === TAG.formalParameter,
        ...(block ? { block } : {}),
        locations: locationsOf(context, child),
      },
    ];
  });
  const blocks = entry.children.filter(({ tag }) => tag === TAG.lexicalBlock);
  return [...own, ...blocks.flatMap((child) => variablesOf(context, child, context.rangesOf(child)))];
}

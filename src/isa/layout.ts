// Layout of one definition's encoding: the format's slots that the instruction has, and every other bit as a named
// field, so that decoding and encoding lose nothing.

import { required, valueAt } from '../util/required.js';
import type { InstructionDef } from './define.js';
import { encodingWord, type FieldSpec, type FormatSpec, fieldMask, type SlotCodec, type SlotKind } from './format.js';
import { visitExpressions } from './language/trees.js';
import { type SlotShape, slotShapes } from './shape.js';

/** One operand's place. */
export interface SlotLayout {
  readonly name: string;
  readonly kind: SlotKind;
  /** Name and place of the field; undefined for VCC and literals. */
  readonly field: string;
  readonly spec: FieldSpec | undefined;
  readonly shape: SlotShape;
  /** Bit of the abs and neg fields (VOP3), or -1. */
  readonly modifier: number;
  /** See SlotSpec. */
  readonly codec: SlotCodec | undefined;
  /** See SlotSpec. */
  readonly clipped: boolean;
}

/** The codec of a slot whose operand lies in several fields. */
export const codecOf = (slot: SlotLayout): SlotCodec => required(slot.codec, `codec of slot ${slot.name}`);

export interface FormatLayout {
  readonly format: FormatSpec;
  /** Operands in the order of the assembly syntax. */
  readonly slots: readonly SlotLayout[];
  /** Fields that are no operands, by name. */
  readonly fields: ReadonlyMap<string, FieldSpec>;
  /** Bits of each word that belong to nothing; they are kept as the fields reserved0 and reserved1. */
  readonly reserved: readonly number[];
  /** The instruction is followed by a literal word whatever its operands are. */
  readonly literalAlways: boolean;
}

const CACHE = new WeakMap<InstructionDef, FormatLayout>();

/** The layout of a definition, worked out once. */
export function layoutOf(def: InstructionDef): FormatLayout {
  const cached = CACHE.get(def);
  if (cached) return cached;
  const format = def.encoding;
  const shapes = slotShapes(def);
  const names = def.slots.filter((name) => shapes.has(name));
  const absent = absentFields(def, format, names);
  const slots = names.map((name) => slotLayout(def, format, name, shapes, absent));
  const fields = remainingFields(format, slots, absent);
  const layout: FormatLayout = {
    format,
    slots,
    fields,
    reserved: reservedBits(format, slots, fields),
    literalAlways: slots.some((slot) => slot.kind === 'literal') || readsField(def, 'simm32'),
  };
  CACHE.set(def, layout);
  return layout;
}

const MODIFIERS: Readonly<Record<string, number>> = { S0: 0, S1: 1, S2: 2 };

function slotLayout(
  def: InstructionDef,
  format: FormatSpec,
  name: string,
  shapes: ReadonlyMap<string, SlotShape>,
  absent: readonly string[],
): SlotLayout {
  const spec = format.slots[name];
  if (!spec) throw new TypeError(`${def.name}: format ${format.name} has no slot ${name}`);
  const shape = valueAt(shapes, name, 'shape');
  return {
    name,
    kind: kindOf(def, name, spec.kind, shape),
    field: spec.field,
    spec: format.fields[spec.field],
    shape,
    modifier: 'neg' in format.fields && !absent.includes('neg') ? (MODIFIERS[name] ?? -1) : -1,
    codec: spec.codec,
    clipped: spec.clipped ?? false,
  };
}

/**
 * A VGPR field holds a scalar operand's code where the instruction has a lane mask or is declared so (v_readlane_b32).
 */
function kindOf(def: InstructionDef, name: string, kind: SlotKind, shape: SlotShape): SlotKind {
  const scalar = def.scalar.includes(name) || shape.uniform;
  if (kind === 'vgpr' && (scalar || shape.mask)) return name === 'D' ? 'sdst' : 'ssrc';
  if (kind === 'src' && scalar) return 'ssrc';
  return kind;
}

const absentFields = (def: InstructionDef, format: FormatSpec, slots: readonly string[]): readonly string[] =>
  format.absent?.({
    slot: (name) => slots.includes(name),
    reads: (name) => readsField(def, name),
    traits: def.traits,
  }) ?? [];

function remainingFields(
  format: FormatSpec,
  slots: readonly SlotLayout[],
  absent: readonly string[],
): ReadonlyMap<string, FieldSpec> {
  const fields = new Map(Object.entries(format.fields));
  for (const slot of slots) fields.delete(slot.field);
  for (const name of absent) fields.delete(name);
  return fields;
}

function readsField(def: InstructionDef, name: string): boolean {
  let isFound = false;
  visitExpressions(def.semantics, (ex) => {
    isFound ||= ex.kind === 'field' && ex.field === name;
  });
  return isFound;
}

function reservedBits(
  format: FormatSpec,
  slots: readonly SlotLayout[],
  fields: ReadonlyMap<string, FieldSpec>,
): readonly number[] {
  const used = [format.mask, 0];
  const specs = [format.opcode, ...fields.values(), ...slots.map((slot) => slot.spec)];
  for (const spec of specs)
    if (spec) used[spec.word] = (encodingWord(used, spec.word) | (fieldMask(spec) << spec.low)) >>> 0;
  return used.slice(0, format.words).map((bits) => ~bits >>> 0);
}

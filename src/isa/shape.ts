// Shapes of a definition's slots, from its semantics: width, read or written, and type.

import type { InstructionDef } from './define.js';
import { type Ex, type Stmt, signBitOf, type Ty } from './language/expr.js';
import { visitExpressions } from './language/trees.js';

/** Shape of one slot. */
export interface SlotShape {
  /** Registers that the slot spans. */
  dwords: number;
  read: boolean;
  written: boolean;
  /** Read or written as a mask of lanes: scalar registers even in a vector instruction. */
  mask: boolean;
  /** Read once for all lanes (v_writelane_b32): never a VGPR. */
  uniform: boolean;
  /** abs and neg change what is read: it is read as a floating-point number of some width. */
  modifiable: boolean;
  /** Read as a number of 16 bits: so are its constants. */
  half: boolean;
  /** Types under which it is read. */
  readonly types: Set<Ty>;
}

const DWORDS: Readonly<Record<Exclude<Ty, 'b1'>, number>> = { u32: 1, u64: 2, f32: 1, f64: 2 };
/** @param maskWords words of a mask of lanes */
const dwordsOf = (ty: Ty, maskWords: number): number => (ty === 'b1' ? maskWords : DWORDS[ty]);

/** The slots that an instruction has, by name; a slot of the format that it does not use is absent. */
export function slotShapes(def: InstructionDef): ReadonlyMap<string, SlotShape> {
  const cached = CACHE.get(def);
  if (cached) return cached;
  const shapes = new Map<string, SlotShape>();
  for (const [slot, dwords] of Object.entries(def.dwords)) shapeOf(shapes, slot).dwords = dwords;
  const { execWords } = def.isa.wave;
  visitExpressions(def.semantics, (ex) => noteRead(shapes, ex, execWords));
  for (const statement of def.semantics) noteWrite(shapes, statement, execWords);
  for (const [slot, dwords] of Object.entries(def.dwords)) shapeOf(shapes, slot).dwords = dwords;
  CACHE.set(def, shapes);
  return shapes;
}

const CACHE = new WeakMap<InstructionDef, ReadonlyMap<string, SlotShape>>();

function shapeOf(shapes: Map<string, SlotShape>, slot: string): SlotShape {
  let shape = shapes.get(slot);
  if (!shape) {
    shape = {
      dwords: 0,
      read: false,
      written: false,
      mask: false,
      uniform: false,
      modifiable: false,
      half: false,
      types: new Set(),
    };
    shapes.set(slot, shape);
  }
  return shape;
}

function noteRead(shapes: Map<string, SlotShape>, ex: Ex, maskWords: number): void {
  if (ex.kind !== 'src' && ex.kind !== 'lane' && ex.kind !== 'relative') return;
  const shape = shapeOf(shapes, ex.slot);
  const dword = ex.kind === 'src' ? ex.dword : 0;
  shape.read = true;
  shape.types.add(ex.ty);
  shape.dwords = Math.max(shape.dwords, dword + dwordsOf(ex.ty, maskWords));
  if (ex.ty === 'b1') shape.mask = true;
  if (ex.kind === 'src' && ex.half) shape.half = true;
  if (ex.kind === 'src' && signBitOf(ex) !== undefined) shape.modifiable = true;
}

function noteWrite(shapes: Map<string, SlotShape>, statement: Stmt, maskWords: number): void {
  const written = (slot: string, dwords: number): SlotShape => {
    const shape = shapeOf(shapes, slot);
    shape.written = true;
    shape.dwords = Math.max(shape.dwords, dwords);
    return shape;
  };
  if (statement.kind === 'write') {
    const shape = written(statement.slot, statement.dword + dwordsOf(statement.value.ty, maskWords));
    if (statement.value.ty === 'f32' || statement.value.ty === 'f64') shape.types.add(statement.value.ty);
  } else if (statement.kind === 'mask') {
    if (statement.slot !== 'VCC' && statement.slot !== 'EXEC') written(statement.slot, maskWords).mask = true;
  } else if (statement.kind === 'writelane') {
    written(statement.slot, 1);
    visitExpressions([statement], (ex) => {
      if (ex.kind === 'src') shapeOf(shapes, ex.slot).uniform = true;
    });
  } else if (statement.kind === 'writeRelative') written(statement.slot, dwordsOf(statement.value.ty, maskWords));
  else if (statement.kind === 'atomic' && statement.ret)
    written(statement.ret.slot, statement.ret.dword + statement.bits / 32);
  else if (statement.kind === 'helper') for (const slot of statement.writes) written(slot, 1);
}

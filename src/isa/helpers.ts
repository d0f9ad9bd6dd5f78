// The registry of helper statements: what expression trees cannot say, with declared effects. The bodies are in
// src/emulator/image. Image instructions look at descriptors whose kind, format and size are known only when they
// execute.

import type { Instruction } from './instruction.js';
import { field, type Stmt } from './language/expr.js';

/** The effects of a helper, for use/def, liveness, the documentation and the engines. */
export interface HelperDef {
  readonly name: string;
  /** One sentence for a person. */
  readonly doc: string;
  /**
   * Names of the statement's `reads`, in order. Slots that occur among them are read whole: every register of the
   * operand, not only the dword that is named.
   */
  readonly reads: readonly string[];
  /** Slots of which it writes registers of active lanes: any of the operand's registers, not always all. */
  readonly writes: readonly string[];
  readonly memory: 'none' | 'read' | 'write' | 'readWrite';
  /**
   * A helper that only refuses: when this encoding field is not 0, the instruction faults as unsupported with the
   * reason, before it has any effect; when it is 0, the statement does nothing and needs no code.
   */
  readonly refusal?: { readonly field: string; readonly reason: string };
}

const refusal = (name: string, fieldName: string, reason: string): HelperDef => ({
  name,
  doc: `Refuses the instruction when ${fieldName} is set: ${reason}.`,
  reads: [fieldName],
  writes: [],
  memory: 'none',
  refusal: { field: fieldName, reason },
});

const IMAGE_READS = ['VADDR', 'SRSRC'] as const;
const FORMAT_READS = [
  'address (low)',
  'address (high)',
  'in range',
  'data format',
  'number format',
  'component selects (4 times 3 bits)',
  'number of components',
] as const;

const HANDLE_READS = [
  'image handle (low)',
  'image handle (high)',
  'kind of image',
  'coordinate 0',
  'coordinate 1',
  'coordinate 2',
] as const;

/** Meaning of the operand that places components of 16 bits in registers. */
const HALVES = 'where halves lie (0: two in a register, 1: one, 2: one, in its high half)';

const DEFINITIONS: readonly HelperDef[] = [
  refusal(
    'refuse_gds',
    'gds',
    'the global data share is allocated and initialised by a graphics driver; compute kernels have none',
  ),
  refusal(
    'refuse_lds',
    'lds',
    'only loads of at most one dword and buffer_load_format_x can transfer to LDS (manual: "buffer load to LDS")',
  ),
  refusal(
    'refuse_lds_load',
    'lds',
    'accesses by addresses of lanes transfer to registers only: compilers load to LDS by way of these',
  ),
  {
    name: 'buffer_load_format',
    doc: 'Loads an element, converts its components to 32 bits and applies the component selects. Out of range: zeros, and ones where the select says 1. With lds the first component goes to LDS instead.',
    reads: [...FORMAT_READS, 'lds', 'LDS address'],
    writes: ['VDATA'],
    memory: 'read',
  },
  {
    name: 'buffer_store_format',
    doc: 'Converts components to the element format and stores them; components that are not given are stored as 0. Out of range: nothing.',
    reads: [...FORMAT_READS, 'VDATA'],
    writes: [],
    memory: 'write',
  },
  {
    name: 'buffer_load_format_d16',
    doc: 'As buffer_load_format, with components of 16 bits: floating-point numbers are rounded to nearest even, integers saturate.',
    reads: [...FORMAT_READS, HALVES, 'VDATA'],
    writes: ['VDATA'],
    memory: 'read',
  },
  {
    name: 'buffer_store_format_d16',
    doc: 'As buffer_store_format, with components of 16 bits in VDATA.',
    reads: [...FORMAT_READS, HALVES, 'VDATA'],
    writes: [],
    memory: 'write',
  },
  {
    name: 'image_load',
    doc: 'Loads a texel at integer coordinates; with conversion, or the raw dwords (pck forms). Outside of the image: zeros.',
    reads: IMAGE_READS,
    writes: ['VDATA'],
    memory: 'read',
  },
  {
    name: 'image_store',
    doc: 'Stores a texel at integer coordinates; components that dmask leaves out are stored as 0. Outside of the image: nothing.',
    reads: [...IMAGE_READS, 'VDATA'],
    writes: [],
    memory: 'write',
  },
  {
    name: 'image_atomic',
    doc: 'Read-modify-write of a 32- or 64-bit texel; the old value is returned when glc is set. Outside of the image: nothing, 0 returned.',
    reads: [...IMAGE_READS, 'VDATA'],
    writes: ['VDATA'],
    memory: 'readWrite',
  },
  {
    name: 'image_get_resinfo',
    doc: 'Width, height, depth or number of slices, and number of levels of the level that VADDR names.',
    reads: IMAGE_READS,
    writes: ['VDATA'],
    memory: 'none',
  },
  {
    name: 'image_sample',
    doc: 'Samples with address modes, filter, level of detail, offsets and depth compare (OpenCL 1.2 section 8.2).',
    reads: [...IMAGE_READS, 'SSAMP'],
    writes: ['VDATA'],
    memory: 'read',
  },
  {
    name: 'image_gather4',
    doc: 'One component of each of the four texels that a linear filter would use.',
    reads: [...IMAGE_READS, 'SSAMP'],
    writes: ['VDATA'],
    memory: 'read',
  },
  {
    name: 'handle_image_load',
    doc: 'Loads a texel of the image whose descriptor is in memory, at integer coordinates. Outside of the image: zeros.',
    reads: HANDLE_READS,
    writes: ['D'],
    memory: 'read',
  },
  {
    name: 'handle_image_store',
    doc: 'Stores a texel of the image whose descriptor is in memory, standard RGB too. Outside of the image: nothing.',
    reads: [...HANDLE_READS, 'component 0', 'component 1', 'component 2', 'component 3'],
    writes: [],
    memory: 'write',
  },
  {
    name: 'handle_image_sample',
    doc: 'Samples level 0 of the image whose descriptor is in memory; the nearest filter is exact.',
    reads: [...HANDLE_READS, 'sampler handle (low)', 'sampler handle (high)'],
    writes: ['D'],
    memory: 'read',
  },
];

/** Every helper by name. */
export const HELPERS: ReadonlyMap<string, HelperDef> = new Map(DEFINITIONS.map((helper) => [helper.name, helper]));

/** The statement that refuses an instruction when a field is set; `name` is a helper with a refusal. */
export function refuse(name: string): Stmt {
  const helper = HELPERS.get(name);
  if (!helper?.refusal) throw new TypeError(`${name} is not a helper that refuses`);
  return { kind: 'helper', name, reads: [field(helper.refusal.field)], writes: [] };
}

/** Why this very instruction cannot execute, or undefined: unsupported instructions, and refused fields. */
export function refusalOf(instruction: Instruction): string | undefined {
  for (const statement of instruction.def.semantics) {
    if (statement.kind === 'unsupported') return statement.reason;
    const refused = statement.kind === 'helper' ? HELPERS.get(statement.name)?.refusal : undefined;
    if (refused && (instruction.fields[refused.field] ?? 0) !== 0) return refused.reason;
  }
  return undefined;
}

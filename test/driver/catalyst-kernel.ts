// Kernels in AMD Catalyst's convention, assembled for tests.

import type { CalKernel, UserElement } from '../../src/cal/image.js';
import { USER_DATA_CLASS } from '../../src/cal/prog-info.js';
import { writeCalImage } from '../../src/cal/writer.js';
import { argument, blankKernel, imageOf } from '../cal/model.js';
import { assemble } from '../isa/southern-islands.js';

/** UAV of the first pointer argument, as genuine images number them. */
export const OUTPUT_UAV = 10;

/** UAV table in s[2:3], constant buffer 0 in s[4:7], constant buffer 1 in s[8:11]: as in most genuine kernels. */
const COMMON_ELEMENTS: readonly UserElement[] = [
  { dataClass: USER_DATA_CLASS.ptrUavTable, apiSlot: 0, firstSgpr: 2, sgprCount: 2 },
  { dataClass: USER_DATA_CLASS.immConstantBuffer, apiSlot: 0, firstSgpr: 4, sgprCount: 4 },
  { dataClass: USER_DATA_CLASS.immConstantBuffer, apiSlot: 1, firstSgpr: 8, sgprCount: 4 },
];
export const FIRST_FREE_SGPR = 12;

const userSgprsOf = (elements: readonly UserElement[]): number =>
  Math.max(...elements.map(({ firstSgpr, sgprCount }) => firstSgpr + sgprCount));

/** The first argument of the kernels here: words that they write. */
export const output = argument({
  name: 'result',
  kind: 'global',
  typeName: 'uint*',
  addressQualifier: 'global',
  resourceId: OUTPUT_UAV,
});

/**
 * v0 becomes the number of the work-item in dimension 0 (without offset), v1 the byte offset of its word of the output,
 * s[20:23] the output's UAV. Uses s0, s1.
 */
const prologue = (groupId: number): string => `
  s_buffer_load_dword s0, s[4:7], 4
  s_buffer_load_dword s1, s[8:11], 0
  s_load_dwordx4 s[20:23], s[2:3], ${OUTPUT_UAV * 8}
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v1, s0
  v_mul_i32_i24 v1, s${groupId}, v1
  v_add_i32 v0, vcc, v0, v1
  v_lshlrev_b32 v1, 2, v0
  v_add_i32 v1, vcc, s1, v1
`;

export interface KernelText {
  /** Between prologue and the end; its result is v2, which becomes the work-item's word of the output. */
  readonly body: string;
  /** User elements behind the common ones, from FIRST_FREE_SGPR on. */
  readonly elements?: readonly UserElement[];
  readonly fields?: Partial<CalKernel>;
}

const SCRATCH_ENABLE = 1;

/**
 * A kernel `k` whose first argument is {@link output}. Its work-group id is in the first SGPR behind the user elements.
 */
export function catalystKernel({ body, elements = [], fields = {} }: KernelText): CalKernel {
  const userElements = [...COMMON_ELEMENTS, ...elements];
  const userSgprs = userSgprsOf(userElements);
  const text = `${prologue(userSgprs)}${body}\n  buffer_store_dword v2, v1, s[20:23], 0 offen\n  s_endpgm\n`;
  const { words, problems } = assemble(text);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const code = new Uint8Array(words.buffer, words.byteOffset, words.byteLength).slice();
  return {
    ...blankKernel,
    convention: 'amd',
    code,
    textSize: code.length,
    vgprs: 12,
    sgprs: 48,
    rsrc2: (userSgprs << 1) | (1 << 7) | (fields.scratchBytesPerLane ? SCRATCH_ENABLE : 0),
    userElements,
    uavs: [{ id: OUTPUT_UAV, words: [4, 0, 5] }],
    args: [output],
    kernargSize: 16,
    ...fields,
  };
}

/** An image with one kernel, and the constants of its program as words. */
export const catalystImage = (kernel: CalKernel, constants: readonly number[] = []): Uint8Array =>
  writeCalImage(imageOf([kernel], { globalData: new Uint8Array(Uint32Array.from(constants).buffer) }));

// Location expressions that stand alone: what counts from the frame is written into them.
// Source: DWARF Debugging Information Format, version 5, sections 2.5 and 2.6.
import { OP, readOperations } from '../source/dwarf-operations.js';

/** Base of DW_OP_fbreg: a register by its number, or 0, where the frame is the beginning of private memory. */
export type FrameBase = { readonly register: number } | 'start' | undefined;

/** The register that a DW_AT_frame_base names. */
export function frameRegister(bytes: Uint8Array): FrameBase {
  const [first, ...more] = readOperations(bytes) ?? [];
  if (!first || more.length > 0) return undefined;
  if (first.code >= OP.reg0 && first.code <= OP.reg31) return { register: first.code - OP.reg0 };
  return first.code === OP.regx ? { register: Number(first.operands[0]) } : undefined;
}

/** Frames count bytes of all 64 lanes. */
const PER_LANE = [OP.lit0 + 6, OP.shr];

function uleb(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 0x80);
  return [...bytes, left];
}

/**
 * An expression with what its frame is in it, as hexadecimal digits.
 * @returns undefined where it has an operation that is not known, or an address of before the linker came
 * (lds-variables.ts knows those in LDS)
 */
export function standalone(bytes: Uint8Array, frame: FrameBase): string | undefined {
  const written: number[] = [];
  const operations = readOperations(bytes) ?? [UNKNOWN];
  for (const { code, bytes: whole } of operations) {
    if (code === UNKNOWN.code || code === OP.addr || code === OP.addrx) return undefined;
    if (code !== OP.fbreg) written.push(...whole);
    else if (frame === undefined) return undefined;
    else if (frame === 'start') written.push(OP.consts, ...whole.subarray(1));
    else written.push(OP.bregx, ...uleb(frame.register), 0, ...PER_LANE, OP.consts, ...whole.subarray(1), OP.plus);
  }
  // Memory in the frame is private, also without an address space: C++ has none.
  if (operations[0]?.code === OP.fbreg && operations.every(({ code }) => code === OP.fbreg || code === OP.plusUconst))
    written.push(OP.lit0 + PRIVATE_SPACE, OP.swap, OP.xderef);
  return Buffer.from(written).toString('hex');
}

/** LLVM's number. */
const PRIVATE_SPACE = 5;

const UNKNOWN = { code: -1, bytes: new Uint8Array(0) } as const;

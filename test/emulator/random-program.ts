// Random programs: arithmetic in a loop with a changing EXEC, then all registers are stored to memory.

import { assemble } from '../../src/isa/assemble.js';
import type { InstructionDef } from '../../src/isa/define.js';
import { isVector } from '../../src/isa/evaluate.js';
import { EXEC_LO, type Instruction } from '../../src/isa/instruction.js';
import { allInstructions } from '../../src/isa/table.js';
import { SCALAR, usesOf } from '../../src/jit/registers.js';
import { encodable } from './encodable.js';
import type { Random } from './random.js';

/** Formats whose instructions need no prepared addresses. */
const FORMATS: ReadonlySet<string> = new Set(['SOP1', 'SOP2', 'SOPK', 'SOPC', 'VOP1', 'VOP2', 'VOP3', 'VOPC']);
const EXCLUDED = /fork|join|setpc|swappc|rfe|getpc|setreg|movrel|barrier|trap|clrexcp/;
/** Registers of the harness: s[40:51] are not random programs' to write. */
const RESERVED_FIRST = 40;
const RESERVED_LAST = 51;
export const STORED_VGPRS = 16;
export const STORED_SGPRS = 40;

const candidates: readonly InstructionDef[] = allInstructions().filter(
  (def) => FORMATS.has(def.format) && def.support.level === 'full' && !EXCLUDED.test(def.name),
);

/** Whether an instruction leaves the harness's registers alone. */
function isHarmless({ def, operands, ...rest }: Instruction): boolean {
  const instruction = { def, operands, ...rest };
  const { writes } = usesOf(instruction, def.semantics, isVector(def.format));
  return [...writes].every((register) => {
    const scalar = register - SCALAR;
    if (scalar >= EXEC_LO) return scalar > EXEC_LO + 1 || true;
    return scalar < RESERVED_FIRST || scalar > RESERVED_LAST;
  });
}

function randomWords(random: Random, count: number): number[] {
  const words: number[] = [];
  for (let n = 0; n < count; ) {
    const instruction = encodable(random, random.pick(candidates));
    if (!instruction || !isHarmless(instruction)) continue;
    words.push(...instruction.words);
    n++;
  }
  return words;
}

const assembled = (text: string): number[] => {
  const { words, problems } = assemble(text);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return [...words];
};

/** Stores v0.. and s0.. behind the address in s[48:49]; v20 to v23 are scratch. */
function epilogue(): number[] {
  const lines = ['s_mov_b64 exec, -1', 's_mov_b32 s50, 0x100000', 's_mov_b32 s51, 0'];
  lines.push('v_mbcnt_lo_u32_b32_e64 v20, -1, 0', 'v_mbcnt_hi_u32_b32_e64 v20, -1, v20', 'v_lshlrev_b32 v20, 2, v20');
  const store = (register: string, slot: number): void => {
    lines.push(`v_add_i32 v21, vcc, 0x${(slot * 256).toString(16)}, v20`);
    lines.push(`buffer_store_dword ${register}, v21, s[48:51], 0 offen`);
  };
  lines.push('v_mov_b32 v22, vcc_lo', 'v_mov_b32 v23, vcc_hi');
  for (let r = 0; r < STORED_VGPRS; r++) store(`v${r}`, r);
  store('v22', STORED_VGPRS);
  store('v23', STORED_VGPRS + 1);
  for (let s = 0; s < STORED_SGPRS; s++) {
    lines.push(`v_mov_b32 v22, s${s}`);
    store('v22', STORED_VGPRS + 2 + s);
  }
  return assembled([...lines, 's_endpgm'].join('\n'));
}

/** Words of a program of `count` random instructions in a loop of a few iterations, with a branch over a part of it. */
export function randomProgram(random: Random, count: number): Uint32Array {
  const first = randomWords(random, count);
  const skipped = randomWords(random, Math.ceil(count / 2));
  const last = randomWords(random, count);
  const branch = random.pick([0xbf84_0000, 0xbf85_0000, 0xbf86_0000, 0xbf88_0000]);
  const body = [...first, (branch | skipped.length) >>> 0, ...skipped, ...last];
  const control = assembled('s_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0');
  const back = -(body.length + control.length + 1);
  const start = assembled(`s_mov_b32 s40, ${1 + random.below(4)}`);
  return Uint32Array.of(...start, ...body, ...control, (0xbf85_0000 | (back & 0xffff)) >>> 0, ...epilogue());
}

// Random programs: arithmetic in a loop with a changing EXEC, then all registers are stored to memory.

import type { InstructionDef } from '../../src/isa/define.js';
import { isVector } from '../../src/isa/evaluate.js';
import { EXEC_LO, type Instruction } from '../../src/isa/instruction.js';
import { unsupportedReason } from '../../src/isa/support.js';
import { SCALAR, usesOf } from '../../src/jit/analysis/registers.js';
import { encodable } from '../emulator/encodable.js';
import type { Random } from '../emulator/random.js';
import { allInstructions, assemble } from '../isa/southern-islands.js';

/** Formats whose instructions need no prepared addresses. */
const FORMATS: ReadonlySet<string> = new Set(['SOP1', 'SOP2', 'SOPK', 'SOPC', 'VOP1', 'VOP2', 'VOP3', 'VOPC']);
const EXCLUDED = /fork|join|setpc|swappc|rfe|getpc|setreg|movrel|barrier|trap|clrexcp/;
/** Registers of the harness: s[40:55] are not random programs' to write. */
const RESERVED_FIRST = 40;
const RESERVED_LAST = 55;
export const STORED_VGPRS = 16;
export const STORED_SGPRS = 40;

const candidates: readonly InstructionDef[] = allInstructions().filter(
  (def) => FORMATS.has(def.format) && def.support.level === 'full' && !EXCLUDED.test(def.name),
);

/** True if an instruction leaves the harness's registers alone. */
function isHarmless({ def, operands, ...rest }: Instruction): boolean {
  const instruction = { def, operands, ...rest };
  const { writes } = usesOf(instruction, def.semantics, isVector(def));
  return [...writes].every((register) => {
    const scalar = register - SCALAR;
    return scalar < RESERVED_FIRST || scalar > RESERVED_LAST;
  });
}

/** How programs change EXEC: in every way, or so that a lane that is not active stays so, and is not read by others. */
export type Lanes = 'any' | 'fewer';
const READS_LANES = /lane/;
const FEWER = [
  's_and_b64 exec, exec, vcc',
  's_and_b64 exec, s[2:3], exec',
  's_andn2_b64 exec, exec, s[4:5]',
  's_and_saveexec_b64 s[6:7], s[8:9]',
  'v_cmpx_lt_u32_e32 vcc, v0, v1',
  'v_cmpx_neq_f32_e64 s[10:11], v2, v3',
] as const;

function keepsLanes({ def, operands, ...rest }: Instruction): boolean {
  const { writes } = usesOf({ def, operands, ...rest }, def.semantics, isVector(def));
  return !READS_LANES.test(def.name) && !writes.has(SCALAR + EXEC_LO) && !writes.has(SCALAR + EXEC_LO + 1);
}

/** Bytes of LDS that programs use, and where their part of data memory begins and ends. */
export const LDS_BYTES = 1024;
const PART_BEGIN = 0x8000;
export const PART_END = 0x9000;

const ATOMICS = ['add', 'swap', 'umax', 'xor', 'smin', 'inc', 'dec', 'cmpswap'] as const;
const DS_ATOMICS = ['add_rtn_u32', 'max_rtn_i32', 'wrxchg_rtn_b32', 'inc_rtn_u32', 'mskor_b32', 'min_u32'] as const;

/** An access of LDS or of the program's part of memory; lanes often meet in one place. */
function memoryAccess(random: Random): number[] {
  const [data, address] = [random.below(12), random.below(12)];
  const spread = random.pick(['0x3fc', '0x7c', '0xfc0', '3']);
  const text = random.pick([
    `ds_write_b32 v13, v${data} offset:${random.below(64)}`,
    `ds_read_b32 v${data}, v13`,
    `ds_read_b64 v[${data}:${data + 1}], v13`,
    `ds_read_${random.pick(['u8', 'i8', 'u16', 'i16'])} v${data}, v13 offset:${random.below(8)}`,
    `ds_write_${random.pick(['b8', 'b16'])} v13, v${data} offset:${random.below(8)}`,
    `ds_add_rtn_u64 v[${data}:${data + 1}], v13, v[${data + 2}:${data + 3}]`,
    `ds_write2_b32 v13, v${data}, v${data + 1} offset0:1 offset1:${random.below(16)}`,
    `ds_${random.pick(DS_ATOMICS)}`,
    `buffer_load_dword v${data}, v13, s[48:51], s52 offen`,
    `buffer_load_dwordx2 v[${data}:${data + 1}], v13, s[48:51], s52 offen`,
    `buffer_load_sbyte v${data}, v13, s[48:51], s52 offen offset:${random.below(4)}`,
    `buffer_store_dword v${data}, v13, s[48:51], s52 offen`,
    `buffer_store_dwordx2 v[${data}:${data + 1}], v13, s[48:51], s52 offen`,
    `buffer_store_short v${data}, v13, s[48:51], s52 offen`,
    `buffer_atomic_${random.pick(ATOMICS)} v[${data}:${data + 1}], v13, s[48:51], s52 offen glc`,
    `s_buffer_load_dwordx2 s[${2 * random.below(16)}:`,
  ]);
  const complete = completed(text, data);
  // Now and then all lanes have one address.
  const place = random.chance(0.25)
    ? `s_and_b32 s39, s${address}, ${spread}\nv_mov_b32 v13, s39`
    : `v_and_b32 v13, ${spread}, v${address}`;
  return assembled(`s_mov_b32 m0, -1\n${place}\n${complete}`);
}

/** Operands whose number depends on the operation. */
function completed(text: string, data: number): string {
  if (text.startsWith('s_buffer')) {
    const first = Number(/\[(\d+):$/.exec(text)![1]);
    return `${text}${first + 1}], s[48:51], 0x${(data + 0x2000 / 4).toString(16).slice(-2)}`;
  }
  if (text.startsWith('ds_mskor')) return `${text} v13, v${data}, v${data + 1}`;
  if (/^ds_\w+_rtn_\w+$/.test(text)) return `${text} v${data}, v13, v${data + 1}`;
  if (/^ds_min_u32$/.test(text)) return `${text} v13, v${data}`;
  const single = /^(buffer_atomic_(?!cmpswap)\w+) v\[(\d+):\d+\]/;
  return text.replace(single, '$1 v$2');
}

/** A copy between registers whose numbers are computed. */
function displacedCopy(random: Random): number[] {
  const mnemonic = random.pick(['v_movrels_b32', 'v_movreld_b32', 'v_movrelsd_b32']);
  return assembled(`s_mov_b32 m0, ${random.below(8)}\n${mnemonic} v${random.below(8)}, v${random.below(8)}`);
}

/**
 * A constant in a register and an instruction that makes more of one than of other numbers, not always side by side.
 */
function constantOperand(random: Random): number[] {
  const [value, mask] = [random.below(12), random.below(0x400).toString(16)];
  return assembled(
    random.pick([
      `v_mov_b32 v11, 0x${mask}`,
      `s_mov_b32 s38, 0x${mask}`,
      `v_mov_b32 v11, 0x${mask}\nv_cmp_class_f32 vcc, v${value}, v11`,
      `v_cmp_class_f32 vcc, v${value}, v11`,
      `v_cmp_class_f64 s[2:3], v[${value}:${value + 1}], s38`,
      `v_lshrrev_b32 v${value}, v11, v${random.below(12)}`,
      `v_bfe_i32 v${value}, v${random.below(12)}, v11, s38`,
    ]),
  );
}

function randomWords(random: Random, count: number, lanes: Lanes): number[] {
  const words: number[] = [];
  for (let n = 0; n < count; ) {
    if (random.chance(0.2)) {
      words.push(...memoryAccess(random));
      n++;
      continue;
    }
    if (lanes === 'fewer' && random.chance(0.06)) {
      words.push(...assembled(random.pick(FEWER)));
      n++;
      continue;
    }
    if (random.chance(0.03)) {
      words.push(...displacedCopy(random));
      n++;
      continue;
    }
    if (random.chance(0.08)) {
      words.push(...constantOperand(random));
      n++;
      continue;
    }
    const instruction = encodable(random, random.pick(candidates));
    if (!instruction || unsupportedReason(instruction) !== undefined || !isHarmless(instruction)) continue;
    if (lanes === 'fewer' && !keepsLanes(instruction)) continue;
    words.push(...instruction.words);
    n++;
  }
  return words;
}

function assembled(text: string): number[] {
  const { words, problems } = assemble(text);
  if (problems.length > 0)
    throw new Error(problems.map(({ message, text: line }) => `'${line}': ${message}`).join('\n'));
  return [...words];
}

/** Stores v0.. and s0.. of the lanes that are left behind the address in s[48:49]; v20 to v23 are scratch. */
function epilogue(lanes: Lanes): number[] {
  const lines = lanes === 'any' ? ['s_mov_b64 exec, -1'] : [];
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
export function randomProgram(random: Random, count: number, lanes: Lanes): Uint32Array {
  const first = randomWords(random, count, lanes);
  const skipped = randomWords(random, Math.ceil(count / 2), lanes);
  const last = randomWords(random, count, lanes);
  const branch = random.pick([0xbf84_0000, 0xbf85_0000, 0xbf86_0000, 0xbf88_0000]);
  const body = [...first, (branch | skipped.length) >>> 0, ...skipped, ...last];
  const control = assembled('s_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0');
  const back = -(body.length + control.length + 1);
  const start = assembled(`s_mov_b32 s40, ${1 + random.below(4)}
    s_mov_b32 s49, 0\n s_mov_b32 s50, 0x100000\n s_mov_b32 s51, 0\n s_mov_b32 s52, 0x${PART_BEGIN.toString(16)}`);
  return Uint32Array.of(...start, ...body, ...control, (0xbf85_0000 | (back & 0xffff)) >>> 0, ...epilogue(lanes));
}

// An engine as users get it keeps registers in memory only while they are needed: what a test's code leaves in them is stored by
// instructions behind it, and read there.

import { DATA } from '../emulator/harness.js';
import { assemble, codes } from './southern-islands.js';

const { scalarName } = codes;

/** Where the registers are stored: 64 words each, in the part of data memory that tests do not name. */
const PLACE = DATA + 0x8_0000;
const REGISTER_WORDS = 64;
/** What the stores themselves need, beyond the registers that tests look at. */
const SCRATCH_VGPR = 64;
const SCRATCH_SGPR = 92;
export const VGPRS_WITH_SCRATCH = 68;

const SPECIAL = [106, 107, 124, 126, 127].map((code) => scalarName(code, 1));
const SHOWN_VGPRS = Array.from({ length: 64 }, (_, n) => `v${n}`);
const SHOWN_SCALARS = [...Array.from({ length: SCRATCH_SGPR }, (_, n) => `s${n}`), ...SPECIAL, 'scc', 'mode'];

const [DESCRIPTOR, OFFSET, SCC, EXEC] = [`s[${SCRATCH_SGPR}:${SCRATCH_SGPR + 3}]`, 's96', 's97', 's[98:99]'] as const;

/** SCC first: what follows changes it. EXEC is restored for nobody, but its first value is stored. */
function lines(): string[] {
  const text = [`s_cselect_b32 ${SCC}, 1, 0`, `s_mov_b64 ${EXEC}, exec`, 's_mov_b64 exec, -1'];
  text.push(`s_mov_b32 s${SCRATCH_SGPR}, 0x${PLACE.toString(16)}`, `s_mov_b32 s${SCRATCH_SGPR + 1}, 0`);
  text.push(`s_mov_b32 s${SCRATCH_SGPR + 2}, -1`, `s_mov_b32 s${SCRATCH_SGPR + 3}, 0x27fac`);
  text.push(`v_mbcnt_lo_u32_b32_e64 v${SCRATCH_VGPR}, -1, 0`);
  text.push(`v_mbcnt_hi_u32_b32_e64 v${SCRATCH_VGPR}, -1, v${SCRATCH_VGPR}`);
  text.push(`v_lshlrev_b32 v${SCRATCH_VGPR}, 2, v${SCRATCH_VGPR}`);
  const store = (register: string, place: number): void => {
    text.push(`s_mov_b32 ${OFFSET}, 0x${(place * REGISTER_WORDS * 4).toString(16)}`);
    text.push(`buffer_store_dword ${register}, v${SCRATCH_VGPR}, ${DESCRIPTOR}, ${OFFSET} offen`);
  };
  SHOWN_VGPRS.forEach(store);
  const sources: Readonly<Record<string, string>> = { scc: SCC, mode: SCC, exec_lo: 's98', exec_hi: 's99' };
  SHOWN_SCALARS.forEach((name, n) => {
    if (name === 'mode') text.push(`s_getreg_b32 ${SCC}, hwreg(HW_REG_MODE)`);
    text.push(`v_mov_b32 v${SCRATCH_VGPR + 1}, ${sources[name] ?? name}`);
    store(`v${SCRATCH_VGPR + 1}`, SHOWN_VGPRS.length + n);
  });
  return [...text, 's_endpgm'];
}

let code: Uint32Array | undefined;

/** Instructions to put behind a test's code, and behind it alone: they end the program. */
export function showingCode(): Uint32Array {
  if (!code) {
    const { words, problems } = assemble(lines().join('\n'));
    if (problems.length > 0) throw new Error(problems.map(({ message, text }) => `'${text}': ${message}`).join('\n'));
    code = Uint32Array.from(words);
  }
  return code;
}

/** Index in memory's words of every register that is stored, by name. */
export const SHOWN: ReadonlyMap<string, number> = new Map([
  ...SHOWN_VGPRS.flatMap((name, n) =>
    Array.from({ length: 64 }, (_, lane): [string, number] => [
      `${name}[${lane}]`,
      PLACE / 4 + n * REGISTER_WORDS + lane,
    ]),
  ),
  ...SHOWN_SCALARS.map((name, n): [string, number] => [name, PLACE / 4 + (SHOWN_VGPRS.length + n) * REGISTER_WORDS]),
]);

// Forms of every instruction as text, and results of LLVM's assembler for them: the same bytes, other ones, or an
// error.

import { parseInstruction } from '../../../src/isa/assembler/parse-instruction.js';
import { decode } from '../../../src/isa/decode.js';
import type { InstructionDef } from '../../../src/isa/define.js';
import { putField } from '../../../src/isa/format.js';
import type { Instruction } from '../../../src/isa/instruction.js';
import type { Isa } from '../../../src/isa/isa.js';
import { printInstruction } from '../../../src/isa/print.js';
import { encodable } from '../../emulator/encodable.js';
import type { Random } from '../../emulator/random.js';
import { assembleLines, hexBytes } from '../llvm-mc.js';
import { kindOf, ownText } from './differences.js';
import { llvmTexts } from './llvm-disassembler.js';

/** Fields that LLVM has in few instructions of those that have them in their encoding. */
const MODIFIER = /^(abs|neg|neg_lo|neg_hi|omod|clamp|src[01]_(abs|neg|sext)|a16|tfe|lwe)$/;
const TRIES = 40;

function randomForm(random: Random, def: InstructionDef): Instruction | undefined {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const instruction = encodable(random, def);
    if (!instruction) continue;
    if (random.chance(0.2)) return instruction;
    const words = [...instruction.words];
    for (const [name, spec] of Object.entries(def.encoding.fields)) if (MODIFIER.test(name)) putField(words, spec, 0);
    const plain = decode(def.isa, words);
    if (plain.ok && plain.instruction.def === def) return plain.instruction;
  }
  return undefined;
}

/** The instruction of a text. */
function assembled(isa: Isa, text: string): Instruction {
  const result = parseInstruction(isa, text, { offset: 0, lookup: () => undefined });
  if (typeof result === 'string') throw new Error(`${text}: ${result}`);
  return result;
}

/** Different encodings of every instruction, without unused bits. @param count to try for each one */
export function forms(isa: Isa, random: Random, count: number): readonly Instruction[] {
  const byText = new Map<string, Instruction>();
  for (const def of isa.table.all)
    for (let n = 0; n < count; n++) {
      const form = randomForm(random, def);
      if (!form) continue;
      const own = assembled(isa, ownText(printInstruction(form)));
      byText.set(hexBytes(own), own);
    }
  return [...byText.values()];
}

/** Text of LLVM's disassembler that its assembler refuses (message: text), and the reason. */
const ASSEMBLER_KINDS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^expected a 20-bit unsigned offset/, 'negative offsets of buffers'],
  [/lit\(/, 'literals that could be written shorter: lit() is of later assemblers'],
  [/: v_mad[am]k_f16 .*0x/, 'upper halves of literals of 16 bits'],
  [/^lds_direct (may|cannot) be used/, 'direct reads of LDS that only later assemblers, or none, know'],
  [
    /^invalid operand for instruction: .*src_(exec|vcc|scc|shared|private|pops)/,
    'bits of the state, and apertures, as operands of 64 bits and as addresses of code',
  ],
  [/^TFE modifier has no meaning/, 'the status of stores, which is not returned'],
  [/^invalid operand for instruction: v_mac_f\d\d_sdwa/, 'LLVM takes no selects of the result of v_mac'],
  [/^invalid immediate: only 4-bit values are legal/, 'bits of the modes of register indices without a meaning'],
  [/^invalid (interpolation slot|exp target)/, 'parameters and targets that do not exist'],
  [/^other bytes: [\da-f]+: exp .* compr/, 'halves of a compressed export: LLVM switches them on in pairs'],
  [/^register not available on this GPU: .*xnack_mask/, 'xnack_mask is there only with XNACK, which gfx803 has not'],
];

export interface Judged {
  /** Encodings that LLVM's assembler makes of our text. */
  readonly same: number;
  /** By why LLVM makes other bytes or none. */
  readonly others: ReadonlyMap<string, number>;
  readonly unexplained: readonly string[];
  /** Instructions whose words do not decode to the text that assembles to them. */
  readonly changed: readonly string[];
}

export function judge(isa: Isa, list: readonly Instruction[]): Judged {
  const lines = list.map((form) => printInstruction(form));
  const { bytes, errors } = assembleLines(lines, isa.name);
  const changed = list.flatMap((form, i) => {
    const decoded = decode(isa, form.words);
    const text = decoded.ok ? printInstruction(decoded.instruction) : decoded.error.reason;
    return text === lines[i] ? [] : [`${hexBytes(form)}: ${lines[i]} / ${text}`];
  });
  const differing = list.flatMap((form, i) => (bytes.get(i) === hexBytes(form) && !errors.has(i) ? [] : [i]));
  const pairs = differing.map((i) => [list[i]!.words[0]!, list[i]!.words[1] ?? 0] as const);
  const texts = llvmTexts(isa.name, pairs);
  const others = new Map<string, number>();
  const unexplained: string[] = [];
  differing.forEach((i, n) => {
    const message = errors.get(i) ?? `other bytes: ${bytes.get(i)}`;
    const ours = lines[i]!;
    const llvm = texts[n];
    const kind = llvm === ours ? undefined : kindOf({ pair: pairs[n]!, ours, reason: undefined, llvm });
    const why = kind?.name ?? ASSEMBLER_KINDS.find(([pattern]) => pattern.test(`${message.trim()}: ${ours}`))?.[1];
    if (why === undefined) unexplained.push(`${ours} [${hexBytes(list[i]!)}]: ${message} (${llvm})`);
    else others.set(why, (others.get(why) ?? 0) + 1);
  });
  return { same: list.length - differing.length, others, unexplained, changed };
}

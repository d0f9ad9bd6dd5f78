// Listings of code: every word of a range as an instruction or a data word, with labels where branches go.

import { memberOf } from '../util/required.js';
import { decode } from './decode.js';
import type { Instruction } from './instruction.js';
import type { Isa } from './isa.js';
import { printInstruction } from './print.js';
import { unsupportedReason } from './support.js';
import { isBranch } from './syntax.js';

export interface ListedLine {
  /** Byte offset from the start of the code. */
  readonly offset: number;
  readonly words: readonly number[];
  /** Assembly text; a `.long` directive where there is no instruction. */
  readonly text: string;
  /** Name of this place, when a branch of the range goes to it. */
  readonly label?: string;
  readonly instruction?: Instruction;
  /** Why it would fault if it were executed. */
  readonly problem?: string;
}

/** Lists the instructions of words [first, end). */
export function disassemble(isa: Isa, code: ArrayLike<number>, first = 0, end = code.length): readonly ListedLine[] {
  const drafts = decodeRange(isa, code, Math.max(first, 0), Math.min(end, code.length));
  const starts = new Set(drafts.map((draft) => draft.offset));
  const targets = new Set(
    drafts.map((draft) => branchTarget(draft)).filter((target) => target !== undefined && starts.has(target)),
  );
  return drafts.map((draft) => finish(draft, targets));
}

interface DraftLine {
  readonly offset: number;
  readonly words: readonly number[];
  readonly instruction?: Instruction;
  readonly problem?: string;
  /** The decoder accepts it. */
  readonly accepted: boolean;
}

function decodeRange(isa: Isa, code: ArrayLike<number>, first: number, end: number): DraftLine[] {
  const lines: DraftLine[] = [];
  const range = Array.prototype.slice.call(code, first, end) as number[];
  for (let index = 0; index < range.length; ) {
    const decoded = decode(isa, range, index);
    const offset = (first + index) * 4;
    if (decoded.ok) {
      const { instruction } = decoded;
      const problem = unsupportedReason(instruction);
      lines.push({
        offset,
        words: instruction.words,
        instruction,
        accepted: true,
        ...(problem === undefined ? {} : { problem }),
      });
      index += instruction.words.length;
    } else {
      const { words, instruction, reason } = decoded.error;
      lines.push({ offset, words, problem: reason, accepted: false, ...(instruction ? { instruction } : {}) });
      index += words.length;
    }
  }
  return lines;
}

/** The byte offset that a branch goes to. */
function branchTarget({ offset, instruction }: DraftLine): number | undefined {
  if (!instruction || !isBranch(instruction.def)) return undefined;
  return offset + 4 + ((memberOf(instruction.fields, 'simm16', 'field') << 16) >> 16) * 4;
}

/** The label of a place in the code. */
export const labelAt = (offset: number): string => `L${offset.toString(16).padStart(4, '0')}`;

const dataText = (words: readonly number[]): string =>
  `.long ${words.map((word) => `0x${word.toString(16).padStart(8, '0')}`).join(', ')}`;

/** Words that the decoder refuses stay data, so that the listing assembles to the same words. */
function finish(draft: DraftLine, targets: ReadonlySet<number | undefined>): ListedLine {
  const { offset, words, instruction, problem } = draft;
  const line = {
    offset,
    words,
    ...(instruction ? { instruction } : {}),
    ...(problem === undefined ? {} : { problem }),
    ...(targets.has(offset) ? { label: labelAt(offset) } : {}),
  };
  const label = (distance: number): string | undefined =>
    targets.has(offset + 4 + distance) ? labelAt(offset + 4 + distance) : undefined;
  const text = instruction ? printInstruction(instruction, { label }) : dataText(words);
  if (instruction && !draft.accepted) return { ...line, text: dataText(words), problem: `${text}: ${problem}` };
  return { ...line, text };
}

export interface ListingOptions {
  /** Added to the offsets that the comments show: the address of the code. */
  readonly base?: number;
  /** Comment lines before a line, for example its place in the source program. */
  readonly annotate?: (offset: number) => string | undefined;
}

const TEXT_COLUMN = 48;

/** The listing as text: it can be assembled again and gives the same words. */
export function listingText(lines: readonly ListedLine[], options: ListingOptions = {}): string {
  return lines
    .flatMap((line) => {
      const note = options.annotate?.(line.offset);
      const address = ((options.base ?? 0) + line.offset).toString(16).padStart(6, '0');
      const words = line.words.map((word) => word.toString(16).padStart(8, '0')).join(' ');
      const problem = line.problem === undefined ? '' : `  ! ${line.problem}`;
      return [
        ...(note === undefined ? [] : [`; ${note}`]),
        ...(line.label === undefined ? [] : [`${line.label}:`]),
        `  ${line.text.padEnd(TEXT_COLUMN)} // ${address}: ${words}${problem}`,
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}

// Why LLVM's disassembler and ours may print different text for the same words: every kind that there is, with its
// reason. Any other difference is a mistake of one of the two.

import type { Difference } from './random-words.js';

interface Kind {
  readonly name: string;
  /** Why ours is as it is. */
  readonly why: string;
  readonly matches: (difference: Difference) => boolean;
}

/** Fields of unused bits, as the printer adds them. */
const SPARE = / \w+:0x[\da-f]+(?!\w)/g;
/** A text without them. */
export const ownText = (text: string): string => {
  const rest = text.replaceAll(SPARE, (part) => (/^ (row_mask|bank_mask|dmask|offset|hwreg)/.test(part) ? part : ''));
  if (/^buffer_store_lds/.test(rest)) return rest.replaceAll(/ (offen|idxen|tfe)\b/g, '');
  // Instructions of the scalar cache have no address to which an offset could be added.
  if (/^s_(dcache_discard|atc)/.test(rest)) return rest.replace(' glc', '');
  return /^(s_(dcache_(inv|wb)|mem)|buffer_wb)/.test(rest)
    ? rest.replaceAll(/ (offset:\S+|glc|slc|offen|idxen|tfe|lds)/g, '')
    : rest;
};
const hasSpare = (text: string): boolean => ownText(text) !== text;

const refusedFor =
  (pattern: RegExp) =>
  ({ reason, llvm }: Difference): boolean =>
    reason !== undefined && llvm !== undefined && pattern.test(reason);

const MODIFIER = /\||-\w|neg\(|sext\(| clamp| mul:| div:|op_sel| high|neg_(lo|hi)/;
/** Without signs, magnitudes and extensions. */
const plain = (text: string): string => ownText(text).replaceAll(/[-|]|neg\(|sext\(|\)/g, '');

export const KINDS: readonly Kind[] = [
  {
    name: 'spare bits',
    why: 'LLVM drops bits that say nothing, or refuses the words; we print them as name:number, so that nothing is lost',
    matches: ({ ours, llvm }) => ours !== undefined && hasSpare(ours) && (llvm === undefined || ownText(ours) === llvm),
  },
  {
    name: 'modifiers without effect',
    why: 'LLVM has no encoding for modifiers of operands and results that are no numbers of that kind; the hardware ignores them',
    matches: ({ ours, llvm }) =>
      ours !== undefined &&
      (llvm === undefined ? MODIFIER.test(ours) : /^v_/.test(ours) && plain(ours) === plain(llvm)),
  },
  {
    name: 'registers that do not start where they must',
    why: 'odd pairs, quads that are not aligned to 4 and ranges beyond the file are refused; LLVM prints the aligned ones or an error',
    matches: refusedFor(/odd register pair|not aligned to|do not exist|is beyond v255/),
  },
  {
    name: 'more scalar operands than the constant bus carries',
    why: "they are refused, as LLVM's assembler does",
    matches: refusedFor(/reads at most one of/),
  },
  {
    name: 'controls of lanes that mean nothing',
    why: 'they are refused; LLVM prints an error in the text',
    matches: refusedFor(/^v_\w+: dpp_ctrl is/),
  },
  {
    name: 'fields of scalar offsets that are not used',
    why: 'unless they are 0 the words are refused: nothing says what they mean',
    matches: refusedFor(/^s_\w+: OFFSET has the undefined operand code/),
  },
  {
    name: 'a mask of a comparison that is not used',
    why: 'a register beside VCC is refused',
    matches: refusedFor(/^v_cmp\w+: D has the undefined operand code/),
  },
  {
    name: 'the status of texture fails',
    why: 'LLVM knows no tfe of buffers, which adds a register',
    matches: ({ ours, llvm }) => ours !== undefined && / tfe/.test(ours) && (llvm === undefined || !/ tfe/.test(llvm)),
  },
  {
    name: 'registers of images',
    why: 'how many addresses an image has depends on its descriptor: all that could be are printed',
    matches: ({ ours, llvm }) =>
      /^image_/.test(ours ?? '') && (llvm === undefined || withoutRegisters(ours!) === withoutRegisters(llvm)),
  },
  {
    name: 'operands that mean nothing',
    why: 'null is an operand of later chips, apertures are of GFX9, and parts of registers are none of both; LLVM reads them on all',
    matches: ({ reason, llvm }) =>
      /undefined operand code/.test(reason ?? '') &&
      /null|src_(shared|private|pops|vccz|execz|scc|lds)/.test(llvm ?? ''),
  },
  {
    name: 'exchanges with what is no vector register',
    why: 'LLVM reads the low bits of the operand as the number of a VGPR',
    matches: ({ reason, llvm }) => reason !== undefined && /^v_swap_b32 /.test(llvm ?? ''),
  },
  {
    name: 'constants of 16-bit operands',
    why: 'LLVM writes floating-point constants of integers in hexadecimal, which it assembles as literals, and drops the upper half of literals',
    matches: ({ ours, llvm }) =>
      ours !== undefined &&
      llvm !== undefined &&
      /[uibf]16/.test(ours) &&
      withoutConstants(plain(ours)) === withoutConstants(plain(llvm)),
  },
  {
    name: 'spare bits of constants',
    why: 'LLVM drops bits of s_waitcnt and messages that say nothing; we print the number',
    matches: ({ ours, llvm }) => /^s_(waitcnt|sendmsg(halt)?) (0x)?[\da-f]+$/.test(ours ?? '') && llvm !== undefined,
  },
  {
    name: 'direct reads of LDS in 64 bits',
    why: 'LLVM has no such operand; ours is refused where it would be executed',
    matches: ({ ours, llvm }) => llvm === undefined && /src_lds_direct/.test(ours ?? ''),
  },
  {
    name: 'bit 12 of generic offsets',
    why: 'the offset of FLAT has 12 bits, LLVM prints 13',
    matches: ({ ours, pair: [first] }) => /^flat_/.test(ours ?? '') && (first & 0x1000) !== 0,
  },
  {
    name: 'comparisons of parts of registers on gfx8',
    why: 'LLVM leaves the suffix out',
    matches: ({ ours, llvm }) =>
      llvm !== undefined && ours !== undefined && plain(ours).replace('_sdwa', '') === plain(llvm),
  },
  {
    name: 'patterns of swizzles',
    why: 'LLVM drops bits that its patterns cannot say; we print the number',
    matches: ({ ours, llvm }) => /^ds_swizzle_b32 .*offset:\d/.test(ours ?? '') && /swizzle\(/.test(llvm ?? ''),
  },
  {
    name: 'wide forms without operands',
    why: 'LLVM leaves out the suffix, and would assemble the short form',
    matches: ({ ours, llvm }) =>
      ours !== undefined &&
      /^v_(nop|clrexcp)_e64/.test(ours) &&
      (llvm === undefined || `${llvm}_e64` === ownText(ours)),
  },
  {
    name: 'accesses that load to LDS',
    why: 'LLVM refuses lds where it means nothing; ours is refused where it would be executed',
    matches: ({ ours, llvm }) => llvm === undefined && / lds$/.test(ours ?? ''),
  },
  {
    name: 'offsets without an address',
    why: 'LLVM refuses offset and gds of what has no address',
    matches: ({ ours, llvm }) => llvm === undefined && /^ds_(nop|gws|ordered|permute|bpermute)/.test(ours ?? ''),
  },
  {
    name: 'registers as offsets of scalar stores on gfx8',
    why: "anything but m0 is refused; LLVM's code generator makes no other, its assembler takes all",
    matches: refusedFor(/offset of a scalar store has to be m0/),
  },
  {
    name: 'bits with a meaning on GFX9 only',
    why: 'on gfx8 they are refused where other memory or registers would be meant; LLVM drops them',
    matches: refusedFor(/ are of GFX9$/),
  },
  {
    name: 'an opcode of Southern Islands',
    why: 'LLVM also looks for buffer_wbinvl1 where the first chips have it; these have it elsewhere',
    matches: ({ reason, llvm }) => llvm === 'buffer_wbinvl1' && reason === 'MUBUF has no instruction with opcode 113',
  },
  {
    name: 'literals that could be written shorter',
    why: 'LLVM prints the number, which it assembles as a constant of the operand; we print lit(), or the bits of a mode in hexadecimal',
    matches: ({ ours, llvm }) =>
      ours !== undefined &&
      llvm !== undefined &&
      /lit\(|^s_setreg_imm32/.test(ours) &&
      decimal(ours.replaceAll(/lit\((\w+)\)/g, '$1')) === decimal(llvm),
  },
  {
    name: 'no operation, of parts of registers or other lanes',
    why: 'what has no operands has none of these encodings; LLVM reads some of them',
    matches: ({ reason, llvm }) =>
      /^VOP1_(SDWA|DPP) has no instruction with opcode (0|53)$/.test(reason ?? '') &&
      /^v_(nop|clrexcp)/.test(llvm ?? ''),
  },
  {
    name: 'what LLVM marks as invalid',
    why: 'its text says so',
    matches: ({ llvm }) => llvm !== undefined && /\/\*/.test(llvm),
  },
];

/** Hexadecimal numbers as decimal ones. */
const decimal = (text: string): string => text.replaceAll(/\b0x[\da-f]+\b/g, (number) => String(Number(number)));
const withoutConstants = (text: string): string =>
  ownText(text).replaceAll(/(?<![\w:[])-?(0x[\da-f]+|\d+(\.\d+)?)(?!\w)/g, 'N');
const withoutRegisters = (text: string): string => ownText(text).replaceAll(/(ttmp|v|s)(\d+|\[\d+:\d+\])/g, '');

/** The kind of a difference; undefined when nothing explains it. */
export const kindOf = (difference: Difference): Kind | undefined => KINDS.find(({ matches }) => matches(difference));

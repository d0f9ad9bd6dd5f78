// Reads registers and the names inside of operands and modifiers.

import { lastOf } from '../../util/required.js';
import type { Draft } from '../assembler/draft.js';
import type { FormReader, Reader, ReadNumber } from '../assembler/reader.js';
import { forms as common } from '../common/forms.js';
import { readerFor } from '../common/reader.js';
import { parseAttribute, parseHardwareRegister, parseMessage, parseParameter } from '../common/symbols.js';
import { layoutOf } from '../layout.js';
import type { Generation } from './generation.js';
import {
  countersOf,
  hardwareRegistersOf,
  LANE_CONTROLS,
  listOf,
  messagesOf,
  parseIndexMode,
  parseLaneControl,
  SELECTS,
  UNUSED,
} from './names.js';
import { operandSyntax } from './operand-syntax.js';
import { registerNames } from './operands.js';
import { NO_REGISTER } from './slots.js';

type ModifierReader = (draft: Draft, value: string, read: ReadNumber) => string | undefined;

const choice =
  (field: string, names: readonly string[]): ModifierReader =>
  ({ fields }, value, read) => {
    const number = names.includes(value) ? names.indexOf(value) : read(value);
    if (number === undefined || number > 7) return `'${value}' is no ${field}`;
    fields[field] = number;
    return undefined;
  };

/** `[0,1]` to the low bits of a field; `last` may put the last one elsewhere. */
const bitList =
  (name: string, put: (fields: Record<string, number>, list: readonly number[]) => void): ModifierReader =>
  ({ fields }, value, read) => {
    const list = listOf(value, read);
    if (!list?.every((bit) => bit < 2) || list.length > 4) return `'${value}' is no ${name}`;
    put(fields, list);
    return undefined;
  };

const packed = (list: readonly number[]): number => list.reduce((value, bit, i) => value | (bit << i), 0);

const offsetReader =
  (low: number, high: number): ModifierReader =>
  ({ fields, def }, value, read) => {
    const number = value.startsWith('-') ? read(value.slice(1)) : read(value);
    const signed = number === undefined ? undefined : value.startsWith('-') ? -number : number;
    if (signed === undefined || signed < low || signed > high)
      return `'${value}' does not fit the offset of ${def.name} (${low}..${high})`;
    fields['offset'] = signed & (2 ** 21 - 1) & (high < 0x2000 ? 0x1fff : 0x1fffff);
    return undefined;
  };

/** Takes `sext(...)` off the sources. */
function takeExtensions({ def, fields }: Draft, texts: string[]): undefined {
  for (const [i, slot] of operandSyntax(def).entries()) {
    const inner = slot === 'vcc' ? undefined : /^sext\((.*)\)$/.exec(texts[i] ?? '')?.[1];
    if (inner === undefined || slot === 'vcc') continue;
    fields[`src${slot.name.slice(1)}_sext`] = 1;
    texts[i] = inner;
  }
}

const WHOLE = SELECTS.indexOf('DWORD');

const parts: FormReader = {
  initial: () => ({
    dst_sel: WHOLE,
    dst_unused: UNUSED.indexOf('UNUSED_PRESERVE'),
    src0_sel: WHOLE,
    src1_sel: WHOLE,
  }),
  modifiers: {
    dst_sel: choice('dst_sel', SELECTS),
    dst_unused: choice('dst_unused', UNUSED),
    src0_sel: choice('src0_sel', SELECTS),
    src1_sel: choice('src1_sel', SELECTS),
  },
  takeFields: takeExtensions,
};

const lanes: FormReader = {
  initial: () => ({ dpp_ctrl: 0xe4, row_mask: 15, bank_mask: 15 }),
  modifiers: {
    ...Object.fromEntries(
      LANE_CONTROLS.map((name): [string, ModifierReader] => [
        name,
        ({ fields }, value, read) => {
          const control = parseLaneControl(name, value, read);
          if (control === undefined) return `'${name}:${value}' is no control of lanes`;
          fields['dpp_ctrl'] = control;
          return undefined;
        },
      ]),
    ),
    // Whatever is written, it sets the bit: so LLVM reads it.
    bound_ctrl: ({ fields }) => {
      fields['bound_ctrl'] = 1;
      return undefined;
    },
  },
};

/** Bits of sources that an instruction does not have. */
const unusedBits =
  (name: string): ModifierReader =>
  ({ def, fields }, value, read) => {
    const count = layoutOf(def).slots.filter((slot) => /^S\d$/.test(slot.name)).length;
    const bits = (read(value) ?? 0) << count;
    const mask = (1 << count) - 1;
    if (name === 'op_sel_hi') {
      const all = ((fields['op_sel_hi'] ?? 0) & mask) | bits;
      fields['op_sel_hi'] = all & 3;
      fields['op_sel_hi2'] = (all >> 2) & 1;
    } else fields[name] = ((fields[name] ?? 0) & mask) | bits;
    return undefined;
  };

const packedForm: FormReader = {
  initial: ({ traits }): Record<string, number> => (traits.mixed ? {} : { op_sel_hi: 3, op_sel_hi2: 1 }),
  modifiers: {
    op_sel: bitList('op_sel', (fields, list) => {
      fields['op_sel'] = packed(list);
    }),
    op_sel_hi: bitList('op_sel_hi', (fields, list) => {
      fields['op_sel_hi'] = packed(list.slice(0, 2));
      const [, , third] = list;
      if (third !== undefined) fields['op_sel_hi2'] = third;
    }),
    neg_lo: bitList('neg_lo', (fields, list) => {
      fields['neg_lo'] = packed(list);
    }),
    neg_hi: bitList('neg_hi', (fields, list) => {
      fields['neg_hi'] = packed(list);
    }),
    ...Object.fromEntries(
      ['op_sel', 'op_sel_hi', 'neg_lo', 'neg_hi'].map((name) => [`${name}_unused`, unusedBits(name)]),
    ),
  },
};

const wideForm: FormReader = {
  ...common['VOP3'],
  modifiers: {
    // The last one belongs to the result.
    op_sel: bitList('op_sel', (fields, list) => {
      fields['op_sel'] = packed(list.slice(0, -1)) | (lastOf(list, 'bit') << 3);
    }),
    op_sel_unused: ({ fields }, value, read) => {
      fields['op_sel'] = (fields['op_sel'] ?? 0) | (read(value) ?? 0);
      return undefined;
    },
  },
  takeFields: ({ def, fields }, texts) => {
    if (!def.traits.attribute) return undefined;
    const attribute = parseAttribute(texts[2] ?? '');
    if (!attribute) return `the third operand of ${def.name} is an attribute, as in attr0.x`;
    Object.assign(fields, attribute);
    texts.splice(2, 1);
    if (layoutOf(def).slots.some(({ name }) => name === 'S1')) return undefined;
    const parameter = parseParameter(texts.pop() ?? '', 9);
    if (parameter === undefined) return `${def.name} moves p10, p20 or p0`;
    fields['src1'] = parameter;
    return undefined;
  },
};

const takeNumber =
  (field: string, first: boolean, accepts: (name: string) => boolean, parse: (text: string) => number | undefined) =>
  ({ def, fields }: Draft, texts: string[]): string | undefined => {
    if (!accepts(def.name)) return undefined;
    const text = (first ? texts.shift() : texts.pop()) ?? '';
    const number = parse(text) ?? (/^(0x[\da-f]+|\d+)$/i.test(text) ? Number(text) : undefined);
    if (number === undefined) return `'${text}' is no constant of ${def.name}`;
    fields[field] = number;
    return undefined;
  };

const signedSegment: FormReader = {
  modifiers: { offset: offsetReader(-0x1000, 0xfff) },
  // The number of address registers depends on the base, which is the last operand.
  takeFields: ({ fields }, texts) => {
    fields['saddr'] = texts.at(-1) === 'off' ? NO_REGISTER : 0;
    return undefined;
  },
};

const forms: Reader['forms'] = {
  ...common,
  VOP3: wideForm,
  VOP3P: packedForm,
  VOP1_SDWA: parts,
  VOP2_SDWA: parts,
  VOPC_SDWA: parts,
  VOP1_DPP: lanes,
  VOP2_DPP: lanes,
  GLOBAL: signedSegment,
  SCRATCH: signedSegment,
  SOPC: { takeFields: takeNumber('ssrc1', false, (name) => name === 's_set_gpr_idx_on', parseIndexMode) },
  SMEM: {
    takeFields: takeNumber(
      'sdata',
      true,
      (name) => name.startsWith('s_atc_probe'),
      () => undefined,
    ),
    modifiers: {
      offset: (draft, value, read) => {
        // Without an address these bits of the instruction have no meaning.
        if (!layoutOf(draft.def).slots.some(({ name }) => name === 'OFFSET'))
          return offsetReader(-0x100000, 0x1fffff)(draft, value, read);
        draft.fields['soffset_en'] = 1;
        return offsetReader(-0x100000, 0xfffff)(draft, value, read);
      },
    },
  },
};

/** Registers that do not reach beyond their bank. */
function wholeRegisters(generation: Generation, parse: Reader['parseRegister']): Reader['parseRegister'] {
  const { sgprCount, trap } = registerNames(generation);
  const ends = [sgprCount, trap.first + trap.count];
  return (text, number) => {
    const register = parse(text, number);
    if (register?.bank !== 'scalar') return register;
    const { index, count } = register;
    return ends.some((end) => index < end && index + count > end) ? undefined : register;
  };
}

/** The reader of the names of a generation. */
export const namesReader = (generation: Generation): Reader => {
  const [registers, messages] = [hardwareRegistersOf(generation), messagesOf(generation)];
  const base = readerFor(registerNames(generation), countersOf(generation));
  return {
    ...base,
    forms,
    parseRegister: wholeRegisters(generation, base.parseRegister),
    parseHardwareRegister: (text, read) => parseHardwareRegister(text, read, registers),
    parseMessage: (text, read) => parseIndexMode(text) ?? parseMessage(text, read, messages),
  };
};

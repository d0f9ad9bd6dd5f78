// MTBUF: typed buffer access with the format in the instruction. "Southern Islands Series ISA", chapter "Vector Memory
// Buffer Instructions".

import type { DefinitionRow, Family, InstructionRow } from '../../define.js';
import { IDENTITY_SELECTS, packSelects } from '../../descriptors/selects.js';
import { bool, field, flag, u32 } from '../../language/expr.js';
import { type ElementFormat, formatLoad, formatStore } from '../addressing/format.js';
import { mtbuf } from '../family.js';

type Slots = 'VDATA' | 'VADDR' | 'SRSRC' | 'SOFFSET';

export const INSTRUCTION_FORMAT: ElementFormat = {
  dataFormat: field('dfmt'),
  numFormat: field('nfmt'),
  selects: u32(packSelects(IDENTITY_SELECTS)),
};

const COMPONENTS = ['x', 'xy', 'xyz', 'xyzw'] as const;

const rows: Readonly<Record<string, DefinitionRow<Slots>>> = Object.fromEntries(
  COMPONENTS.flatMap((components, i): [string, DefinitionRow<Slots>][] => {
    const count = i + 1;
    const options = { dwords: { VDATA: count, VADDR: 1, SRSRC: 4 } };
    return [
      [
        `tbuffer_load_format_${components}`,
        [
          i,
          `VDATA = components ${components} of an element in the instruction's format`,
          (operands) => [
            formatLoad(operands, INSTRUCTION_FORMAT, count, bool(false)),
            operands.VDATA.at(count).set(u32(0), flag('tfe')),
          ],
          options,
        ],
      ],
      [
        `tbuffer_store_format_${components}`,
        [
          4 + i,
          `Element in the instruction's format = components ${components} of VDATA`,
          (operands) => [formatStore(operands, INSTRUCTION_FORMAT, count)],
          options,
        ],
      ],
    ];
  }),
);

/** The rows with the operands of a family. */
export const mtbufRows = (family: Family<Slots>): readonly InstructionRow[] => family(rows);

export const MTBUF = mtbufRows(mtbuf);

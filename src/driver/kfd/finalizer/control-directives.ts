// hsa_ext_control_directives_t in memory of the program. A directive is enabled by its bit, or by a value other than 0.

import { AtollError } from '../../../util/errors.js';

/** Numbers of control directives of HSAIL by their names. */
export type ControlDirectives = ReadonlyMap<string, readonly bigint[]>;

interface Field {
  readonly offset: number;
  readonly size: 1 | 2 | 4 | 8;
  readonly count: number;
}

/** The bit is the directive's value in BRIG (BrigControlDirective). */
const FIELDS: readonly (readonly [name: string, bit: bigint, field?: Field])[] = [
  ['enabledetectexceptions', 2n, { offset: 10, size: 2, count: 1 }],
  ['maxdynamicgroupsize', 3n, { offset: 12, size: 4, count: 1 }],
  ['maxflatgridsize', 4n, { offset: 16, size: 8, count: 1 }],
  ['maxflatworkgroupsize', 5n, { offset: 24, size: 4, count: 1 }],
  ['requireddim', 6n, { offset: 68, size: 1, count: 1 }],
  ['requiredgridsize', 7n, { offset: 32, size: 8, count: 3 }],
  ['requiredworkgroupsize', 8n, { offset: 56, size: 4, count: 3 }],
  ['requirenopartialworkgroups', 9n],
];
const BREAK_AT = 8;

function numbersOf(view: DataView, { offset, size, count }: Field): readonly bigint[] {
  return Array.from({ length: count }, (_, index) => {
    const at = offset + index * size;
    if (size === 8) return view.getBigUint64(at, true);
    if (size === 4) return BigInt(view.getUint32(at, true));
    return BigInt(size === 2 ? view.getUint16(at, true) : view.getUint8(at));
  });
}

/** @throws AtollError UNSUPPORTED for the policy BREAK */
export function readControlDirectives(view: DataView): ControlDirectives {
  const mask = view.getBigUint64(0, true);
  if (view.getUint16(BREAK_AT, true) !== 0)
    throw new AtollError('UNSUPPORTED', 'exceptions with the policy BREAK are not supported', 'Use the policy DETECT.');
  const directives = new Map<string, readonly bigint[]>();
  for (const [name, bit, field] of FIELDS) {
    const numbers = field ? numbersOf(view, field) : [];
    if (((mask >> bit) & 1n) === 1n || numbers.some((number) => number !== 0n)) directives.set(name, numbers);
  }
  return directives;
}

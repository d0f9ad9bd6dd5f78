// One kernel for each kind of mistake, memory and access that there can be, in which a single work-item is wrong: the
// argument `at` selects it, none when it is -1. All other work-items do the same on their own memory.

import type { FindingKind } from '../../../src/check/finding.js';
import type { PlantedCase } from './case.js';

/** Two work-groups, each of a whole wavefront and of one with 6 work-items. */
const GLOBAL = 140;
export const LOCAL = 70;
const BYTES = 4 * GLOBAL;

/** Id of the faulty work-item, by the name of the place. */
export const PLACES = { 'first work-item': 0, 'last partial wavefront': 69, 'another work-group': 75 } as const;

export type Access = 'load' | 'store' | 'atomic' | '-';

export interface Cell {
  readonly kind: FindingKind;
  /** The object of the mistake; for kinds that do not concern memory, its cause. */
  readonly memory: string;
  readonly access: Access;
  readonly name: string;
  /** Lines for runner.cpp, before `int at`; AT stands for the work-item. */
  readonly arguments: string;
  readonly parameters: string;
  readonly body: string;
  /** A second expected finding, which the compiler causes. */
  readonly also?: readonly FindingKind[];
}

type Row = readonly [memory: string, access: Access, args: string, parameters: string, body: string];

const FENCE = 'barrier(CLK_LOCAL_MEM_FENCE);';
const [BUFFER, OUT] = ['global int* m', 'global int* q'];

/** Memory as kernels see it whole, its argument and parameter or its declaration, and the element of a work-item. */
interface Memory {
  readonly name: string;
  readonly argument?: string;
  readonly parameter?: string;
  readonly declared?: string;
  readonly own: 'i' | 'l';
  /** The first element behind its end. */
  readonly end: number;
}

const part = (inside: number): string => `part 4096 1024 ${inside}`;
const GLOBALS: readonly Memory[] = [
  { name: 'buffer', argument: `zero ${BYTES}`, parameter: BUFFER, own: 'i', end: GLOBAL },
  { name: 'sub-buffer', argument: part(BYTES), parameter: BUFFER, own: 'i', end: GLOBAL },
];
const LOCALS: readonly Memory[] = [
  { name: 'local memory, argument', argument: `local ${4 * LOCAL}`, parameter: 'local int* m', own: 'l', end: LOCAL },
  // Arrays that a kernel declares itself end at a multiple of 256 bytes.
  { name: 'local memory, array', declared: 'local int m[128];', own: 'l', end: 128 },
];

const cells = (kind: FindingKind, rows: readonly Row[]): Cell[] =>
  rows.map(([memory, access, args, parameters, body]) => {
    const name = `${kind} ${memory} ${access}`.replace(/[^a-z0-9]+/gi, '_').replace(/_$/, '');
    return { kind, memory, access, name, arguments: args, parameters, body };
  });

/** Rows of memory that begins as zeros. @param of body by access, from the memory's own element */
const rows = (
  memories: readonly Memory[],
  of: (memory: Memory) => Partial<Record<Exclude<Access, '-'>, string>>,
): Row[] =>
  memories.flatMap((memory) => {
    const { name, argument, parameter, declared = '', own } = memory;
    // Local memory begins with nothing in it.
    const zeroed = own === 'l' ? `m[l] = 0; ${FENCE}` : '';
    const [args, parameters] = [argument, parameter].map((each, n) =>
      [each, n === 0 ? `zero ${BYTES}` : OUT].filter((text) => text !== undefined).join(', '),
    ) as [string, string];
    return Object.entries(of(memory)).map(
      ([access, body]): Row => [name, access as Access, args, parameters, `${declared} ${zeroed} ${body}`],
    );
  });

const TEXEL = (x: string, value = 'i'): string => `write_imageui(m, ${x}, (uint4)(${value}));`;
const IMAGES: readonly (readonly [name: string, type: string, argument: string, beyond: string, own: string])[] = [
  ['image, 1D', 'image1d_t', 'line 140', 'i + (i == at ? 140 - at : 0)', ''],
  ['image, 2D', 'image2d_t', 'image 140 2', '(int2)(i, i == at ? 2 : 1)', ''],
  ['image, 3D', 'image3d_t', 'volume 140 2 2', '(int4)(i, 1, i == at ? -1 : 1, 0)', ''],
  ['image, array of 1D', 'image1d_array_t', 'lines 140 2', '(int2)(i, i == at ? 2 : 1)', ''],
  ['image, array of 2D', 'image2d_array_t', 'layers 140 1 2', '(int4)(i, 0, i == at ? 2 : 1, 0)', ''],
  ['image of a buffer', 'image1d_buffer_t', 'texels 140', 'i == at ? 140 : i', ''],
];

const BOUNDS = cells('out-of-bounds', [
  ...rows([...GLOBALS, ...LOCALS], ({ own, end }) => {
    const x = `i == at ? ${end} + q[i] : ${own}`;
    return {
      load: `q[i] = m[${x}];`,
      store: `m[${x}] = 1; ${FENCE} q[i] = m[${own}];`,
      atomic: `atomic_inc(m + (${x}));`,
    };
  }),
  ...IMAGES.flatMap(([name, type, argument, place]): Row[] => [
    [name, 'load', `${argument}, zero ${BYTES}`, `read_only ${type} m, ${OUT}`, `q[i] = read_imageui(m, ${place}).x;`],
    [name, 'store', argument, `write_only ${type} m`, TEXEL(place)],
  ]),
  [
    'private memory',
    'load',
    `zero ${BYTES}, int 70000`,
    `${OUT}, int n`,
    'int a[200]; for (int k = 0; k < 200; k++) a[k] = i + k; q[i] = a[(i == at ? n : 7) + q[i]];',
  ],
  [
    'private memory',
    'store',
    `zero ${BYTES}, int 70000`,
    `${OUT}, int n`,
    'int a[200]; for (int k = 0; k < 200; k++) a[k] = i + k; a[(i == at ? n : 7) + q[i]] = 5; q[i] = a[q[i] + 3];',
  ],
  [
    'constant buffer',
    'load',
    `zero ${BYTES}, zero ${BYTES}`,
    `constant int* m, ${OUT}`,
    'q[i] = m[i == at ? 140 : i];',
  ],
]);

const RELEASED = (access: Access, name: string, argument: string, body: string, from = 'global'): Row => [
  name,
  access,
  `${argument}, zero ${BYTES}`,
  `global ulong* h, ${OUT}`,
  `${from} int* m = (${from} int*)(i == at ? h[0] : (ulong)q); ${body}`,
];
const FREED = cells('use-after-free', [
  ...[
    ['buffer', `stale ${BYTES}`],
    ['sub-buffer', `stalepart 4096 1024 ${BYTES}`],
  ].flatMap(([name, argument]): Row[] => [
    RELEASED('load', name!, argument!, 'q[i] = m[i] + 1;'),
    RELEASED('store', name!, argument!, 'm[i] = i;'),
    RELEASED('atomic', name!, argument!, 'atomic_inc(m + i);'),
  ]),
  RELEASED('load', 'constant buffer', `stale ${BYTES}`, 'q[i] = m[i] + 1;', 'constant'),
]);

const FORBIDDEN = cells('forbidden-access', [
  ...[
    ['buffer', '', ''],
    ['sub-buffer', 'part', '4096 1024 '],
  ].flatMap(([name, word, sizes]): Row[] => {
    const arg = (flag: string): string => `${flag}${word} ${sizes}${BYTES}, zero ${BYTES}`;
    return [
      [name!, 'load', arg('writeonly'), `${BUFFER}, ${OUT}`, 'q[i] = i == at ? m[i] : 1;'],
      [name!, 'store', arg('readonly'), `${BUFFER}, ${OUT}`, 'if (i == at) m[i] = 1; q[i] = i;'],
      [name!, 'atomic', arg('readonly'), `${BUFFER}, ${OUT}`, 'if (i == at) atomic_inc(m + i); q[i] = i;'],
    ];
  }),
]);

const UNWRITTEN = cells('uninitialised', [
  ...(
    [
      ...GLOBALS.map((each) => ({
        ...each,
        argument: each.name === 'buffer' ? `never ${BYTES}` : `neverpart 4096 1024 ${BYTES}`,
      })),
      ...LOCALS,
    ] as const
  ).flatMap(({ name, argument, parameter, declared = '', own }): Row[] => {
    const [args, parameters] = argument
      ? [`${argument}, zero ${BYTES}`, `${parameter}, ${OUT}`]
      : [`zero ${BYTES}`, OUT];
    const begin = `${declared} if (i != at) m[${own}] = i; ${FENCE}`;
    return [
      [name, 'load', args, parameters, `${begin} q[i] = m[${own}] + 1;`],
      [name, 'atomic', args, parameters, `${begin} atomic_inc(m + ${own});`],
    ];
  }),
  [
    'image, 2D',
    'load',
    `hole 140 AT, zero ${BYTES}`,
    `read_only image2d_t m, ${OUT}`,
    'q[i] = read_imageui(m, (int2)(i, 0)).x;',
  ],
  ['constant buffer', 'load', `gap ${GLOBAL} AT, zero ${BYTES}`, `constant int* m, ${OUT}`, 'q[i] = m[i] + 1;'],
  [
    'private memory',
    'load',
    `zero ${BYTES}, int 200`,
    `${OUT}, int n`,
    'int a[200]; for (int k = 0; k < n; k++) if (k != (i == at ? 7 : 300)) a[k] = i + k; q[i] = a[7 + q[i]];',
  ],
]);

/** Of elements that another wavefront of the work-group, or another work-group, has. */
const OTHER = { i: '(i + 70) % 140', l: '(l < 64 ? 69 : 3)' } as const;

const RACING = cells('race', [
  ...rows([...GLOBALS, ...LOCALS], ({ own }) => ({
    load: `m[${own}] = i + 1; q[i] = m[i == at ? ${OTHER[own]} : ${own}];`,
    store: `m[${own}] = i + 1; if (i == at) m[${OTHER[own]}] = 1000; ${FENCE} q[i] = m[${own}];`,
  })),
  [
    'image, 2D',
    'store',
    'image 140 1',
    'write_only image2d_t m',
    `${TEXEL('(int2)(i, 0)', 'i + 1')} if (i == at) ${TEXEL('(int2)((i + 70) % 140, 0)', '1000')}`,
  ],
  [
    'image, 2D',
    'load',
    `image 140 1, same 0, zero ${BYTES}`,
    `read_only image2d_t m, write_only image2d_t o, ${OUT}`,
    'write_imageui(o, (int2)(i, 0), (uint4)(i + 1)); if (i == at) q[i] = read_imageui(m, (int2)((i + 70) % 140, 0)).x;',
  ],
  [
    'constant buffer',
    'load',
    `zero ${BYTES}, same 0, zero ${BYTES}`,
    `${BUFFER}, constant int* c, ${OUT}`,
    'm[i] = i + 1; if (i == at) q[i] = c[(i + 70) % 140];',
  ],
]);

const MIXED = cells(
  'mixed-atomic',
  rows([...GLOBALS, ...LOCALS], () => ({
    // With a second load the compiler does not make one of all work-items of them.
    load: 'atomic_add(m, 2); if (i == at) q[i] = m[0] + m[q[i]];',
    store: 'atomic_add(m, 2); if (i == at) m[0] = 1001;',
  })),
);

/** Twice as much and a bit more: an atomic across the end would be out of bounds as well. */
const roomier = (argument = ''): string => argument.replace(/\d+$/, (bytes) => `${2 * Number(bytes) + 64}`);
const UNALIGNED = cells(
  'unaligned-atomic',
  [...GLOBALS, ...LOCALS].flatMap((memory): Row[] => {
    const { name, own, argument } = memory;
    const space = own === 'l' ? 'local' : 'global';
    const room = argument ? { argument: roomier(argument) } : { declared: 'local int m[192];' };
    const off = (type: string): string =>
      `(volatile ${space} ${type}*)((${space} char*)((${space} ${type}*)m + ${own}) + (i == at ? 2 : 0) + q[i])`;
    const zeroed = own === 'l' ? `m[l + 70] = 0; if (l < 16) m[l + 140] = 0; ${FENCE}` : '';
    return [
      ...rows([{ ...memory, ...room }], () => ({ atomic: `atomic_inc(${off('int')});` })),
      ...rows([{ ...memory, ...room, name: `${name}, 8 bytes` }], () => ({
        atomic: `${zeroed} atom_add(${off('ulong')}, 1ul);`,
      })),
    ];
  }),
);

const barrier = (way: string, body: string): Row => [way, '-', `zero ${BYTES}`, OUT, body];
const BARRIERS = cells('divergent-barrier', [
  barrier('passed by', `q[i] = i; if (i != at) ${FENCE} q[i] = i + 1;`),
  barrier('returned before', `q[i] = i; if (i == at) return; ${FENCE} q[i] = i + 1;`),
  barrier('another one', `if (i == at) { q[i] = 1; ${FENCE} q[i] = 3; } else { q[i] = 2; ${FENCE} q[i] = 4; }`),
  barrier('once more in a loop', `for (int k = 0; k < (i == at ? 3 : 2); k++) { q[i] += k; ${FENCE} }`),
  barrier('of global memory', 'q[i] = i; if (i != at) barrier(CLK_GLOBAL_MEM_FENCE); q[i] = i + 1;'),
]);

const number = (what: string, type: string, body: string): Row => [
  what,
  '-',
  `zero ${2 * BYTES}`,
  `global ${type}* q`,
  `${type} x = q[i]; ${body}`,
];
const NUMBERS = [
  ...cells('nan', [
    number('root of -1', 'float', 'q[i] = native_sqrt(x + (i == at ? -1.0f : 1.0f));'),
    number('infinity - infinity', 'float', 'float y = x + (i == at ? INFINITY : 1.0f); q[i] = y - (y + x);'),
    number('0 * infinity', 'float', 'q[i] = x * (i == at ? INFINITY : 2.0f);'),
    number('0 / 0', 'float', 'q[i] = x / (i == at ? x : 1.0f);'),
    number('double, infinity - infinity', 'double', 'double y = x + (i == at ? INFINITY : 1.0); q[i] = y - (y + x);'),
    number('double, 0 * infinity', 'double', 'q[i] = x * (i == at ? INFINITY : 2.0);'),
  ]),
  ...cells('division-by-zero', [
    number('int', 'int', 'q[i] = (i + 100) / (x + (i == at ? 0 : 3));'),
    number('uint', 'uint', 'q[i] = (i + 100u) / (x + (i == at ? 0 : 3));'),
    number('int, remainder', 'int', 'q[i] = (i + 100) % (x + (i == at ? 0 : 3));'),
    number('long', 'long', 'q[i] = (i + 100l) / (x + (i == at ? 0 : 3));'),
    number('ulong, remainder', 'ulong', 'q[i] = (i + 100ul) % (x + (i == at ? 0 : 3));'),
  ]),
];

const SHORTS = cells('division-by-zero', [
  number('short', 'short', 'q[i] = (short)(i + 100) / (short)(x + (i == at ? 0 : 3));'),
]).map((cell): Cell => ({ ...cell, also: ['nan'] }));

export const MATRIX: readonly Cell[] = [
  ...BOUNDS,
  ...FREED,
  ...FORBIDDEN,
  ...UNWRITTEN,
  ...RACING,
  ...MIXED,
  ...UNALIGNED,
  ...BARRIERS,
  ...NUMBERS,
  ...SHORTS,
];

/** The kernels, with a wrong work-item. @param at its global id; -1: all are right */
export const withWrong = (at: number): readonly PlantedCase[] =>
  MATRIX.map(({ kind, memory, access, name, arguments: args, parameters, body }) => ({
    kind,
    name,
    where: `${memory}, ${access}`,
    global: GLOBAL,
    local: LOCAL,
    arguments: [...args.replaceAll('AT', `${at}`).split(', '), `int ${at}`],
    code: `(${parameters}, int at) { int i = get_global_id(0), l = get_local_id(0); ${body} }`,
  }));

// The figures of the paper, as columns of both forms with what is published beside them.

import type { FormNumbers, StudyRow } from './measure.js';

type Numbers = FormNumbers['values'];

export interface StudyFigure {
  readonly heading: string;
  /** Published of all programs. */
  readonly published: string;
  /** Of single programs, by name. */
  readonly singles?: Readonly<Record<string, string>>;
  /** Of those that are not named, where it is known. */
  readonly others?: string;
  readonly columns: readonly FigureColumn[];
  /** Why the numbers differ, or what there is none of. */
  readonly reasons: readonly string[];
}

interface FigureColumn {
  readonly title: string;
  readonly value: (values: Numbers) => number | null;
  readonly digits: number;
  /** Without a ratio of the forms. */
  readonly alone?: true;
}

const named = (name: string) => (values: Numbers) => values[name] ?? null;
const share = (part: string, whole: string) => (values: Numbers) =>
  values[whole] ? (100 * (values[part] ?? 0)) / values[whole]! : null;
const quotient = (part: string, whole: string) => (values: Numbers) =>
  values[whole] ? (values[part] ?? 0) / values[whole]! : null;
const perCent = (name: string) => (values: Numbers) => (values[name] == null ? null : 100 * values[name]!);

const CLASSES = ['valu', 'salu', 'smem', 'vmem', 'lds', 'branch', 'waitcnt', 'other'] as const;

export const FIGURES: readonly StudyFigure[] = [
  {
    heading: 'Figure 5: dynamic instructions',
    published: 'machine code has 1.5 to 3 times as many, about 2 times on average; FFT about as many',
    singles: { FFT: 'about 1' },
    others: '1.5 to 3',
    columns: [
      { title: 'instructions', value: named('instructions'), digits: 0 },
      ...CLASSES.map((name) => ({
        title: `${name} %`,
        value: share(`instructions.${name}`, 'instructions'),
        digits: 0,
        alone: true as const,
      })),
    ],
    reasons: [
      'Waits, scalar instructions and sums of addresses in halves have no counterpart in HSAIL, as in the paper.',
      'The finalizer uses LLVM’s code generation; the paper’s was AMD’s, which is not here. Programs of one loop with few sums of addresses (Array BW, FFT, LULESH) are nearest to 1.',
    ],
  },
  {
    heading: 'Figure 6: conflicts of register banks',
    published: 'machine code has about one third',
    singles: {},
    others: 'about 0.33',
    columns: [
      { title: 'conflicts per 100 instructions', value: share('vgprBankConflicts', 'instructions'), digits: 1 },
    ],
    reasons: [
      'Banks are the lowest two bits of a register’s number in both forms, which the paper does not say; HSAIL’s truths are vector registers here,',
      'which they were not in its simulator.',
    ],
  },
  {
    heading: 'Figure 7: median reuse distance of registers',
    published: 'machine code has nearly twice the distance; FFT the same',
    singles: { FFT: '1' },
    others: 'nearly 2',
    columns: [{ title: 'instructions', value: named('vgprReuseDistance'), digits: 0 }],
    reasons: [
      'Distances are those of a sample of work-groups; reads and writes are both uses here. Divisions (CoMD, MD, SNAP) are one instruction of HSAIL, and in',
      'machine code sequences on few registers, whose distances are short.',
    ],
  },
  {
    heading: 'Figure 8: footprint of the code',
    published: 'machine code has 2.4 times as many bytes on average; LULESH 40 KB against 16 KB',
    singles: { LULESH: '2.5' },
    others: 'mean 2.4',
    columns: [{ title: 'bytes', value: named('codeBytes'), digits: 0 }],
    reasons: [
      'Instructions of HSAIL have 8 bytes, as in the paper; literals beyond those of an operand are instructions of their own here.',
      'The programs are smaller than the paper’s, LULESH above all: one kernel of its many.',
    ],
  },
  {
    heading: 'Figure 9: flushes of instruction buffers',
    published: 'machine code has less than half; none in Bitonic Sort and HPGMG',
    singles: { 'Bitonic Sort': 'none', HPGMG: 'none' },
    others: 'below 0.5',
    columns: [{ title: 'flushes', value: named('bufferFlushes'), digits: 0 }],
    reasons: [
      'HSAIL jumps where lanes part and where they meet again; machine code predicates short sides. HPGMG has flushes in both forms here: its borders are branches,',
      'and its coarse grid is summed in a loop. Programs whose only branch is a loop (Array BW, MD, SpMV, XSBench) jump as often in both forms.',
    ],
  },
  {
    heading: 'Figure 10: distinct values of lanes',
    published: 'Array BW 12 % of HSAIL, 30 % of machine code; LULESH 65 % and 25 %',
    singles: { 'Array BW': '2.5', LULESH: '0.4' },
    columns: [
      { title: 'read %', value: perCent('vgprReadUniqueness'), digits: 1 },
      { title: 'written %', value: perCent('vgprWriteUniqueness'), digits: 1 },
    ],
    reasons: [
      'Both are of a sample of work-groups. Values that are equal in all lanes are in scalar registers of machine code, which is visible in Array BW.',
      'How distinct data are depends on inputs, which are random here, in LULESH above all.',
    ],
  },
  {
    heading: 'Figure 11: instructions a cycle',
    published: 'machine code has more, except FFT and LULESH',
    singles: { FFT: 'below 1', LULESH: 'below 1' },
    others: 'above 1',
    columns: [{ title: 'instructions a cycle', value: quotient('instructions', 'time.cycles'), digits: 3 }],
    reasons: [
      'Instructions are those of figure 5: each ratio is that of figure 5 divided by that of figure 12. The time of both forms is that of',
      '`benchmarks/abstraction/apu-2018.json`, the machine of the paper’s table 4, with a scoreboard for HSAIL ([timing](timing.md#simulated-hardware)).',
      'FFT and LULESH are above 1, too: the code of LULESH exceeded the instruction cache in the paper, and here is one kernel; FFT differs little in either.',
    ],
  },
  {
    heading: 'Figure 12: time',
    published: 'Array BW is 1.6 times slower as HSAIL, LULESH 1.85 times faster',
    singles: { 'Array BW': '0.63', LULESH: '1.85' },
    columns: [
      { title: 'cycles', value: named('time.cycles'), digits: 0 },
      { title: 'accesses %', value: perCent('time.accesses'), digits: 0, alone: true },
      { title: 'fetch %', value: perCent('time.fetch'), digits: 0, alone: true },
      { title: 'units %', value: perCent('time.units'), digits: 0, alone: true },
    ],
    reasons: [
      'All launches one after the other, each with cold caches. Shares are those of the cycles of wavefronts: waits for accesses, for fetches, and the rest.',
      'Small problems make the differences smaller: there are few wavefronts, and fetches from cold caches take more than half of the time of Bitonic Sort and FFT.',
      'Array BW and XSBench take longer as HSAIL, as Array BW does in the paper: arguments are loads of lanes and not of the scalar cache, and loads stand',
      'where they are used, while machine code has them as early as possible. HSAIL is faster where machine code has many more instructions: Bitonic Sort,',
      'and divisions, which are one instruction of HSAIL (CoMD, LULESH, MD, SNAP). LULESH has the paper’s direction, not its size, for the reason above.',
    ],
  },
  {
    heading: 'Table 6: use of the SIMDs and of memory',
    published: 'in the last columns: machine code, HSAIL',
    columns: [
      { title: 'utilisation %', value: perCent('simdUtilisation'), digits: 0, alone: true },
      { title: 'data KiB', value: (values) => (values['dataLines'] ?? 0) / 16, digits: 0, alone: true },
    ],
    reasons: [
      'Footprints are those of our sizes, in lines of 64 bytes, and arguments belong to them; the paper counts bytes of larger problems. Neither form has private',
      'memory here. Utilisation depends on data: how full cells of CoMD are and how near neighbours of MD, how often SNAP repairs fluxes; borders of HPGMG are branches here.',
    ],
  },
];

/** Both forms of a column, and their ratio. */
export function cellsOf({ value, digits, alone }: FigureColumn, { hsail, gcn3 }: StudyRow): string[] {
  const [first, second] = [value(hsail.values), value(gcn3.values)];
  const text = (one: number | null): string =>
    one === null ? '-' : one.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const ratio = first && second !== null ? (second / first).toFixed(2) : '-';
  return [text(first), text(second), ...(alone ? [] : [ratio])];
}

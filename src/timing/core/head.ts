// The first words of the core's memory: every parameter of the chip by its name, and what the launch adds to them.

import { isaIfKnown } from '../../isa/isas.js';
import { LINE_BYTES, PARAMETERS, type Parameters } from '../config/parameters.js';
import type { TimingRecord } from '../records/format.js';

type Groups = typeof PARAMETERS;
type ParameterName = { [G in keyof Groups & string]: `${G}_${keyof Groups[G] & string}` }[keyof Groups & string];

/** Values that derive from parameters and launch. */
const DERIVED = [
  'vgprsOfWave',
  'sgprsOfWave',
  'ldsOfGroup',
  'codeWords',
  'groups',
  'linesTogether',
  'rowLines',
  'readParts',
  'writeParts',
  'threads',
  'recordWords',
  'scoreboard',
  'auxiliary',
] as const;
type Name = ParameterName | (typeof DERIVED)[number];

const names: readonly string[] = [
  ...Object.entries(PARAMETERS).flatMap(([group, keys]) => Object.keys(keys).map((key) => `${group}_${key}`)),
  ...DERIVED,
];
/** The word of each. */
export const P = Object.fromEntries(names.map((name, n) => [name, n])) as Readonly<Record<Name, number>>;
export const HEAD_WORDS = 2 * Math.ceil(names.length / 2);

/** DRAM is busy for parts of cycles. */
export const PARTS = 1024;
/** Larger values count as infinite. */
const MAX_VALUE = 2 ** 30;

const granules = (count: number, granule: number): number => Math.max(1, Math.ceil(count / granule)) * granule;

function derived(
  { computeUnit, gpu, l2, dram }: Parameters,
  launch: TimingRecord,
  threads: number,
  recordWords: number,
): Record<(typeof DERIVED)[number], number> {
  const isa = isaIfKnown(launch.isa);
  const readParts = Math.max(
    1,
    Math.round((LINE_BYTES * PARTS * gpu.clockMHz * l2.channels) / dram.megabytesPerSecond),
  );
  return {
    vgprsOfWave: granules(launch.vgprs, computeUnit.vgprGranule),
    sgprsOfWave: granules(launch.sgprs, computeUnit.sgprGranule),
    ldsOfGroup: launch.ldsBytes === 0 ? 0 : granules(launch.ldsBytes, computeUnit.ldsGranuleBytes),
    codeWords: launch.code.length,
    groups: launch.groups,
    linesTogether: Math.max(1, l2.interleaveBytes / LINE_BYTES),
    rowLines: Math.max(1, dram.rowBytes / LINE_BYTES),
    readParts,
    writeParts: Math.round((readParts * 100) / dram.writePercent),
    threads,
    recordWords,
    scoreboard: isa?.timing?.dependencies === 'scoreboard' ? 1 : 0,
    auxiliary: isa?.rules.isAuxiliary ? 1 : 0,
  };
}

/** @param recordWords of each slot that are at hand at a time */
export function headOf(parameters: Parameters, launch: TimingRecord, threads: number, recordWords: number): Int32Array {
  const head = new Int32Array(HEAD_WORDS);
  const put = (name: string, value: number): void => {
    head[P[name as Name]] = Math.min(value, MAX_VALUE);
  };
  for (const [group, keys] of Object.entries(parameters))
    for (const [key, value] of Object.entries(keys)) put(`${group}_${key}`, value);
  for (const [name, value] of Object.entries(derived(parameters, launch, threads, recordWords))) put(name, value);
  return head;
}

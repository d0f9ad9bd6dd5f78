// Data of a run's report, as plain data: launches, and for each kernel its statistics, mix, instructions and lines.

import type { InstructionClass } from '../isa/classes.js';
import { printInstruction } from '../isa/print.js';
import type { KernelImage } from '../launch/image.js';
import { SourceLocator } from '../source/locator.js';
import { instructionOf, totalsOf } from '../statistics/decoded-tallies.js';
import type { Statistic } from '../statistics/statistic.js';
import type { InstructionCount, Tally } from '../statistics/tally.js';
import type { ReportedConfiguration } from '../timing/config/configuration.js';
import { valueAt } from '../util/required.js';
import { launchMaps } from './access-maps.js';
import type { Agreement } from './agreement.js';
import { countOf, isSingle, launchesByImage } from './launches-by-image.js';
import type { HistogramPart, NumberTable } from './number-tables.js';
import type { InstructionMix, LaunchMaps } from './page-data.js';
import type { ReportedLaunch } from './reported-launch.js';
import { type KernelStalls, kernelStalls } from './simulated-stalls.js';
import { sizeText } from './sizes.js';

/** Of one launch; times in milliseconds, the first from the beginning of the run. */
export interface LaunchRow {
  readonly number: number;
  readonly kernel: string;
  readonly startMs: number;
  readonly ms: number;
  readonly preparationMs: number;
  readonly global: string;
  readonly local: string;
  readonly workGroups: number;
  readonly wavefronts: number;
  readonly instructions: number;
  readonly failure: string;
}

export interface ReportedInstruction {
  readonly offset: number;
  readonly text: string;
  readonly times: number;
  /** Part of the lanes that were active; null where it works on none. */
  readonly active: number | null;
  /** `file:line`; empty if unknown. */
  readonly place: string;
  readonly line: number;
}

export interface KernelPart {
  readonly kernel: string;
  readonly launches: number;
  readonly ms: number;
  readonly mix: InstructionMix;
  readonly statistics: readonly {
    readonly name: string;
    readonly unit: string;
    readonly definition: string;
    readonly value: number | null;
  }[];
  readonly histograms: readonly HistogramPart[];
  /** Of its launches, lines and instructions. */
  readonly tables: readonly NumberTable[];
  readonly instructions: readonly ReportedInstruction[];
  /** Accesses of its launches to their buffers; empty if not observed. */
  readonly maps: readonly LaunchMaps[];
  /** The source that most of it comes from, line by line. */
  readonly source: { readonly name: string; readonly lines: readonly string[] } | undefined;
}

export interface RunData {
  readonly program: string;
  readonly engine: string;
  readonly devices: readonly string[];
  readonly wallMs: number;
  readonly launches: readonly LaunchRow[];
  /** Launches that are not listed, because there are so many. */
  readonly unlisted: number;
  readonly kernels: readonly KernelPart[];
  /** Of a run that was simulated and measured. */
  readonly agreement: Agreement | undefined;
  /** Of a run that was simulated. */
  readonly stalls: readonly KernelStalls[];
  readonly configurations: readonly ReportedConfiguration[];
  readonly sections: readonly PageSection[];
}

/** Rows that a browser still sorts and draws at once. */
const LISTED = 2000;

const milliseconds = (ns: bigint | number): number => Number(ns) / 1e6;

function launchRow(launch: ReportedLaunch, number: number, startNs: bigint): LaunchRow {
  const { counts, preparation } = launch;
  const { tally } = totalsOf([launch]);
  return {
    number,
    kernel: launch.kernel,
    startMs: milliseconds(launch.startNs - startNs),
    ms: milliseconds(launch.endNs - launch.startNs),
    preparationMs: milliseconds(preparation.translationNs + preparation.compilationNs),
    global: sizeText(launch.globalSize),
    local: sizeText(launch.localSize),
    workGroups: counts.workGroups,
    wavefronts: counts.wavefronts,
    instructions: tally.instructions.reduce((sum, { times }) => sum + times, 0),
    failure: launch.failure ?? '',
  };
}

function instructionRow(one: InstructionCount, where: SourceLocator): ReportedInstruction {
  const { offset, times, width, lanes } = one;
  const place = where.lineAt(offset);
  const active = lanes === undefined ? null : lanes / (width * times);
  const text = printInstruction(instructionOf(one));
  return { offset, text, times, active, place: place ? `${place.file}:${place.line}` : '', line: place?.line ?? 0 };
}

function mixOf({ instructions }: Tally): KernelPart['mix'] {
  const mix: Partial<Record<InstructionClass, number>> = {};
  for (const { class: own, times } of instructions) mix[own] = (mix[own] ?? 0) + times;
  return mix;
}

function sourceOf(where: SourceLocator, instructions: readonly InstructionCount[]): KernelPart['source'] {
  const files = new Map<string, number>();
  for (const { offset } of instructions) {
    const file = where.lineAt(offset)?.file;
    if (file !== undefined) files.set(file, (files.get(file) ?? 0) + 1);
  }
  const [name] = [...files].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (name === undefined) return undefined;
  const text = where.info.sources.get(name);
  return text === undefined ? undefined : { name, lines: text.split(/\r?\n/) };
}

function kernelPart(
  image: KernelImage,
  launches: readonly ReportedLaunch[],
  rows: readonly Statistic[],
  numbers: ReadonlyMap<ReportedLaunch, number>,
  tables: readonly NumberTable[],
): KernelPart {
  const { tally } = totalsOf(launches);
  const where = new SourceLocator(image.debug);
  return {
    kernel: image.name,
    launches: countOf(launches),
    ms: launches.reduce((sum, { startNs, endNs }) => sum + milliseconds(endNs - startNs), 0),
    mix: mixOf(tally),
    statistics: rows.map(({ name, unit, definition, fold }) => ({
      name,
      unit,
      definition,
      value: fold(tally) ?? null,
    })),
    histograms: rows.flatMap(({ name, unit, bins }) => {
      const values = bins?.fold(tally);
      return bins ? [{ name, unit, by: bins.by, bins: values ? [...values] : null }] : [];
    }),
    tables: tables.filter(({ kernel }) => kernel === image.name),
    instructions: tally.instructions.map((one) => instructionRow(one, where)),
    maps: launchMaps(launches, (launch) => valueAt(numbers, launch, 'number of the launch')),
    source: sourceOf(where, tally.instructions),
  };
}

/** A section of an instrument. */
export interface PageSection {
  readonly title: string;
  /** HTML, escaped by the instrument. */
  readonly html: string;
}

export interface RunFacts {
  readonly program: string;
  readonly engine: string;
  readonly devices: readonly string[];
  readonly startNs: bigint;
  readonly wallNs: bigint;
  readonly agreement?: Agreement | undefined;
  /** Configurations of the simulation of its launches, if there was one. */
  readonly configurations?: readonly ReportedConfiguration[] | undefined;
  /** Statistics of launches, lines and instructions. */
  readonly tables?: readonly NumberTable[];
  readonly sections?: readonly PageSection[];
}

export function runData(
  facts: RunFacts,
  images: readonly KernelImage[],
  launches: readonly ReportedLaunch[],
  rows: readonly Statistic[],
): RunData {
  const { program, engine, devices, startNs, wallNs, agreement, configurations = [], tables = [] } = facts;
  const numbers = new Map(launches.map((launch, n) => [launch, n]));
  const kernels = [...launchesByImage(images, launches)]
    .filter(([, own]) => own.length > 0)
    .map(([image, own]) => kernelPart(image, own, rows, numbers, tables))
    .sort((a, b) => b.ms - a.ms);
  return {
    program,
    engine,
    devices,
    wallMs: milliseconds(wallNs),
    launches: launches
      .slice(0, LISTED)
      .filter(isSingle)
      .map((launch, n) => launchRow(launch, n, startNs)),
    unlisted: Math.max(0, countOf(launches) - LISTED),
    kernels,
    agreement,
    stalls: kernelStalls(launches),
    configurations,
    sections: facts.sections ?? [],
  };
}

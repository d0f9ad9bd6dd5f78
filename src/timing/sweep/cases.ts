// Cases of a sweep: recorded launches on several chips, with several values of parameters, at several levels.

import { AtollError } from '../../util/errors.js';
import { memberOf } from '../../util/required.js';
import { type Configuration, configurationOf, readConfiguration } from '../config/configuration.js';
import { eachParameter } from '../config/parameters.js';
import type { ConfigurationGroups, SourcedValue } from '../config/schema.js';
import type { LevelResult, TimingLevel } from '../levels/level.js';

/** Plain data: it crosses threads. */
export interface SweepCase {
  readonly chip: string;
  /** Parameters that are not as the chip has them, by `group.key`. */
  readonly varied: Readonly<Record<string, number>>;
  readonly level: TimingLevel;
}

export interface SweepTask extends SweepCase {
  /** The records of the launch. */
  readonly file: string;
}

export interface SweepResult extends SweepTask, LevelResult {
  readonly level: TimingLevel;
  readonly kernel: string;
  readonly nanoseconds: number;
}

const MAX_SIMULATIONS = 10_000;

/** `l1.bytes=16384,32768`. @throws AtollError BAD_OPTION */
export function variationOf(text: string): readonly [place: string, values: readonly number[]] {
  const [, place, list] = /^([A-Za-z0-9]+\.[A-Za-z0-9]+)=(\d{1,10}(?:,\d{1,10})*)$/.exec(text) ?? [];
  const keys: string[] = [];
  eachParameter((group, key) => keys.push(`${group}.${key}`));
  if (place === undefined || list === undefined)
    throw new AtollError('BAD_OPTION', `--vary: '${text}' is not of the form l1.bytes=16384,32768`);
  if (!keys.includes(place))
    throw new AtollError(
      'BAD_OPTION',
      `--vary: there is no parameter '${place}'`,
      'docs/timing-parameters.md lists them',
    );
  return [place, list.split(',').map(Number)];
}

/**
 * Every chip with every combination of values at every level, in the order in which they were given. @throws AtollError
 * LIMIT
 */
export function sweepCases(
  chips: readonly string[],
  variations: readonly (readonly [place: string, values: readonly number[]])[],
  levels: readonly TimingLevel[],
): readonly SweepCase[] {
  let combinations: readonly Readonly<Record<string, number>>[] = [{}];
  for (const [place, values] of variations) {
    combinations = combinations.flatMap((one) => values.map((value) => ({ ...one, [place]: value })));
    if (combinations.length * chips.length * levels.length > MAX_SIMULATIONS)
      throw new AtollError('LIMIT', `more than ${MAX_SIMULATIONS} simulations`, 'vary fewer values');
  }
  return chips.flatMap((chip) => combinations.flatMap((varied) => levels.map((level) => ({ chip, varied, level }))));
}

/** One of several parts of a sweep: `2/8`. */
export interface SweepPart {
  readonly number: number;
  readonly of: number;
}

/** @throws AtollError BAD_OPTION */
export function partNamed(text: string): SweepPart {
  const [number, of] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).slice(1).map(Number);
  if (number !== undefined && of !== undefined && number >= 1 && number <= of) return { number, of };
  throw new AtollError('BAD_OPTION', `--part: '${text}' is not of the form 2/8`, 'the first part is 1/8, the last 8/8');
}

/**
 * Each launch in each of its cases; of a part of them: levels of a chip stay together, since they are compared.
 * @param casesOf of each file as many, with as many levels
 * @throws AtollError LIMIT
 */
export function sweepTasks(
  files: readonly string[],
  casesOf: (file: string) => readonly SweepCase[],
  part?: SweepPart,
): readonly SweepTask[] {
  const tasks = files.flatMap((file) => {
    const cases = casesOf(file);
    if (files.length * cases.length > MAX_SIMULATIONS)
      throw new AtollError('LIMIT', `more than ${MAX_SIMULATIONS} simulations`, 'vary fewer values');
    return cases.map((one) => ({ file, ...one }));
  });
  if (!part) return tasks;
  const levels = new Set(tasks.map(({ level }) => level)).size;
  return tasks.filter((_, n) => Math.floor(n / levels) % part.of === part.number - 1);
}

/** @throws AtollError BAD_OPTION, BAD_INPUT naming the key */
export function configurationOfCase({ chip, varied }: SweepCase): Configuration {
  const base = readConfiguration(chip);
  const places = Object.entries(varied);
  if (places.length === 0) return base;
  const groups: Record<string, Record<string, SourcedValue>> = {};
  for (const [group, keys] of Object.entries(base.groups)) groups[group] = { ...keys };
  for (const [place, value] of places) {
    const [group, key] = place.split('.') as [string, string];
    memberOf(groups, group, 'group of parameters')[key] = { value, source: 'varied', confidence: 'guess' };
  }
  const name = `${chip} with ${places.map(([place, value]) => `${place}=${value}`).join(', ')}`;
  return configurationOf(name, base.title, groups satisfies ConfigurationGroups);
}

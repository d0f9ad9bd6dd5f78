// Reads configurations: follows `extends`, and checks that what comes out is a chip that can be built.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { chipNamed } from '../../chips/chips.js';
import { AtollError } from '../../util/errors.js';
import { root } from '../../util/paths.js';
import { required } from '../../util/required.js';
import { eachParameter, LINE_BYTES, type Parameters } from './parameters.js';
import { repeatedKey } from './repeated-key.js';
import { type ConfigurationGroups, fileSchema, type SourcedValue } from './schema.js';

/** A chip whose every parameter is known; plain data, which crosses threads. */
export interface Configuration {
  /** The name that was given. */
  readonly name: string;
  readonly title: string;
  readonly values: Parameters;
  /** The same with sources, as results print it. */
  readonly groups: ConfigurationGroups;
}

const FOLDER = join(root, 'src', 'timing', 'chips');
const DEPTH = 8;
/** Bytes of all caches of a chip: each line of them takes memory here. */
const MAX_CACHE = 2 ** 28;

/** The configurations that Atoll brings. */
export const configurationNames = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();

const isName = (name: string): boolean => /^[a-z0-9-]+$/.test(name);

function fileOf(name: string, beside: string): string {
  const names = configurationNames();
  const own = names.includes(name) ? name : /[./]/.test(name) ? undefined : chipNamed(name)?.timing;
  if (own !== undefined) return join(FOLDER, `${own}.json`);
  if (!isName(name)) return resolve(beside, name);
  const hint = `known ones: ${names.join(', ')}; give a file of your own as a path: ./${name}.json`;
  throw new AtollError('BAD_OPTION', `there is no configuration '${name}'`, hint);
}

interface ChipFile {
  readonly title: string;
  readonly extends?: string | undefined;
  readonly groups: ConfigurationGroups;
}

function readFile(file: string): ChipFile {
  const refuse = (text: string): never => {
    throw new AtollError('BAD_INPUT', `${file}: ${text}`, 'docs/timing-parameters.md lists the keys');
  };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read the configuration ${file}: ${(error as Error).message}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse((error as Error).message);
  }
  const repeated = repeatedKey(text);
  if (repeated !== undefined) return refuse(`${repeated}: occurs twice`);
  const checked = fileSchema.safeParse(value);
  if (!checked.success) {
    const issue = required(checked.error.issues[0], 'issue');
    const place = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.');
    return refuse(`${place === '' ? 'the file' : place}: ${issue.message}`);
  }
  const { title, extends: base, $schema: _, ...groups } = checked.data;
  return { title: title as string, extends: base as string | undefined, groups: groups as ConfigurationGroups };
}

/** The values of a file over those of what it extends. */
function collect(name: string, beside: string, seen: readonly string[]): Omit<ChipFile, 'extends'> {
  const file = fileOf(name, beside);
  if (seen.includes(file) || seen.length === DEPTH)
    throw new AtollError('BAD_INPUT', `${file}: extends itself: ${[...seen, file].join(' -> ')}`, 'remove the cycle');
  const own = readFile(file);
  if (own.extends === undefined) return own;
  const base = collect(own.extends, dirname(file), [...seen, file]);
  const groups: Record<string, Readonly<Record<string, SourcedValue>>> = { ...base.groups };
  for (const [group, keys] of Object.entries(own.groups)) groups[group] = { ...groups[group], ...keys };
  return { title: own.title, groups };
}

/**
 * A configuration by its name, or by the path of a file.
 * @throws AtollError BAD_OPTION, BAD_INPUT naming file and key
 */
export function readConfiguration(name: string): Configuration {
  const { title, groups } = collect(name, '.', []);
  return configurationOf(name, title, groups);
}

/**
 * Puts a configuration together from its values.
 * @throws AtollError BAD_INPUT naming the key that is missing or does not fit the others
 */
export function configurationOf(name: string, title: string, groups: ConfigurationGroups): Configuration {
  const values: Record<string, Record<string, number>> = {};
  eachParameter((group, key, { least, most, power }) => {
    const parameter = groups[group]?.[key];
    if (!parameter)
      throw new AtollError('BAD_INPUT', `${name}: ${group}.${key} is missing`, 'set it, or extend a chip');
    const { value } = parameter;
    // Files have been checked by their schema; values that are put in their place have not.
    if (!Number.isInteger(value) || value < least || value > most || (power && !Number.isInteger(Math.log2(value))))
      throw new AtollError(
        'BAD_INPUT',
        `${name}: ${group}.${key}: ${value} is not a ${power ? 'power of two' : 'whole number'} from ${least} to ${most}`,
      );
    values[group] = { ...values[group], [key]: parameter.value };
  });
  const configuration = { name, title, values: values as Parameters, groups };
  checkChip(configuration);
  return configuration;
}

/** Checks that span several values. */
function checkChip({ name, values }: Configuration): void {
  const refuse = (key: string, text: string): never => {
    throw new AtollError('BAD_INPUT', `${name}: ${key}: ${text}`);
  };
  const caches: readonly (readonly [string, number, number])[] = [
    ['l1.bytes', values.l1.bytes, values.l1.ways],
    ['scalarCache.bytes', values.scalarCache.bytes, values.scalarCache.ways],
    ['instructionCache.bytes', values.instructionCache.bytes, values.instructionCache.ways],
    ['l2.bytesPerChannel', values.l2.bytesPerChannel, values.l2.ways],
  ];
  for (const [key, bytes, ways] of caches)
    if (bytes % (ways * LINE_BYTES) !== 0)
      refuse(key, `${bytes} bytes are not a whole number of sets of ${ways} lines of ${LINE_BYTES} bytes`);
  if (values.l2.interleaveBytes < LINE_BYTES) refuse('l2.interleaveBytes', `less than a line of ${LINE_BYTES} bytes`);
  if (values.model.windowCycles > values.l2.latencyCycles)
    refuse('model.windowCycles', `longer than the shortest way past L1, l2.latencyCycles = ${values.l2.latencyCycles}`);
  if (values.frontEnd.bufferBytes < values.frontEnd.fetchBytes)
    refuse('frontEnd.bufferBytes', `a fetch of ${values.frontEnd.fetchBytes} bytes does not fit`);
  const { gpu, l1, scalarCache, instructionCache, l2 } = values;
  const clusters = Math.ceil(gpu.computeUnits / gpu.computeUnitsPerCluster);
  const all =
    gpu.computeUnits * l1.bytes +
    clusters * (scalarCache.bytes + instructionCache.bytes) +
    l2.channels * l2.bytesPerChannel;
  if (all > MAX_CACHE) refuse('the caches', `${all} bytes in all, more than ${MAX_CACHE}`);
}

/** The keys whose values are neither documented nor measured. */
export const guessesOf = ({ groups }: Configuration): readonly string[] =>
  Object.entries(groups).flatMap(([group, keys]) =>
    Object.entries(keys).flatMap(([key, { confidence }]) => (confidence === 'guess' ? `${group}.${key}` : [])),
  );

/** As results have it: every parameter with its source. */
export interface ReportedConfiguration {
  readonly name: string;
  readonly title: string;
  /** Keys whose values are neither documented nor measured. */
  readonly guesses: readonly string[];
  readonly groups: ConfigurationGroups;
}

export const reportedConfiguration = (configuration: Configuration): ReportedConfiguration => {
  const { name, title, groups } = configuration;
  return { name, title, guesses: guessesOf(configuration), groups };
};

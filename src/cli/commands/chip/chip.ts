// `atoll chip`: the resolved configurations of the timing model, and conversion of Multi2Sim's files.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { configurationNames, guessesOf, readConfiguration } from '../../../timing/config/configuration.js';
import { IniFile } from '../../../timing/config/ini.js';
import { importMulti2Sim } from '../../../timing/config/multi2sim.js';
import { eachParameter } from '../../../timing/config/parameters.js';
import { jsonSchema, parameterOf } from '../../../timing/config/schema.js';
import { AtollError } from '../../../util/errors.js';

export interface ChipFlags {
  readonly json?: boolean;
  readonly schema?: boolean;
  readonly multi2sim?: string;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const sayJson = (value: unknown): void => say(JSON.stringify(value, undefined, 2));

function ini(file: string): IniFile {
  try {
    return new IniFile(basename(file), readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof AtollError) throw error;
    throw new AtollError('BAD_INPUT', `cannot read ${file}: ${(error as Error).message}`);
  }
}

function ofMulti2Sim(files: string): object {
  const [device, memory, ...more] = files.split(',');
  if (!device || !memory || more.length > 0)
    throw new AtollError('BAD_OPTION', `--multi2sim: '${files}' is not a pair of files`, 'give si-config,mem-config');
  return importMulti2Sim(ini(device), ini(memory));
}

/** @throws AtollError BAD_OPTION, BAD_INPUT naming file and key */
export function chip(name: string | undefined, flags: ChipFlags): void {
  if (flags.schema) return sayJson(jsonSchema());
  if (flags.multi2sim !== undefined) return sayJson(ofMulti2Sim(flags.multi2sim));
  if (name === undefined) {
    const all = configurationNames().map((each) => [each, readConfiguration(each).title] as const);
    if (flags.json) return sayJson(Object.fromEntries(all));
    for (const [each, title] of all) say(`${each.padEnd(16)} ${title}`);
    return;
  }
  const configuration = readConfiguration(name);
  const { title, groups } = configuration;
  if (flags.json) return sayJson({ name, title, guesses: guessesOf(configuration), groups });
  say(title);
  eachParameter((group, key) => {
    const { value, confidence, source } = parameterOf({ groups }, group, key);
    say(`  ${`${group}.${key}`.padEnd(38)} ${String(value).padStart(8)}  ${confidence.padEnd(10)}  ${source}`);
  });
}

// The form of a configuration file: groups of parameters, each a value with its source, and what the file extends.

import { z } from 'zod';
import { required } from '../../util/required.js';
import { CONFIDENCES, type Confidence, PARAMETERS, type TimingParameter } from './parameters.js';

const isPower = (value: number): boolean => Number.isInteger(Math.log2(value));

function valueSchema({ text, least, most, power }: TimingParameter) {
  const number = z.int().min(least).max(most);
  const value = power ? number.refine(isPower, 'no power of two') : number;
  return z
    .strictObject({
      value,
      source: z.string().min(1),
      confidence: z.enum(Object.keys(CONFIDENCES) as [Confidence, ...Confidence[]]),
    })
    .meta({ description: text });
}

const groupSchema = (parameters: Readonly<Record<string, TimingParameter>>) =>
  z
    .strictObject(Object.fromEntries(Object.entries(parameters).map(([key, each]) => [key, valueSchema(each)])))
    .partial()
    .optional();

const groups = Object.fromEntries(Object.entries(PARAMETERS).map(([name, keys]) => [name, groupSchema(keys)]));

/** Schema of a file; missing values come from the configuration that it extends. */
export const fileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    title: z.string().min(1).meta({ description: 'Title for users.' }),
    extends: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'A configuration of Atoll by name, or a file beside this one.' }),
    ...groups,
  })
  .meta({ title: 'A simulated chip for the timing model of Atoll' });

/** One value of a file. */
export interface SourcedValue {
  readonly value: number;
  readonly source: string;
  readonly confidence: Confidence;
}

export type ConfigurationGroups = Readonly<Record<string, Readonly<Record<string, SourcedValue>>>>;

/** The schema for editors. */
export const jsonSchema = (): object => z.toJSONSchema(fileSchema);

/** A parameter of a configuration, with its source. */
export const parameterOf = (
  { groups }: { readonly groups: ConfigurationGroups },
  group: string,
  key: string,
): SourcedValue => required(groups[group]?.[key], `parameter ${group}.${key}`);

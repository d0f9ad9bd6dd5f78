// Options of `atoll time`.

import { AtollError } from '../../../util/errors.js';

export interface TimeFlags {
  readonly device?: readonly string[];
  readonly vary?: readonly string[];
  readonly level?: string;
  readonly jobs?: string;
  readonly part?: string;
  readonly threads?: string;
  readonly byInstruction?: boolean;
  readonly byLine?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly timeline?: string;
  readonly html?: string;
}

/** @throws AtollError BAD_OPTION */
export function countOf(option: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= most) return Number(text);
  throw new AtollError('BAD_OPTION', `--${option}: '${text}' is not a number from 1 to ${most}`);
}

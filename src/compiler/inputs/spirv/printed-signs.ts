// Signs of the values that printf prints: integers of SPIR-V have none, the conversions of the format have.

import { parseConversions } from '../../../cal/printf.js';

const SIGNED: readonly string[] = ['d', 'i'];

/** True for each value behind the format that is printed as signed; numbers of `*` are. */
export const printedSigns = (format: string): boolean[] =>
  parseConversions(format)
    .filter(({ type }) => type !== '%')
    .flatMap(({ stars, type }) => [...Array.from({ length: stars }, () => true), SIGNED.includes(type)]);

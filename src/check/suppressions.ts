// Findings that are known. A line `kind kernel place`, each a pattern in which * stands for anything, says what is not
// reported; the last ones may be left out. Place is `file:line`, or the offset of the instruction. Lines that begin
// with # say nothing.

import { AtollError } from '../util/errors.js';
import { type Finding, KINDS } from './finding.js';

export type Suppression = (finding: Finding) => boolean;

const pattern = (text: string): RegExp => {
  const literal = (part: string): string => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${text.split('*').map(literal).join('.*')}$`);
};

/** @param file its name, for errors @throws AtollError BAD_INPUT naming file and line */
export function parseSuppressions(text: string, file: string): Suppression {
  const rules = text.split('\n').flatMap((raw, index) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return [];
    const [kind = '*', kernel = '*', place = '*', ...rest] = line.split(/\s+/);
    const isKind = Object.keys(KINDS).some((each) => pattern(kind).test(each));
    if (!isKind || rest.length > 0) {
      const hint = `a line is: kind kernel file:line; kinds are ${Object.keys(KINDS).join(', ')}`;
      throw new AtollError('BAD_INPUT', `${file}:${index + 1}: '${line}' suppresses nothing`, hint);
    }
    return [{ kind: pattern(kind), kernel: pattern(kernel), place: pattern(place) }];
  });
  return ({ kind, kernel, place: { source, offset } }) => {
    const places = [`+0x${offset.toString(16)}`, ...(source ? [`${source.file}:${source.line}`] : [])];
    return rules.some(
      (rule) => rule.kind.test(kind) && rule.kernel.test(kernel) && places.some((each) => rule.place.test(each)),
    );
  };
}

// A finding as a person reads it.

import { positionText } from '../source/locator.js';
import type { Finding, FindingKind, FindingLocation, FindingWorkItem } from './finding.js';
import { placeText } from './findings.js';

const workItemText = ({ group, local, wavefront, lane }: FindingWorkItem): string => {
  const where = `work-group (${group.join(', ')})`;
  return local
    ? `work-item (${local.join(', ')}) of ${where}, lane ${lane} of wavefront ${wavefront}`
    : `wavefront ${wavefront} of ${where}`;
};

const codeText = (place: FindingLocation): string =>
  `${placeText(place)}: '${place.instruction}'${place.source ? ` (+0x${place.offset.toString(16)})` : ''}`;

/** Calls that were inlined around a place, and the line of the source. */
function sourceLines({ stack = [], excerpt = [] }: FindingLocation): string[] {
  const calls = stack
    .slice(0, -1)
    .map(({ name }, i) => `${name}, inlined at ${positionText(stack[i + 1]!)} in ${stack[i + 1]!.name}`);
  return [...calls.map((call) => `    in ${call}`), ...excerpt.map((line) => `      | ${line}`)];
}

/** The other side of these is no access. */
const ITEM_KINDS: readonly FindingKind[] = ['divergent-barrier', 'non-uniform'];

/** Some lines, the first with kind and message. */
export function findingText(finding: Finding): string {
  const { kind, number, kernel, message, place, workItem, other, launch } = finding;
  const lines = [
    `[${number}] ${kind}: ${message}`,
    `    kernel ${kernel} at ${codeText(place)}`,
    ...sourceLines(place),
  ];
  if (workItem) lines.push(`    ${workItemText(workItem)}`);
  if (other) {
    const what = ITEM_KINDS.includes(kind) ? 'other work-item' : 'other access';
    lines.push(`    ${what}: ${other.does} at ${codeText(other.place)}`, `    ${workItemText(other.workItem)}`);
  }
  lines.push(`    launched by ${launch}`);
  return lines.join('\n');
}

/** One line for all. @param suppressed findings that were known @param launches kernels that have run */
export function summaryText(findings: readonly Finding[], suppressed: number, launches: number): string {
  if (findings.length + suppressed + launches === 0)
    return 'nothing was checked: the program ended without a launch of a kernel';
  const suffix = suppressed === 0 ? '' : `, ${suppressed} suppressed`;
  if (findings.length === 0) return `nothing found${suffix}`;
  const counts = findings.map(
    ({ number, count }) => `[${number}] ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`}`,
  );
  return `${findings.length} finding${findings.length === 1 ? '' : 's'}${suffix}: ${counts.join(', ')}`;
}

// Prints, as Markdown, the result of each guest program under each back end, and every check of the descriptor
// programs:
//   node dist/test/host/guest-table.js
// Ends with status 1 when something is not as it must be.
import { type GuestCase, guestCases } from './guest-cases.js';
import { backends, failedChecks, type GuestKind, guestProgram, runGuest } from './guests.js';

interface Outcome {
  readonly checks: ReadonlyMap<string, boolean>;
  readonly failed: readonly string[];
}

async function outcomeOf(guest: GuestCase, kind: GuestKind, backend: 'trace' | 'notify'): Promise<Outcome> {
  const { name, visibleDevices } = guest;
  const run = await runGuest([guestProgram(name, kind)], { options: { backend, visibleDevices } });
  const lines = [...run.stdout.matchAll(/^(ok|FAIL) (.*)$/gm)];
  const checks = new Map(lines.map(([, verdict, check]) => [check!, verdict === 'ok']));
  const failed = failedChecks(run);
  const { log } = run.report ?? {};
  if (log && log.opens !== log.releases) failed.push(`${log.opens} opens, ${log.releases} releases`);
  return { checks, failed };
}

const text = ({ checks, failed }: Outcome): string =>
  failed.length === 0 ? `ok (${checks.size})` : `FAIL: ${failed.join('; ')}`;

const rows = ['| guest | form | trace | notify |', '|---|---|---|---|'];
const descriptorRows = ['| descriptors | trace | notify |', '|---|---|---|'];
let bad = 0;
for (const guest of guestCases) {
  for (const kind of guest.kinds) {
    const outcomes: Outcome[] = [];
    for (const backend of backends) outcomes.push(await outcomeOf(guest, kind, backend));
    bad += outcomes.filter(({ failed }) => failed.length > 0).length;
    const form = guest.visibleDevices ? `${kind}, visible devices` : kind;
    rows.push(`| ${guest.name} | ${form} | ${outcomes.map(text).join(' | ')} |`);
    if (kind !== 'x86-64' || guest.visibleDevices || !['descriptors', 'release'].includes(guest.name)) continue;
    for (const check of outcomes[0]!.checks.keys()) {
      const cells = outcomes.map(({ checks }) => (checks.get(check) ? 'ok' : 'FAIL'));
      descriptorRows.push(`| ${guest.name === 'release' ? 'release: ' : ''}${check} | ${cells.join(' | ')} |`);
    }
  }
}
process.stdout.write(`${rows.join('\n')}\n\n${descriptorRows.join('\n')}\n`);
process.exitCode = bad > 0 ? 1 : 0;

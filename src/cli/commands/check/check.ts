// `atoll check`: a run with checked kernels. Findings are printed at once, and written to files at the end.

import { readFileSync } from 'node:fs';
import { type Finding, type FindingKind, KINDS, OPTIONAL_KINDS } from '../../../check/finding.js';
import { sarif } from '../../../check/sarif.js';
import { parseSuppressions, type Suppression } from '../../../check/suppressions.js';
import { findingText, summaryText } from '../../../check/text.js';
import { AtollError } from '../../../util/errors.js';
import { release } from '../../../util/paths.js';
import { attemptAll } from '../../../util/settle-all.js';
import { cannotWrite, writeWhole } from '../../../util/whole-file.js';
import { writeError } from '../../command-line/output.js';
import { createEmpty } from '../../outputs/output-files.js';
import type { RunCheck } from '../run/run-plan.js';

type Flags = Readonly<Record<string, unknown>>;

const ALL = Object.keys(KINDS) as readonly FindingKind[];
const BY_DEFAULT = ALL.filter((kind) => !OPTIONAL_KINDS.includes(kind));

function kindsIn(flags: Flags, name: string): readonly FindingKind[] | undefined {
  const text = flags[name];
  if (text === undefined) return undefined;
  return String(text)
    .split(',')
    .map((word) => {
      const kind = ALL.find((each) => each === word.trim());
      if (!kind)
        throw new AtollError('BAD_OPTION', `--${name}: there is no kind '${word}'`, `kinds: ${ALL.join(', ')}`);
      return kind;
    });
}

function chosenKinds(flags: Flags): readonly FindingKind[] {
  const chosen = new Set([...(kindsIn(flags, 'kinds') ?? BY_DEFAULT), ...(kindsIn(flags, 'also') ?? [])]);
  for (const kind of kindsIn(flags, 'without') ?? []) chosen.delete(kind);
  return [...chosen];
}

function numberIn(flags: Flags, key: string, flag: string, least: number, most: number): number {
  const value = Number(flags[key]);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new AtollError('BAD_OPTION', `--${flag}: '${String(flags[key])}' is no number from ${least} to ${most}`);
}

function suppressionsOf(file: unknown): Suppression {
  if (file === undefined) return () => false;
  try {
    return parseSuppressions(readFileSync(String(file), 'utf8'), String(file));
  } catch (error) {
    if (error instanceof AtollError) throw error;
    throw new AtollError('BAD_INPUT', `cannot read the suppressions ${String(file)}: ${(error as Error).message}`);
  }
}

function write(file: unknown, what: string, content: string): void {
  if (file === '-') return writeError(`${content}\n`);
  try {
    writeWhole(String(file), `${content}\n`);
  } catch (error) {
    throw cannotWrite(what, String(file), error);
  }
}

/**
 * The check that the options of `atoll check` select.
 * @throws AtollError BAD_OPTION, BAD_INPUT, HOST: before the program starts
 */
export function checkOf(flags: Flags): RunCheck {
  const kinds = chosenKinds(flags);
  const status = numberIn(flags, 'errorExitcode', 'error-exitcode', 0, 255);
  const shadowBytes = numberIn(flags, 'shadowMemory', 'shadow-memory', 1, 1 << 20) * 2 ** 20;
  const isKnown = suppressionsOf(flags['suppressions']);
  const files = (['json', 'sarif'] as const).filter((name) => flags[name] !== undefined);
  for (const name of files) if (flags[name] !== '-') createEmpty(String(flags[name]), 'the findings');
  const findings = new Map<number, Finding>();
  const suppressed = new Set<number>();
  let launches = 0;
  const onFinding = (finding: Finding): void => {
    if (isKnown(finding)) {
      suppressed.add(finding.number);
      return;
    }
    if (!findings.has(finding.number)) writeError(`atoll: ${findingText(finding)}\n`);
    findings.set(finding.number, finding);
  };
  const finish: RunCheck['finish'] = async (log, _end, argv) => {
    const all = [...findings.values()];
    log(summaryText(all, suppressed.size, launches));
    const texts = {
      json: () => ({ command: argv, kinds, suppressed: suppressed.size, findings: all }),
      sarif: () => sarif(all, { version: release, command: argv }),
    };
    await attemptAll(
      files.map((name) => () => write(flags[name], 'the findings', JSON.stringify(texts[name](), undefined, 2))),
    );
    return all.length > 0 && status > 0 ? status : undefined;
  };
  const onLaunch = (): void => void launches++;
  return { options: { kinds, shadowBytes }, onFinding, onLaunch, finish };
}

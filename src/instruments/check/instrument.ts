// `atoll check` as an instrument of a run: findings are printed at once, and written to files at the end.

import { readFileSync } from 'node:fs';
import type { CheckOptions } from '../../check/checker.js';
import { type Finding, type FindingKind, KINDS, OPTIONAL_KINDS } from '../../check/finding.js';
import { sarif } from '../../check/sarif.js';
import { parseSuppressions, type Suppression } from '../../check/suppressions.js';
import { findingText, summaryText } from '../../check/text.js';
import { countOf } from '../../report/launches-by-image.js';
import { textList } from '../../report/page.js';
import { AtollError } from '../../util/errors.js';
import { release } from '../../util/paths.js';
import { attemptAll } from '../../util/settle-all.js';
import { writeOutput } from '../../util/whole-file.js';
import type { FinishedRun, Instrument, OpeningRun } from '../instrument.js';
import type { InstrumentReports } from '../reports.js';

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
  throw new AtollError('BAD_OPTION', `--${flag}: '${String(flags[key])}' is not a number from ${least} to ${most}`);
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

/** Options of the outputs. */
interface CheckOutputs {
  readonly kinds: readonly FindingKind[];
  /** Exit status after findings; 0: the program's. */
  readonly status: number;
  readonly isKnown: Suppression;
  /** Files by format; `-` is standard error. */
  readonly files: readonly (readonly [format: 'json' | 'sarif', file: string])[];
}

/** The findings of a run, and their outputs. */
class CheckFindings {
  private readonly findings = new Map<number, Finding>();
  private readonly suppressed = new Set<number>();
  private writeError: (text: string) => void = () => {};

  constructor(private readonly outputs: CheckOutputs) {}

  open({ createFile, writeError }: OpeningRun): void {
    this.writeError = writeError;
    for (const [, file] of this.outputs.files) if (file !== '-') createFile(file, 'the findings');
  }

  receive(finding: Finding): void {
    const { number } = finding;
    if (this.outputs.isKnown(finding)) {
      this.suppressed.add(number);
      return;
    }
    if (!this.findings.has(number)) this.writeError(`atoll: ${findingText(finding)}\n`);
    this.findings.set(number, finding);
  }

  async finish({ argv, launches, say }: FinishedRun): Promise<void> {
    const { kinds, files } = this.outputs;
    const [all, suppressed] = [[...this.findings.values()], this.suppressed.size];
    say(summaryText(all, suppressed, countOf(launches)));
    const texts = {
      json: () => ({ command: argv, kinds, suppressed, findings: all }),
      sarif: () => sarif(all, { version: release, command: argv }),
    };
    await attemptAll(
      files.map(
        ([format, file]) =>
          () =>
            this.write(file, JSON.stringify(texts[format](), undefined, 2)),
      ),
    );
  }

  get reports(): InstrumentReports {
    const all = (): readonly Finding[] => [...this.findings.values()];
    return {
      json: () => ({ kinds: this.outputs.kinds, suppressed: this.suppressed.size, findings: all() }),
      page: ({ launches }) => {
        const title = 'Findings of the check';
        const none = summaryText([], this.suppressed.size, countOf(launches));
        return { sections: [{ title, html: textList(all().map(findingText), none) }] };
      },
    };
  }

  private write(file: string, content: string): void {
    if (file === '-') this.writeError(`${content}\n`);
    else writeOutput(file, 'the findings', `${content}\n`);
  }

  get verdict(): number | undefined {
    const { status } = this.outputs;
    return this.findings.size > 0 && status > 0 ? status : undefined;
  }
}

/**
 * The check that the options of `atoll check` select.
 * @throws AtollError BAD_OPTION, BAD_INPUT
 */
export function checkInstrument(flags: Flags): Instrument {
  const kinds = chosenKinds(flags);
  const status = numberIn(flags, 'errorExitcode', 'error-exitcode', 0, 255);
  const shadowBytes = numberIn(flags, 'shadowMemory', 'shadow-memory', 1, 1 << 20) * 2 ** 20;
  const isKnown = suppressionsOf(flags['suppressions']);
  const files = (['json', 'sarif'] as const).flatMap((name) =>
    flags[name] === undefined ? [] : [[name, String(flags[name])] as const],
  );
  const findings = new CheckFindings({ kinds, status, isKnown, files });
  const options: CheckOptions = { kinds, shadowBytes };
  return {
    name: 'check',
    needs: { launches: true, hostEvents: true, checks: true, hostWrites: kinds.includes('uninitialised') },
    options,
    worker: { builtIn: 'check' },
    reports: async () => findings.reports,
    open: (run) => findings.open(run),
    receive: (finding) => findings.receive(finding as Finding),
    finish: (run) => findings.finish(run),
    verdict: () => findings.verdict,
  };
}

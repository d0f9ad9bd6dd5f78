// One run of a program of benchmarks/ on a simulated chip: its verdict on its results, and the time in its kernels.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BenchProgram } from '../../src/bench/manifest.js';
import { runProcess } from '../../src/bench/process.js';
import { readChecked } from '../../src/bench/results.js';
import { type Judgement, judge } from '../../src/bench/verdict.js';
import { runReportSchema } from '../../src/report/run-report.js';
import { root } from '../../src/util/paths.js';

/** With the bundle, which keeps translations: the second run is warm. */
const ATOLL = join(root, 'bin', 'atoll');
const VERIFY = '--verify';
const LIMIT_SECONDS = 300;

export interface IsaRunResult extends Judgement {
  /** From starts to ends of launches, by the clock; one worker executes them. */
  readonly kernelSeconds: number;
  /** CPU time of the program and everything that was started for it. */
  readonly cpuSeconds: number;
}

export class Runs {
  private readonly folder = mkdtempSync(join(tmpdir(), 'atoll-isa-'));
  private readonly cache = join(this.folder, 'cache');

  /**
   * Compiles code that the runs so far have left for clang: from then on every device has the code that it will keep.
   */
  compileKept(): void {
    const env = { ...process.env, ATOLL_CACHE_DIR: this.cache };
    const { status, stderr } = spawnSync(ATOLL, ['cache', '--compile'], { encoding: 'utf8', env });
    if (status !== 0) throw new Error(`atoll cache --compile ended with ${status}: ${stderr}`);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @param verify whether the program compares with its reference; otherwise its end is all that is judged */
  async run(program: BenchProgram, size: string, device: string, verify: boolean): Promise<IsaRunResult> {
    const [times, report] = [join(this.folder, 'times'), join(this.folder, 'report.json')];
    const flags = program.flags.filter((flag) => verify || flag !== VERIFY);
    const options = ['--device', device, '--workers', '1', '--cache-dir', this.cache];
    const end = await runProcess(
      [
        ...['/usr/bin/time', '--quiet', '-o', times, '-f', '%U %S'],
        ...[ATOLL, 'run', ...options, '--report-json', report, '--'],
        ...[program.executable, ...flags, ...(program.sizes[size] ?? [])],
      ],
      { cwd: dirname(program.executable), env: {}, limitSeconds: LIMIT_SECONDS },
    );
    const cpu = existsSync(times) ? readFileSync(times, 'utf8').trim().split(' ').map(Number) : [];
    const kernels = existsSync(report) ? readChecked(report, 'a report of atoll run', runReportSchema).kernels : [];
    for (const file of [times, report]) rmSync(file, { force: true });
    const ended: Judgement = end.code === 0 ? { verdict: 'PASS', reason: '' } : judge(end, program, LIMIT_SECONDS);
    return {
      ...(verify ? judge(end, program, LIMIT_SECONDS) : ended),
      kernelSeconds: kernels.reduce((sum, { seconds }) => sum + seconds, 0),
      cpuSeconds: cpu.reduce((sum, seconds) => sum + seconds, 0),
    };
  }
}

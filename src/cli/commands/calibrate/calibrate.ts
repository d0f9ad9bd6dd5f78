// `atoll calibrate`: writes the calibration that converts times of a board's device into those of a chip.

import { buildPrograms } from '../../../bench/build.js';
import { selectPrograms, withSize } from '../../../bench/select.js';
import { type Calibration, newCalibration, writeCalibration } from '../../../board/calibration/file.js';
import { fit, onLine } from '../../../board/calibration/fit.js';
import { connectBoard } from '../../../board/client/connect.js';
import { measureTransfers } from '../../../board/client/measure.js';
import { isBoardEngine } from '../../../config/engine-names.js';
import { TRANSFERS } from '../../../driver/atoll/services.js';
import { loadNative } from '../../../host/native.js';
import { type AgreedLaunch, agreementOf } from '../../../report/agreement.js';
import { agreementTable, agreementText } from '../../../report/agreement-text.js';
import { readConfiguration } from '../../../timing/config/configuration.js';
import { AtollError } from '../../../util/errors.js';
import { release } from '../../../util/paths.js';
import { onInterruption } from '../../command-line/interruption.js';
import { writeError } from '../../command-line/output.js';
import { manifestOf } from '../bench/bench.js';
import { accessOf } from '../run/run-board.js';
import { type CalibrationRuns, timedLaunches } from './runs.js';
import { fitTable } from './text.js';

export interface CalibrateFlags {
  readonly output: string;
  readonly engine: string;
  readonly boardToken?: string;
  readonly device: string;
  readonly manifest?: string;
  readonly size: string;
  readonly rounds: number;
  readonly timeLimit: number;
  readonly deviceMhz?: number;
  readonly targetMhz?: number;
  readonly build: boolean;
}

/**
 * Sizes of the measured transfers in bytes: from those that measure the constant offset to those that measure the rate.
 */
const SIZES = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => 1024 * 4 ** n);
const ROUNDS = 15;

const say = (text: string): void => writeError(`atoll calibrate: ${text}\n`);

/** The device, and its transfer lines. @throws AtollError if the board is not usable */
function measureDevice({ engine, boardToken }: CalibrateFlags): {
  readonly device: Calibration['device'];
  readonly requests: Calibration['requests'];
} {
  const native = loadNative();
  const access = accessOf({ engine, lockstep: undefined, boardToken, boardSilence: undefined });
  const connected = connectBoard(access, native);
  const { platform, name, clockMHz } = connected.facts;
  const measured = measureTransfers(access, connected, native, TRANSFERS, SIZES, ROUNDS);
  const lineOf = (request: (typeof TRANSFERS)[number]) =>
    fit(
      measured
        .filter((each) => each.request === request)
        .map(({ bytes, nanoseconds }) => ({ from: bytes, to: nanoseconds, group: String(bytes) })),
    );
  const device = { platform, name, mhz: clockMHz > 0 ? clockMHz : null };
  return { device, requests: Object.fromEntries(TRANSFERS.map((request) => [request, lineOf(request)])) };
}

function agreementsOf(launches: readonly AgreedLaunch[], launch: Calibration['requests']['launch']) {
  const before = agreementOf(launches);
  if (!before || !launch) return {};
  // Error relative to the time of the target, as for the residuals.
  const calibrated = launches.map((each) => ({
    ...each,
    measured: each.simulated,
    simulated: onLine(launch, each.measured),
  }));
  const after = agreementOf(calibrated);
  return after ? { agreement: { before, after } } : {};
}

function report(file: string, calibration: Calibration): void {
  const { device, target, requests, agreement } = calibration;
  const clock = (mhz: number | null): string => (mhz === null ? 'at an unknown clock' : `at ${mhz} MHz`);
  const lines = [
    `launches from ${device.name} ${clock(device.mhz)} to ${target.name} ${clock(target.mhz)}; transfers of the device itself`,
    fitTable({ requests }),
    ...(agreement
      ? [
          agreementTable(agreement.before),
          `simulated and measured times: ${agreementText(agreement.before)}`,
          `calibrated and simulated times: ${agreementText(agreement.after)}`,
        ]
      : []),
    `written: ${file} (atoll run --engine ... --calibration ${file})`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** @throws AtollError BAD_OPTION, HOST if no launch could be measured */
export async function calibrate(names: readonly string[], flags: CalibrateFlags): Promise<void> {
  if (!isBoardEngine(flags.engine))
    throw new AtollError('BAD_OPTION', `'${flags.engine}' is not another OpenCL`, '--engine opencl:PLATFORM');
  const manifest = manifestOf(flags);
  const programs = withSize(selectPrograms(manifest, { names, tags: [] }), flags.size);
  const chip = readConfiguration(flags.device);
  const { device, requests } = measureDevice(flags);
  if (flags.build) await buildPrograms(manifest, programs);
  const { signal, end } = onInterruption();
  const token = flags.boardToken === undefined ? [] : ['--board-token', flags.boardToken];
  const runs: CalibrationRuns = {
    boardFlags: ['--engine', flags.engine, ...token],
    chip: flags.device,
    size: flags.size,
    rounds: flags.rounds,
    limitSeconds: flags.timeLimit,
    signal,
  };
  const launches: AgreedLaunch[] = [];
  for (const program of programs) {
    if (signal.aborted) return end();
    say(program.name);
    launches.push(...(await timedLaunches(program, runs, say)));
  }
  end();
  const launch = fit(
    launches.map(({ program, measured, simulated }) => ({ from: measured, to: simulated, group: program })),
  );
  if (!launch) throw new AtollError('HOST', 'no launch was measured on both devices');
  const calibration = newCalibration({
    release,
    made: new Date().toISOString(),
    device: { ...device, mhz: flags.deviceMhz ?? device.mhz },
    target: { name: `the timing model of ${chip.name}`, mhz: flags.targetMhz ?? chip.values.gpu.clockMHz },
    requests: { launch, ...requests },
    ...agreementsOf(launches, launch),
  });
  writeCalibration(flags.output, calibration);
  report(flags.output, calibration);
}

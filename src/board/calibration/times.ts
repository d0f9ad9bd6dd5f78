// Result of a calibration run: the line of its launches, and the times of its transfers.

import { TRANSFERS, type TransferTimes } from '../../driver/atoll/services.js';
import { AtollError } from '../../util/errors.js';
import { groupsOf } from '../../util/required.js';
import type { Calibration } from './file.js';
import type { Line } from './fit.js';

/** `FILE`, and the clocks that it is used for, where they are others than when it was made. */
export interface CalibrationOption {
  readonly file: string;
  readonly deviceMHz: number | undefined;
  readonly targetMHz: number | undefined;
}

/** Plain data: it crosses threads. */
export interface EventTimes {
  /** From the device's nanoseconds to those that events show. */
  readonly launch: Line | undefined;
  readonly transfers: TransferTimes;
}

const CLOCK = /^(.*),(device|target)-mhz=([^,]*)$/s;

/** @param text FILE[,device-mhz=N][,target-mhz=N] @throws AtollError BAD_OPTION for a clock that is none */
export function parseOption(text: string): CalibrationOption {
  const clocks: Record<string, number> = {};
  let file = text;
  for (let match = CLOCK.exec(file); match; match = CLOCK.exec(file)) {
    const [rest, which, mhz] = groupsOf(match, 3);
    if (!(Number(mhz) > 0 && Number.isFinite(Number(mhz))))
      throw new AtollError(
        'BAD_OPTION',
        `--calibration: '${mhz}' is not a clock frequency`,
        `FILE,${which}-mhz=NUMBER`,
      );
    clocks[which] = Number(mhz);
    file = rest;
  }
  return { file, deviceMHz: clocks['device'], targetMHz: clocks['target'] };
}

/**
 * Ratio of times at another clock.
 * @throws AtollError BAD_OPTION if the clock of the calibration is unknown
 */
function change(which: string, calibrated: number | null, now: number | undefined): number {
  if (now === undefined) return 1;
  if (calibrated === null)
    throw new AtollError(
      'BAD_OPTION',
      `the calibration does not contain the clock of its ${which}: times cannot be converted to another one`,
      `make it with atoll calibrate --${which}-mhz`,
    );
  return calibrated / now;
}

/** @throws AtollError BAD_OPTION for a new clock if that of the calibration is unknown */
export function eventTimes({ device, target, requests }: Calibration, option: CalibrationOption): EventTimes {
  const { launch } = requests;
  const targetChange = change('target', target.mhz, option.targetMHz);
  // On a slower device a launch of the same cycles has taken longer.
  const deviceChange = 1 / change('device', device.mhz, option.deviceMHz);
  const transfers = TRANSFERS.map((kind) => requests[kind]);
  return {
    launch: launch && { factor: launch.factor * targetChange * deviceChange, offset: launch.offset * targetChange },
    transfers: {
      offsetNs: transfers.map((fit) => BigInt(Math.round(fit?.offset ?? 0))),
      femtosecondsPerByte: transfers.map((fit) => BigInt(Math.round((fit?.factor ?? 0) * 1e6))),
    },
  };
}

// The board of a run: its address, token and platform, and a device model within its limits.

import { resolve } from 'node:path';
import { type BoardPlace, boardAddress } from '../../../board/address.js';
import type { EventTimes } from '../../../board/calibration/times.js';
import type { BoardSettings } from '../../../board/client/boards.js';
import { type BoardAccess, boardName, connectBoard } from '../../../board/client/connect.js';
import { checkLimits, chipFor } from '../../../board/client/limits.js';
import { parseTolerance } from '../../../board/client/tolerance.js';
import type { DeviceFacts } from '../../../board/protocol.js';
import type { Settings } from '../../../config/config.js';
import { isBoardEngine } from '../../../config/engine-names.js';
import { deviceModel, FAMILY, withWorkGroups } from '../../../driver/device-models.js';
import { loadNative } from '../../../host/native.js';
import { AtollError } from '../../../util/errors.js';
import { elementOf, required } from '../../../util/required.js';
import { readToken } from '../../inputs/token-file.js';
import { devicesOf, type RunPlan, withSettings } from './run-plan.js';

/** Default of --board-silence. */
const SILENCE = 10;

/** By default, limits work-groups to the size that all chips support, if the board's device supports no larger ones. */
const withFittingGroups = (facts: DeviceFacts, settings: Settings): Settings =>
  settings.maxWorkGroupSize === undefined &&
  Number(facts.workGroupSize) < Math.max(...devicesOf(settings).map((id) => deviceModel(id).maxWorkGroupSize))
    ? { ...settings, maxWorkGroupSize: FAMILY.maxWorkGroupSize }
    : settings;

/** The device that programs see. Without --device a smaller one replaces it, if the board's device has lower limits. */
function deviceFor(
  facts: DeviceFacts,
  { settings: configured, anyDevice }: RunPlan,
  log: (text: string) => void,
): Settings {
  const settings = withFittingGroups(facts, configured);
  const chips = devicesOf(settings)
    .map(deviceModel)
    .map((chip) => withWorkGroups(chip, settings.maxWorkGroupSize));
  if (!anyDevice) {
    checkLimits(facts, chips);
    return settings;
  }
  const preferred = elementOf(chips, 0, 'device');
  const chip = chipFor(facts, preferred);
  if (chip !== preferred)
    log(`programs see ${chip.name}: ${facts.name} is too small for ${preferred.name} (--device ${preferred.id})`);
  return { ...settings, device: chip.id };
}

/** The token for the board at a place. @throws AtollError BAD_OPTION, HOST */
export function tokenFor(place: BoardPlace, file: string | undefined): string {
  if (place.is === 'tcp' && file === undefined)
    throw new AtollError(
      'BAD_OPTION',
      `${boardName(place)} requires a token`,
      'add --board-token FILE, the token file of atoll board',
    );
  return file === undefined ? '' : readToken(file);
}

/** Address, platform and token of the board in the options. @throws AtollError BAD_OPTION, HOST */
export function accessOf(settings: Pick<Settings, 'engine' | 'lockstep' | 'boardToken' | 'boardSilence'>): BoardAccess {
  const { engine, lockstep, boardToken, boardSilence } = settings;
  const name = required((lockstep ?? [engine]).find(isBoardEngine), 'engine that is a board');
  const { place, platform } = required(boardAddress(name), `address of ${name}`);
  return { place, platform, token: tokenFor(place, boardToken), silenceMs: (boardSilence ?? SILENCE) * 1000 };
}

/**
 * The conversion of times by a calibration.
 * @throws AtollError BAD_INPUT; BAD_OPTION for a calibration of another device
 */
async function timesOf(option: string, facts: DeviceFacts): Promise<EventTimes> {
  const [{ parseOption, eventTimes }, { readCalibration, checkDevice }] = await Promise.all([
    import('../../../board/calibration/times.js'),
    import('../../../board/calibration/file.js'),
  ]);
  const parsed = parseOption(option);
  const calibration = readCalibration(parsed.file);
  checkDevice(calibration, parsed.file, facts);
  return eventTimes(calibration, parsed);
}

/**
 * Connects to the board that the engine names, and checks its device.
 * @returns the settings of the board, and the run plan adapted to it
 * @throws AtollError with the cause, before the program starts
 */
export async function openBoard(
  plan: RunPlan,
  log: (text: string) => void,
): Promise<{ readonly board: BoardSettings; readonly plan: RunPlan }> {
  const { settings, verify } = plan;
  const compare = settings.lockstep && {
    tolerance: parseTolerance(settings.tolerance),
    goesOn: verify !== undefined,
    file: resolve(`difference-${process.pid}.atoll`),
  };
  const access = accessOf(settings);
  const connected = connectBoard(access, loadNative());
  const fitting = await withSettings(plan, deviceFor(connected.facts, plan, log));
  const { calibration } = settings;
  const times = calibration === undefined ? undefined : await timesOf(calibration, connected.facts);
  return { board: { access, connected, compare, times }, plan: fitting };
}

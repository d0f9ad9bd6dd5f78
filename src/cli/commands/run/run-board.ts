// What a run needs whose launches go to a board: the way to it, and a device that can be what programs are told.

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
import { readToken } from '../../inputs/token-file.js';
import { devicesOf, type RunPlan } from './run-plan.js';

/** Seconds without a word of a board after which it is given up. */
const SILENCE = 10;

/**
 * Where nothing else is asked for, work-groups of the size that all chips have, if the board's device has no larger
 * ones.
 */
const withFittingGroups = (facts: DeviceFacts, settings: Settings): Settings =>
  settings.maxWorkGroupSize === undefined &&
  Number(facts.workGroupSize) < Math.max(...devicesOf(settings).map((id) => deviceModel(id).maxWorkGroupSize))
    ? { ...settings, maxWorkGroupSize: FAMILY.maxWorkGroupSize }
    : settings;

/**
 * The device that programs are told of; a smaller one where nobody has asked for it and the board's device has less.
 */
function deviceFor(facts: DeviceFacts, { settings: asked, anyDevice }: RunPlan, log: (text: string) => void): Settings {
  const settings = withFittingGroups(facts, asked);
  const chips = devicesOf(settings)
    .map(deviceModel)
    .map((chip) => withWorkGroups(chip, settings.maxWorkGroupSize));
  if (!anyDevice) {
    checkLimits(facts, chips);
    return settings;
  }
  const [wanted] = chips;
  const chip = chipFor(facts, wanted!);
  if (chip !== wanted)
    log(`programs are told of ${chip.name}: ${facts.name} is too small for ${wanted!.name} (--device ${wanted!.id})`);
  return { ...settings, device: chip.id };
}

/** What the board at a place is to be told. @throws AtollError BAD_OPTION */
export function tokenFor(place: BoardPlace, file: string | undefined): string {
  if (place.is === 'tcp' && file === undefined)
    throw new AtollError(
      'BAD_OPTION',
      `${boardName(place)} asks for a token`,
      'add --board-token FILE, the file that atoll board --listen has',
    );
  return file === undefined ? '' : readToken(file);
}

/** The way to the board that the options name. @throws AtollError BAD_OPTION */
export function accessOf(settings: Pick<Settings, 'engine' | 'lockstep' | 'boardToken' | 'boardSilence'>): BoardAccess {
  const { engine, lockstep, boardToken, boardSilence } = settings;
  const name = (lockstep ?? [engine]).find(isBoardEngine)!;
  const { place, platform } = boardAddress(name)!;
  return { place, platform, token: tokenFor(place, boardToken), silenceMs: (boardSilence ?? SILENCE) * 1000 };
}

/** What a calibration makes of times. @throws AtollError BAD_INPUT, BAD_OPTION for one of another device, or none */
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
 * @returns what the run needs of it, and what it is to do then
 * @throws AtollError with what is in the way, before the program starts
 */
export async function openBoard(
  order: RunPlan,
  log: (text: string) => void,
): Promise<{ readonly board: BoardSettings; readonly order: RunPlan }> {
  const { settings, verify } = order;
  const compare = settings.lockstep && {
    tolerance: parseTolerance(settings.tolerance),
    goesOn: verify !== undefined,
    file: resolve(`difference-${process.pid}.atoll`),
  };
  const access = accessOf(settings);
  const connected = connectBoard(access, loadNative());
  const fitting = { ...order, settings: deviceFor(connected.facts, order, log) };
  const { calibration } = settings;
  const times = calibration === undefined ? undefined : await timesOf(calibration, connected.facts);
  return { board: { access, connected, compare, times }, order: fitting };
}

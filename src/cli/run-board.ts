// What a run needs whose launches go to a board: the way to it, and a device that can be what programs are told.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { boardAddress } from '../board/address.js';
import type { BoardSettings } from '../board/client/boards.js';
import { boardName, connectBoard } from '../board/client/connect.js';
import { checkLimits } from '../board/client/limits.js';
import { parseTolerance } from '../board/client/tolerance.js';
import type { Settings } from '../config/config.js';
import { isBoardEngine } from '../config/engine-names.js';
import { personality } from '../driver/personalities.js';
import { loadNative } from '../host/native.js';
import { AtollError } from '../util/errors.js';
import { devicesOf, type RunVerify } from './run-order.js';

/** Seconds without a word of a board after which it is given up. */
const SILENCE = 10;

/** The token in a file: its first line. @throws AtollError BAD_OPTION for a file that has none */
export function readToken(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new AtollError('BAD_OPTION', `the token of the board cannot be read: ${(error as Error).message}`);
  }
  const token = text.split('\n')[0]!.trim();
  if (token.length >= 16) return token;
  throw new AtollError(
    'BAD_OPTION',
    `${file} holds no token of at least 16 characters`,
    `make one: (umask 077; head -c 24 /dev/urandom | base64 >${file})`,
  );
}

/**
 * Connects to the board that the engine names, and checks its device.
 * @throws AtollError with what is in the way, before the program starts
 */
export function openBoard(settings: Settings, verify?: RunVerify): BoardSettings {
  const { engine, lockstep } = settings;
  const name = (lockstep ?? [engine]).find(isBoardEngine)!;
  const { place, platform } = boardAddress(name)!;
  const compare = lockstep && {
    tolerance: parseTolerance(settings.tolerance),
    goesOn: verify !== undefined,
    file: resolve(`difference-${process.pid}.atoll`),
  };
  if (place.is === 'tcp' && settings.boardToken === undefined)
    throw new AtollError(
      'BAD_OPTION',
      `${boardName(place)} asks for a token`,
      'add --board-token FILE, the file that atoll board --listen has',
    );
  const token = settings.boardToken === undefined ? '' : readToken(settings.boardToken);
  const access = { place, platform, token, silenceMs: (settings.boardSilence ?? SILENCE) * 1000 };
  const connected = connectBoard(access, loadNative());
  checkLimits(connected.facts, devicesOf(settings).map(personality));
  return { access, connected, compare };
}

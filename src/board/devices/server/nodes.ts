// The device files that a board gives.

import { accessSync, statSync } from 'node:fs';
import { AtollError } from '../../../util/errors.js';
import type { RemoteDeviceNode } from '../protocol.js';

/** Parts of a device number (gnu_dev_major, gnu_dev_minor). */
const majorOf = (device: number): number => Number((BigInt(device) >> 8n) & 0xfffn);
const minorOf = (device: number): number => (device & 0xff) | (Math.floor(device / 2 ** 20) << 8);

/** @throws AtollError HOST for a path that is no device here */
export function givenNode(path: string): RemoteDeviceNode {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    // A device of an outer Atoll may be opened, and not be looked at.
    if (!stats) accessSync(path);
    if (stats?.isFile() || stats?.isDirectory()) throw new Error('it is not a device');
    const type = stats?.isBlockDevice() ? 'block' : 'character';
    const number = stats?.rdev ?? 0;
    return { path, type, major: majorOf(number), minor: minorOf(number) };
  } catch (error) {
    throw new AtollError('HOST', `the board cannot serve ${path}: ${(error as Error).message}`);
  }
}

/** Those that a program requests; all for none. @throws AtollError HOST naming what is not given */
export function nodesFor(requested: readonly string[], nodes: readonly string[]): RemoteDeviceNode[] {
  const missing = requested.find((path) => !nodes.includes(path));
  if (missing !== undefined)
    throw new AtollError('HOST', `the board does not serve ${missing}`, `it serves ${nodes.join(', ')}`);
  return (requested.length > 0 ? requested : nodes).map(givenNode);
}

// Opens of /dev/atoll0 without a guest: missing parts of mapper, processors and front end do nothing.

import { AtollDevice, type AtollFile } from '../../src/driver/atoll/device.js';
import type { AtollServices } from '../../src/driver/atoll/services.js';
import { Contexts } from '../../src/driver/core/contexts.js';
import type { CoreServices } from '../../src/driver/core/services.js';
import type { OpenRequest } from '../../src/host/device.js';

const nothing = (): undefined => undefined;
const zero = (): number => 0;

export const idle: CoreServices['processors'] = {
  post: nothing,
  removed: async () => undefined,
  poll: nothing,
  expectLaunches: nothing,
  expectWork: nothing,
};

/** Leaves memory as it is: it is not shared. */
const mapper: CoreServices['mapper'] = {
  mapFixed: nothing,
  misalignment: zero,
  populateHuge: zero,
  unmapToZero: nothing,
  punchHole: nothing,
  futexWake: zero,
};

export function atollDevice(core: Partial<CoreServices>, services: Partial<AtollServices> = {}) {
  const contexts = new Contexts({ mapper, processors: idle, log: nothing, warn: nothing, ...core });
  const dependencies = { devices: [], frontEnd: undefined as never, release: '0', ...services };
  return { contexts, device: new AtollDevice(contexts, dependencies) };
}

/** @param fields of the open; the file behind it is none */
export function openFile(device: AtollDevice, fields: Partial<OpenRequest> = {}): AtollFile {
  const file = device.open({ pid: 1, tid: 1, flags: 0, abi: 'x86-64', fd: -1, inode: 1, ...fields });
  if (typeof file === 'number') throw new Error(`refused with ${file}`);
  return file;
}

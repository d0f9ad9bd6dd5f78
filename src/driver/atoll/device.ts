// /dev/atoll0: every open is a session of its own.

import { constants } from 'node:os';
import { requestName } from '../../abi/describe.js';
import { FILE_SIZE } from '../../abi/memory-map.js';
import { DEVICE_PATH, IOCTL_TYPE, MAX_DEVICES } from '../../abi/schema.js';
import type { Device, IoctlCall, OpenRequest, VirtualFile } from '../../host/device.js';
import { AtollError } from '../../util/errors.js';
import type { Contexts } from '../core/contexts.js';
import { BuildRoom } from './build-room.js';
import { describeRequest } from './describe.js';
import { answerRequest } from './requests.js';
import { RING } from './ring.js';
import type { AtollServices } from './services.js';
import { Session } from './session.js';

/** The file that a guest has opened. */
export class AtollFile implements VirtualFile {
  readonly size = FILE_SIZE;

  constructor(readonly session: Session) {}

  ioctl(call: IoctlCall): number | Promise<number> {
    const { session } = this;
    if (session.isReleased) return -constants.errno.EIO;
    if (session.refused) return -session.refused;
    session.context.announce();
    if (requestName(call.request) === 'PROGRAM_BUILD' && !session.builds.hasRoom(session.id))
      return session.builds.wait(session.id).then(() => this.ioctl(call));
    return answerRequest(session, call);
  }

  release(): void {
    this.session.release();
  }
}

export class AtollDevice implements Device {
  readonly path = DEVICE_PATH;
  /** A number of the local/experimental range of the kernel's devices.txt. */
  readonly major = 240;
  readonly minor = 0;
  readonly requests = { type: IOCTL_TYPE };
  readonly describe = describeRequest;
  private readonly builds = new BuildRoom();

  /** @throws AtollError BAD_OPTION for more devices than the protocol has room for */
  constructor(
    private readonly contexts: Contexts,
    private readonly services: AtollServices,
  ) {
    const { length } = services.devices;
    if (length <= MAX_DEVICES) return;
    throw new AtollError('BAD_OPTION', `${length} devices are too many`, `at most ${MAX_DEVICES} can be simulated`);
  }

  open(request: OpenRequest): AtollFile | number {
    const context = this.contexts.open(request.fd, RING);
    if (typeof context === 'number') return context;
    return new AtollFile(new Session(request, context, this.services, this.builds));
  }
}

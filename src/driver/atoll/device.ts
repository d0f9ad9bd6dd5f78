// /dev/atoll0: every open is a session of its own.

import { constants } from 'node:os';
import { requestName } from '../../abi/describe.js';
import { MAX_SPACE_SIZE } from '../../abi/memory-map.js';
import { AddressSpace, LOWEST } from '../../emulator/address-space.js';
import type { Device, IoctlCall, OpenRequest, VirtualFile } from '../../host/device.js';
import type { Contexts } from '../core/contexts.js';
import { fileSizeOf } from '../core/device-file.js';
import { type DeviceModel, isLargeMemory } from '../device-models.js';
import { BuildQueue } from './build-queue.js';
import { describeRequest } from './describe.js';
import { ATOLL_FACE } from './device-node.js';
import { answerRequest } from './requests.js';
import { RING } from './ring.js';
import type { AtollServices } from './services.js';
import { Session } from './session.js';

const LARGE = new AddressSpace(0n, MAX_SPACE_SIZE);
/** The address space of programs that see these chips. */
const spaceOf = (chips: readonly DeviceModel[]): AddressSpace => (chips.some(isLargeMemory) ? LARGE : LOWEST);

/** The file that a guest has opened. */
export class AtollFile implements VirtualFile {
  readonly size: number;

  constructor(readonly session: Session) {
    this.size = fileSizeOf(session.context.video.memory.space);
  }

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
  readonly path = ATOLL_FACE.path;
  readonly major = ATOLL_FACE.major;
  readonly minor = ATOLL_FACE.minor;
  readonly requests = ATOLL_FACE.requests;
  readonly describe = describeRequest;
  private readonly builds = new BuildQueue();

  constructor(
    private readonly contexts: Contexts,
    private readonly services: AtollServices,
  ) {}

  ready(): Promise<void> | undefined {
    return this.contexts.room();
  }

  open(request: OpenRequest): AtollFile | number {
    const context = this.contexts.open(request.fd, RING, spaceOf(this.services.devices));
    if (typeof context === 'number') return context;
    return new AtollFile(new Session(request, context, this.services, this.builds));
  }
}

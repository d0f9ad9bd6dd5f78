// HELLO, DEVICE_INFO, TRACE_DRAIN and CALL_FAILED.

import { readFileSync } from 'node:fs';
import { clErrorName } from '../../../abi/cl-errors.js';
import { DeviceFlag, PROTOCOL_VERSION } from '../../../abi/schema.js';
import { graphicsVersion } from '../../../chips/chips.js';
import { RequestError, require } from '../../core/errno.js';
import { FAMILY, FIRST_PCI_BUS, maxAllocation } from '../../device-models.js';
import type { RequestHandler } from '../handler.js';

export const hello: RequestHandler<'HELLO'> = (session, request) => {
  if (request.version !== PROTOCOL_VERSION) {
    throw new RequestError(
      'EPROTO',
      `guest library uses protocol ${request.version}, expected ${PROTOCOL_VERSION}: rebuild it`,
    );
  }
  session.calls?.start();
  session.failures?.start();
  return { version: PROTOCOL_VERSION, device_count: session.devices.length, release: session.services.release };
};

/**
 * The version of AMD's driver whose place we take: of the last family with Southern Islands (AMDGPU-PRO 17.30).
 * Programs refuse those before 2117 and some that are known to be broken (2236, 2264, 2348).
 */
const AMD_DRIVER = '2442.7';

export const driverVersion: RequestHandler<'DRIVER_VERSION'> = ({ services }) => ({
  text: `${AMD_DRIVER} (VM) Atoll ${services.release} ${services.frontEnd.identity()}`,
});

const deviceFlags = ({ services, context }: Parameters<RequestHandler<'DEVICE_INFO'>>[0]): number =>
  DeviceFlag.FP64 |
  DeviceFlag.IMAGES |
  (services.frontEnd.isUsable() ? DeviceFlag.COMPILER : 0) |
  (context.services.notes ? DeviceFlag.NOTES : 0) |
  (context.services.traced ? DeviceFlag.TRACED : 0);

export const describeDevice: RequestHandler<'DEVICE_INFO'> = (session, { index }) => {
  const chip = session.devices[index];
  require(chip !== undefined, `there is no device ${index}`);
  const { major, minor } = graphicsVersion(chip);
  return {
    flags: deviceFlags(session),
    name: chip.name,
    board: chip.board,
    vendor_id: FAMILY.vendorId,
    compute_units: chip.computeUnits,
    clock_mhz: chip.clockMHz,
    wavefront_size: chip.limits.wavefrontSize,
    max_work_group_size: chip.maxWorkGroupSize,
    lds_size: chip.limits.ldsPerWorkGroup,
    global_memory: BigInt(chip.globalMemory),
    max_allocation: BigInt(maxAllocation(chip)),
    cache_size: BigInt(chip.cacheSize),
    constant_buffer: BigInt(FAMILY.constantBuffer),
    cache_line: FAMILY.cacheLine,
    memory_channels: chip.memoryChannels,
    simd_per_compute_unit: chip.limits.simdsPerComputeUnit,
    image_2d_max: FAMILY.image2dMax,
    image_3d_max: FAMILY.image3dMax,
    image_array_max: FAMILY.imageArrayMax,
    image_buffer_max: FAMILY.imageBufferMax,
    max_samplers: FAMILY.maxSamplers,
    max_read_images: FAMILY.maxReadImages,
    max_write_images: FAMILY.maxWriteImages,
    printf_buffer: session.services.printfBuffer ?? FAMILY.printfBuffer,
    lds_per_compute_unit: chip.limits.ldsPerComputeUnit,
    gfx_major: major,
    gfx_minor: minor,
    pci_device: chip.pciDevice,
    pci_bus: FIRST_PCI_BUS + index,
    transfer_offset_ns: [...(session.services.transfers?.offsetNs ?? [])],
    transfer_fs_per_byte: [...(session.services.transfers?.femtosecondsPerByte ?? [])],
  };
};

export const drainTrace: RequestHandler<'TRACE_DRAIN'> = ({ calls }) => ({ taken: calls?.drain() ?? 0 });

/** Name of a thread; empty where the system has none. */
function threadName(process: number, thread: number): string {
  try {
    return readFileSync(`/proc/${process}/task/${thread}/comm`, 'utf8').trimEnd();
  } catch {
    return '';
  }
}

export const callFailed: RequestHandler<'CALL_FAILED'> = ({ failures }, request, { pid, tid }) => {
  require(failures !== undefined, 'reports of failed calls have not been requested');
  const { call, code, caller, caller_offset: callerOffset } = request;
  const threadOf = { process: pid, thread: tid, threadName: threadName(pid, tid) };
  return { number: failures.failed({ call, error: clErrorName(code), caller, callerOffset, ...threadOf }) };
};

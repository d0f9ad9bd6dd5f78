// Requests of Linux' compute driver, by the structures that the simulated one has (src/driver/kfd/schema.ts), and of
// the GPU's own node those that its library makes: struct drm_version, drm_client, drm_amdgpu_info (drm.h,
// amdgpu_drm.h).

import { EventData, KFD_TYPE, ProcessDeviceApertures, REQUESTS, type RequestName } from '../../driver/kfd/schema.js';
import { required } from '../../util/required.js';
import type { Pointer, RequestSchema } from './schema.js';

interface PointerField {
  readonly field: string;
  readonly count: string;
  /** Bytes for each that is counted. */
  readonly unit: number;
  readonly direction: Pointer['direction'];
  readonly pointers?: readonly Pointer[];
}

const WIDE = 8;
const WORD = 4;
const list = (field: string, count: string, unit: number, direction: Pointer['direction']): PointerField => ({
  field,
  count,
  unit,
  direction,
});

/** Memory of the program that a structure points to. */
const POINTING: Partial<Record<RequestName, readonly PointerField[]>> = {
  WAIT_EVENTS: [list('events_ptr', 'num_events', EventData.size, 'inout')],
  GET_TILE_CONFIG: [
    list('tile_config_ptr', 'num_tile_configs', WORD, 'out'),
    list('macro_tile_config_ptr', 'num_macro_tile_configs', WORD, 'out'),
  ],
  GET_PROCESS_APERTURES_NEW: [
    list('kfd_process_device_apertures_ptr', 'num_of_nodes', ProcessDeviceApertures.size, 'out'),
  ],
  MAP_MEMORY_TO_GPU: [list('device_ids_array_ptr', 'n_devices', WORD, 'in')],
  UNMAP_MEMORY_FROM_GPU: [list('device_ids_array_ptr', 'n_devices', WORD, 'in')],
  // Counted in bits.
  SET_CU_MASK: [list('cu_mask_ptr', 'num_cu_mask', 1 / 8, 'in')],
};

/** Addresses in requests to the GPU: of the program's memory, which differ in every run. */
const ADDRESS = /^(?:va_addr|tba_addr|tma_addr|\w+_address)$/;

/** Descriptors of the program. */
const DESCRIPTOR = /(?:^|_)fd$/;

interface AddressField {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

function schemaOf(name: RequestName, argumentSize: number): RequestSchema {
  const [, direction, struct] = REQUESTS[name];
  const fields: readonly AddressField[] = struct.fields;
  const find = (field: string): AddressField =>
    required(
      fields.find((each) => each.name === field),
      `field ${field} of ${name}`,
    );
  // Programs may have been built with a header that knows less of a structure.
  const size = Math.min(argumentSize, struct.size);
  const pointers = (POINTING[name] ?? []).flatMap(({ field, count, unit, direction: way }): Pointer[] => {
    const [address, length] = [find(field), find(count)];
    if (address.offset + WIDE > size || length.offset + length.size > size) return [];
    const lengthSize = length.size === WIDE ? WIDE : WORD;
    return [{ name: field, at: address.offset, length: { at: length.offset, size: lengthSize, unit }, direction: way }];
  });
  return {
    name: `AMDKFD_IOC_${name}`,
    size,
    reads: (direction & 1) !== 0,
    writes: (direction & 2) !== 0,
    masked: [],
    own: fields
      .filter((field) => ADDRESS.test(field.name) && field.offset + field.size <= size)
      .flatMap(({ offset, size: bytes }) => [offset, bytes]),
    pointers,
    ...(fields.some((field) => DESCRIPTOR.test(field.name)) ? { ofDescriptor: true } : {}),
  };
}

const NAMES = new Map(Object.entries(REQUESTS).map(([name, [number]]) => [number as number, name as RequestName]));
const typeOf = (request: number): number => (request >>> 8) & 0xff;
const sizeOf = (request: number): number => (request >>> 16) & 0x3fff;

/** Of `/dev/kfd`; undefined without a description. */
export function kfdRequest(request: number): RequestSchema | undefined {
  const name = typeOf(request) === KFD_TYPE ? NAMES.get(request & 0xff) : undefined;
  return name && schemaOf(name, sizeOf(request));
}

/** struct drm_version: three numbers, then length and address of three texts. */
const TEXTS = [
  { name: 'name', at: 16 },
  { name: 'date', at: 32 },
  { name: 'desc', at: 48 },
] as const;

/** Of `/dev/dri/renderDN`. */
export const RENDER: ReadonlyMap<number, RequestSchema> = new Map<number, RequestSchema>([
  [
    0xc0406400,
    {
      name: 'DRM_IOCTL_VERSION',
      size: 64,
      reads: true,
      writes: true,
      masked: [0, 12],
      pointers: TEXTS.map(({ name, at }) => ({
        name,
        at: at + WIDE,
        length: { at, size: WIDE, unit: 1 },
        direction: 'out',
      })),
    },
  ],
  [0xc0286405, { name: 'DRM_IOCTL_GET_CLIENT', size: 40, reads: true, writes: true, masked: [4, 36], pointers: [] }],
  [
    0x40206445,
    {
      name: 'DRM_IOCTL_AMDGPU_INFO',
      size: 32,
      reads: true,
      writes: false,
      masked: [],
      pointers: [{ name: 'return_pointer', at: 0, length: { at: 8, size: WORD, unit: 1 }, direction: 'out' }],
    },
  ],
]);

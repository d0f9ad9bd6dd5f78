// The OpenCL extensions that the devices offer, once: the runtime's lists and the reference page derive from it. An
// entry here is a promise that all of it works.

import type { DeviceFlag } from './schema.js';

export interface Extension {
  readonly name: string;
  /** As version queries report it: major, minor, patch; 1.0.0 if absent. */
  readonly version?: readonly [number, number, number];
  /** Only of devices with this flag. */
  readonly needs?: keyof typeof DeviceFlag;
  readonly text: string;
}

export const EXTENSIONS: readonly Extension[] = [
  { name: 'cl_khr_icd', text: "the library is loaded by the system's ICD loader as well as by itself" },
  { name: 'cl_khr_global_int32_base_atomics', text: '32-bit atomics in global memory' },
  { name: 'cl_khr_global_int32_extended_atomics', text: 'with minimum, maximum and bitwise operations' },
  { name: 'cl_khr_local_int32_base_atomics', text: '32-bit atomics in local memory' },
  { name: 'cl_khr_local_int32_extended_atomics', text: 'with minimum, maximum and bitwise operations' },
  { name: 'cl_khr_int64_base_atomics', text: '64-bit atomics' },
  { name: 'cl_khr_int64_extended_atomics', text: 'with minimum, maximum and bitwise operations' },
  { name: 'cl_khr_byte_addressable_store', text: 'stores of 8 and 16 bits' },
  { name: 'cl_khr_fp64', needs: 'FP64', text: 'double precision' },
  { name: 'cl_amd_fp64', needs: 'FP64', text: 'the same, under the name that some programs use' },
  { name: 'cl_khr_3d_image_writes', needs: 'IMAGES', text: 'writes to 3D images' },
  { name: 'cl_khr_il_program', needs: 'COMPILER', text: 'programs of SPIR-V 1.0 to 1.6, by clCreateProgramWithILKHR' },
  { name: 'cl_khr_pci_bus_info', text: 'CL_DEVICE_PCI_BUS_INFO_KHR, different for each device' },
  { name: 'cl_amd_printf', text: 'printf in kernels that require this extension' },
  { name: 'cl_amd_media_ops', text: 'amd_pack, amd_unpack, amd_lerp, amd_sad, amd_bitalign and related builtins' },
  {
    name: 'cl_amd_media_ops2',
    text: 'amd_msad, amd_qsad, amd_mqsad, amd_bfe, amd_bfm, amd_median3 and related builtins',
  },
  { name: 'cl_amd_device_attribute_query', text: 'board, topology, SIMD units, wavefront width, memory channels' },
  {
    name: 'cl_khr_extended_versioning',
    text: 'numeric versions of platform, device, OpenCL C and extensions',
  },
  {
    name: 'cl_khr_command_buffer',
    text: 'commands recorded once and enqueued many times',
  },
  {
    name: 'cl_khr_command_buffer_mutable_dispatch',
    version: [0, 9, 5],
    text: 'arguments and sizes of recorded kernels that change between executions',
  },
];

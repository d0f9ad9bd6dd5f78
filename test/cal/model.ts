// Models of kernels and images that the tests of this folder share.

import type { CalArgument } from '../../src/cal/argument.js';
import { IMPLICIT_ARGS } from '../../src/cal/convention.js';
import type { CalImage, CalKernel } from '../../src/cal/image.js';
import { NO_DEBUG_INFO } from '../../src/source/debug-info.js';

/** An argument with these fields, otherwise a uint by value. */
export const argument = (fields: Partial<CalArgument>): CalArgument => ({
  name: 'a',
  kind: 'value',
  typeName: 'uint',
  size: 4,
  offset: 0,
  alignment: 16,
  addressQualifier: 'private',
  accessQualifier: 'none',
  typeQualifiers: [],
  imageDimension: undefined,
  resourceId: undefined,
  ...fields,
});

/** A kernel in which every field has its default. */
export const blankKernel: CalKernel = {
  name: 'k',
  convention: 'llvm',
  code: Uint8Array.of(0, 0, 0x81, 0xbf),
  textSize: 4,
  entryOffset: 0,
  codeRelocations: [],
  data: new Uint8Array(0),
  vgprs: 4,
  sgprs: 8,
  rsrc1: undefined,
  rsrc2: 0x84,
  floatMode: 0xc0,
  ieeeMode: false,
  ldsBytes: 0,
  scratchBytesPerLane: 0,
  uavPrivateBytes: 0,
  userElements: [],
  uavs: [],
  constantBuffers: [],
  samplers: [],
  inlineSamplers: [],
  reqdWorkGroupSize: undefined,
  workGroupLimit: undefined,
  workGroupSizeHint: undefined,
  groupsUnseen: false,
  vecTypeHint: undefined,
  args: [],
  kernargSize: 0,
  implicitArgOffset: 0,
  printfFormats: [],
  debug: NO_DEBUG_INFO,
};

/** A kernel of LLVM's convention in which every field has a value that is not the default. */
export const llvmKernel: CalKernel = {
  ...blankKernel,
  name: 'scale_all',
  code: Uint8Array.from({ length: 64 }, (_, i) => (i * 37) & 255),
  textSize: 40,
  entryOffset: 8,
  codeRelocations: [40, 56],
  vgprs: 12,
  sgprs: 24,
  rsrc1: 0xac0082,
  rsrc2: 0x8084,
  ieeeMode: true,
  ldsBytes: 256,
  scratchBytesPerLane: 848,
  reqdWorkGroupSize: [64, 2, 1],
  workGroupLimit: 512,
  workGroupSizeHint: [32, 1, 1],
  groupsUnseen: true,
  vecTypeHint: 'float4',
  args: [
    argument({
      name: 'out',
      kind: 'global',
      typeName: 'float4*',
      size: 8,
      offset: 36,
      alignment: 8,
      addressQualifier: 'global',
      typeQualifiers: ['const', 'restrict'],
    }),
    argument({ name: 's', typeName: 'struct S', size: 13, offset: 44, alignment: 1 }),
    argument({
      name: 'img',
      kind: 'image',
      typeName: 'image2d_array_t',
      size: 8,
      offset: 60,
      alignment: 8,
      addressQualifier: 'global',
      accessQualifier: 'read_only',
      imageDimension: '2d_array',
    }),
  ],
  kernargSize: 68 + IMPLICIT_ARGS.size,
  implicitArgOffset: 68,
  printfFormats: [{ id: 1, sizes: [4, 16], format: 'a: %d\n"%v4f" \xe9' }],
  debug: {
    lines: [
      { pc: 0, file: 'program.cl', line: 3, column: 1 },
      { pc: 8, file: 'ümlaut "x".h', line: 12, column: 40 },
    ],
    scopes: [
      {
        name: 'scale_all',
        ranges: [{ start: 0, end: 40 }],
        variables: [
          { name: 'x', type: 0, parameter: true, locations: [{ start: 0, end: 8, expression: '9080140a' }] },
          { name: 'gone', type: 3, parameter: false, block: [{ start: 4, end: 8 }], locations: [] },
        ],
        scopes: [
          {
            name: 'outer',
            ranges: [{ start: 4, end: 12 }],
            scopes: [
              {
                name: 'square',
                call: { file: 'third.h', line: 4, column: 7 },
                ranges: [
                  { start: 4, end: 8 },
                  { start: 8, end: 12 },
                ],
                variables: [
                  { name: 'y', type: 2, parameter: false, locations: [{ start: 4, end: 8, expression: '' }] },
                ],
                scopes: [],
              },
            ],
          },
          { name: '', ranges: [{ start: 12, end: 16 }], scopes: [] },
        ],
      },
    ],
    types: [
      { kind: 'signed', name: 'int', size: 4 },
      { kind: 'pointer', size: 8, target: 3, space: 'local' },
      { kind: 'vector', size: 16, element: 0, counts: [3] },
      {
        kind: 'struct',
        name: 'node',
        size: 16,
        members: [
          { name: 'next', type: 1, offset: 0 },
          { name: 'a', type: 4, offset: 8 },
        ],
      },
      { kind: 'opaque', name: 'bit field' },
    ],
    sources: new Map([
      ['program.cl', `${'long\n'.repeat(20_000)}ü`],
      ['third.h', '\u{1f600} "'],
    ]),
  },
};

/** A kernel as AMD Catalyst makes them: a pointer, a value, local memory by argument, an image and a sampler. */
export const catalystKernel: CalKernel = {
  ...blankKernel,
  name: 'filter',
  convention: 'amd',
  code: Uint8Array.from({ length: 208 }, (_, i) => (i * 11) & 255),
  textSize: 208,
  data: new Uint8Array(0x1280),
  vgprs: 7,
  sgprs: 16,
  rsrc2: 0x98,
  userElements: [
    { dataClass: 23, apiSlot: 0, firstSgpr: 2, sgprCount: 2 },
    { dataClass: 2, apiSlot: 0, firstSgpr: 4, sgprCount: 4 },
    { dataClass: 2, apiSlot: 1, firstSgpr: 8, sgprCount: 4 },
  ],
  uavs: [{ id: 11, words: [4, 0, 5] }],
  constantBuffers: [
    { index: 1, vectors: 6 },
    { index: 0, vectors: 15 },
  ],
  samplers: [{ input: 0, sampler: 0 }],
  inlineSamplers: [{ id: 0, value: 22 }],
  reqdWorkGroupSize: [256, 1, 1],
  args: [
    argument({
      name: 'output',
      kind: 'global',
      typeName: 'uint4*',
      addressQualifier: 'global',
      typeQualifiers: ['const'],
      resourceId: 11,
    }),
    argument({
      name: 'block',
      kind: 'local',
      typeName: 'float4*',
      offset: 16,
      addressQualifier: 'local',
      resourceId: 1,
    }),
    argument({ name: 'width', offset: 32 }),
    argument({
      name: 'input',
      kind: 'image',
      typeName: 'image2d_t',
      size: 32,
      offset: 48,
      addressQualifier: 'global',
      accessQualifier: 'read_only',
      imageDimension: '2d',
      resourceId: 0,
    }),
    argument({ name: 'smp', kind: 'sampler', typeName: 'sampler_t', offset: 80, resourceId: 1 }),
  ],
  kernargSize: 96,
};

export const imageOf = (kernels: readonly CalKernel[], fields: Partial<CalImage> = {}): CalImage => ({
  device: 'tahiti',
  compileOptions: ' -DX=1',
  driverText: '@(#) OpenCL 1.1 AMD-APP (923.1).  Driver version: CAL 1.4.1720',
  intermediate: new Uint8Array(0),
  globalData: new Uint8Array(0),
  kernels,
  ...fields,
});

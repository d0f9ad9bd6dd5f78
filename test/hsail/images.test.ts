// Images and samplers of kernels, finalized and as HSAIL: all geometries with elements that differ, descriptors as
// AMD's runtime makes them.

import test from 'ava';
import type { EngineName } from '../../src/config/engine-names.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { type Image, readImage } from '../../src/library/image.js';
import { LibraryMachine, type WorkSize } from '../../src/library/machine.js';
import type { CaseImage, CaseSampler } from './conformance/cases.js';
import { CaseSurface, samplerDescriptor } from './conformance/images.js';
import { argumentsOf, CHIPS, finalized } from './finalized.js';

const AS_HSAIL = 'hsail';
/** Chips, and the HSAIL engine. */
const TARGETS = [...CHIPS, AS_HSAIL] as const;

const imageOfText = async (text: string, target: string): Promise<Image> =>
  target === AS_HSAIL ? readImage(assemble(text)) : finalized([text], target);

const HEAD = 'module &m:1:0:$full:$large:$default;\nextension "IMAGE";\n';
const GEOMETRY = { '1d': 0, '2d': 1, '3d': 2, '1da': 3, '2da': 4, '1db': 5, '2ddepth': 6, '2dadepth': 7 } as const;
type Geometry = keyof typeof GEOMETRY;
const RGBA = 8;
const DEPTH = 18;
const UNSIGNED_INT32 = 13;
const FLOAT = 15;

interface Bench {
  readonly machine: LibraryMachine;
  image(image: CaseImage): bigint;
  sampler(sampler: Omit<CaseSampler, 'name'>): bigint;
}

async function bench(engine: EngineName): Promise<Bench> {
  const machine = new LibraryMachine({ engine });
  const handle = (words: Uint32Array): bigint => BigInt(machine.buffer(words).address);
  return {
    machine,
    image: (image) => {
      const surface = new CaseSurface(image);
      return handle(surface.descriptor(machine.buffer(surface.contents()).address));
    },
    sampler: (sampler) => handle(samplerDescriptor({ name: '', ...sampler })),
  };
}

const SIZES: Readonly<Record<Geometry, readonly [width: number, height: number, depth: number, arraySize: number]>> = {
  '1d': [6, 1, 1, 1],
  '2d': [6, 5, 1, 1],
  '3d': [6, 5, 4, 1],
  '1da': [6, 1, 1, 5],
  '2da': [6, 5, 1, 4],
  '1db': [6, 1, 1, 1],
  '2ddepth': [6, 5, 1, 1],
  '2dadepth': [6, 5, 1, 4],
};

function imageOf(geometry: Geometry): CaseImage {
  const [width, height, depth, arraySize] = SIZES[geometry];
  const isDepth = geometry.endsWith('depth');
  return {
    name: '',
    geometry: GEOMETRY[geometry],
    channelOrder: isDepth ? DEPTH : RGBA,
    channelType: isDepth ? FLOAT : UNSIGNED_INT32,
    width,
    height,
    depth,
    arraySize,
    isOptional: false,
    initial: new Uint8Array(0),
    regions: [],
  };
}

const COORDINATES: Readonly<Record<Geometry, readonly string[]>> = {
  '1d': ['$s1'],
  '2d': ['$s1', '$s2'],
  '3d': ['$s1', '$s2', '$s3'],
  '1da': ['$s1', '$s2'],
  '2da': ['$s1', '$s2', '$s3'],
  '1db': ['$s1'],
  '2ddepth': ['$s1', '$s2'],
  '2dadepth': ['$s1', '$s2', '$s3'],
};

/** Writes the number of the work-item to its element, and what ldimage and rdimage give beside each other. */
function kernelOf(geometry: Geometry): string {
  const places = COORDINATES[geometry];
  const coordinates = places.length === 1 ? places[0] : `(${places.join(', ')})`;
  const isDepth = geometry.endsWith('depth');
  const [data, vector, type] = isDepth ? ['$s10', '', 'f32'] : ['($s10, $s11, $s12, $s13)', '_v4', 'u32'];
  const [loaded, read] = isDepth ? ['$s14', '$s15'] : ['($s14, $s20, $s21, $s22)', '($s23, $s24, $s25, $s15)'];
  const sampled =
    geometry === '1db'
      ? 'mov_b32 $s15, $s13;'
      : `rdimage${vector}_${geometry}_${type}_roimg_s32 ${read}, $d1, $d2, ${coordinates};`;
  return `prog kernel &k${geometry}(kernarg_rwimg %image, kernarg_roimg %same, kernarg_samp %sampler, kernarg_u64 %out)
{
  ld_kernarg_rwimg $d0, [%image];
  ld_kernarg_roimg $d1, [%same];
  ld_kernarg_samp $d2, [%sampler];
  workitemabsid_u32 $s1, 0;
  workitemabsid_u32 $s2, 1;
  workitemabsid_u32 $s3, 2;
  workitemflatabsid_u32 $s10;
  ${isDepth ? 'cvt_f32_u32 $s10, $s10;' : ''}
  add_u32 $s11, $s10, 1000;
  add_u32 $s12, $s10, 2000;
  add_u32 $s13, $s10, 3000;
  stimage${vector}_${geometry}_${type}_rwimg_u32 ${data}, $d0, ${coordinates};
  imagefence;
  ldimage${vector}_${geometry}_${type}_rwimg_u32 ${loaded}, $d0, ${coordinates};
  ${sampled}
  workitemflatabsid_u64 $d3;
  shl_u64 $d3, $d3, 3;
  ld_kernarg_u64 $d4, [%out];
  add_u64 $d3, $d3, $d4;
  st_global_u32 $s14, [$d3];
  st_global_u32 $s15, [$d3 + 4];
  ret;
};
`;
}

const NEAREST = { coordinates: 0, filter: 0, addressing: 1 } as const;
const bytesOf = (...handles: bigint[]): Uint8Array[] =>
  handles.map((handle) => new Uint8Array(BigUint64Array.of(handle).buffer));

for (const target of TARGETS)
  test(`elements are stored, loaded and read in all geometries on ${target}`, async (t) => {
    const geometries = Object.keys(GEOMETRY) as Geometry[];
    const whole = await imageOfText(`${HEAD}${geometries.map(kernelOf).join('')}`, target);
    for (const engine of ['interp', 'jit', ...(target === AS_HSAIL ? (['oracle'] as const) : [])] as const) {
      const { machine, image, sampler } = await bench(engine);
      for (const geometry of geometries) {
        const [width, height, depth, arraySize] = SIZES[geometry];
        const [x, y, z] = geometry === '1da' ? [width, arraySize, 1] : [width, height, Math.max(depth, arraySize)];
        const count = x * y * z;
        const out = machine.buffer(8 * count);
        const handle = image(imageOf(geometry));
        const kernel = whole.kernel(`&k${geometry}`);
        await machine.launch(kernel, {
          globalSize: [x, y, z],
          localSize: [x, 1, 1],
          arguments: argumentsOf(kernel, bytesOf(handle, handle, sampler(NEAREST), BigInt(out.address))),
        });
        const items = Array.from({ length: count }, (_, item) => item);
        const isDepth = geometry.endsWith('depth');
        const words = isDepth ? out.read(new Float32Array(2 * count)) : out.read(new Uint32Array(2 * count));
        const expected = items.flatMap((item) => [item, isDepth ? item : item + 3000]);
        t.deepEqual([...words], expected, `${geometry} ${engine}`);
      }
      await machine.close();
    }
  });

/** Queries, a sampler that the module describes behind padding, and coordinates that are constants. */
const QUERIES = `${HEAD}
alloc(agent) global_b8 &samplers[24] = { u32(7), align(8), samp(coord = normalized, filter = linear,
  addressing = mirrored_repeat), u8(1), align(8) };
readonly_samp &nearest = samp(coord = unnormalized, filter = nearest, addressing = clamp_to_border);
prog kernel &main(kernarg_roimg %image, kernarg_u64 %out)
{
  ld_kernarg_roimg $d0, [%image];
  ld_kernarg_u64 $d1, [%out];
  queryimage_2da_width_u32_roimg $s0, $d0;
  queryimage_2da_height_u32_roimg $s1, $d0;
  queryimage_2da_array_u32_roimg $s2, $d0;
  queryimage_2da_channelorder_u32_roimg $s3, $d0;
  st_v4_global_u32 ($s0, $s1, $s2, $s3), [$d1];
  queryimage_2da_channeltype_u32_roimg $s0, $d0;
  lda_global_u64 $d2, [&samplers];
  ld_global_u64 $d2, [$d2 + 8];
  querysampler_addressing_u32 $s1, $d2;
  querysampler_coord_u32 $s2, $d2;
  querysampler_filter_u32 $s3, $d2;
  st_v4_global_u32 ($s0, $s1, $s2, $s3), [$d1 + 16];
  ld_global_u32 $s0, [&samplers];
  ld_global_u8 $s1, [&samplers][16];
  ld_readonly_samp $d3, [&nearest];
  querysampler_addressing_u32 $s2, $d3;
  querysampler_coord_u32 $s3, $d3;
  st_v4_global_u32 ($s0, $s1, $s2, $s3), [$d1 + 32];
  rdimage_v4_2da_u32_roimg_f32 ($s0, $s1, $s2, $s3), $d0, $d3, (4.999f, 2.5f, 1.0f);
  rdimage_v4_2da_u32_roimg_f32 ($s4, $s5, $s6, $s7), $d0, $d3, (0.0f, 1.0f, 3.0f);
  rdimage_v4_2da_u32_roimg_s32 ($s8, $s5, $s6, $s7), $d0, $d3, (6, 0, 0);
  st_v4_global_u32 ($s0, $s4, $s8, $s7), [$d1 + 48];
  ldimage_v4_2da_u32_roimg_u32 ($s0, $s1, $s2, $s3), $d0, (5, 4, 3);
  st_global_u32 $s0, [$d1 + 64];
  ret;
};
`;

for (const target of TARGETS)
  test(`properties are read, and samplers of the module are its constants on ${target}`, async (t) => {
    const { machine, image } = await bench('jit');
    t.teardown(() => machine.close());
    const { kernels } = await imageOfText(QUERIES, target);
    const [width, height, , arraySize] = SIZES['2da'];
    const texels = Uint32Array.from({ length: 4 * width * height * arraySize }, (_, index) => 10 + (index >> 2));
    const size = [width, height, arraySize] as const;
    const regions = [{ offset: [0, 0, 0] as const, size, bytes: new Uint8Array(texels.buffer) }];
    const out = machine.buffer(68);
    const handles = bytesOf(image({ ...imageOf('2da'), regions }), BigInt(out.address));
    const values = argumentsOf(kernels[0]!, handles);
    await machine.launch(kernels[0]!, { globalSize: [1] as WorkSize, arguments: values });
    const words = [...out.read(new Uint32Array(17))];
    t.deepEqual(words.slice(0, 5), [width, height, arraySize, RGBA, UNSIGNED_INT32]);
    t.deepEqual(words.slice(5, 8), [4, 1, 1], 'mirrored_repeat, normalized, linear');
    t.deepEqual(words.slice(8, 12), [7, 1, 2, 0]);
    const at = (x: number, y: number, slice: number): number => 10 + (slice * height + y) * width + x;
    t.deepEqual(words.slice(12), [at(4, 2, 1), at(0, 1, 3), 0, 0, at(5, 4, 3)], 'the border of rgba is 0');
  });

const MODES = ['clamp_to_edge', 'clamp_to_border', 'repeat', 'mirrored_repeat'] as const;
const SAMPLERS = 64;

const EACH = Array.from({ length: SAMPLERS }, (_, n) => n);

/** Addressing modes of all of them, one behind the other. */
const MANY_SAMPLERS = `${HEAD}
${EACH.map((n) => `prog readonly_samp &s${n} = samp(coord = normalized, filter = nearest, addressing = ${MODES[n % 4]});`).join('\n')}
prog kernel &main(kernarg_u64 %out)
{
  ld_kernarg_u64 $d0, [%out];
  ${EACH.map((n) => `ld_readonly_samp $d1, [&s${n}]; querysampler_addressing_u32 $s0, $d1; st_global_u32 $s0, [$d0+${4 * n}];`).join('\n  ')}
  ret;
};
`;

for (const target of ['fiji', AS_HSAIL])
  test(`each of many samplers has its own properties on ${target}`, async (t) => {
    const machine = new LibraryMachine({ engine: 'interp' });
    t.teardown(() => machine.close());
    const { kernels } = await imageOfText(MANY_SAMPLERS, target);
    const out = machine.buffer(4 * SAMPLERS);
    const values = argumentsOf(kernels[0]!, bytesOf(BigInt(out.address)));
    await machine.launch(kernels[0]!, { globalSize: [1], arguments: values });
    t.deepEqual(
      [...out.read(new Uint32Array(SAMPLERS))],
      EACH.map((n) => 1 + (n % 4)),
    );
  });

const COLORS = [0, 0.002, 0.0031308, 0.01, 0.2, 0.5, 0.9, 1, 2, -1, Number.NaN] as const;
const STANDARD_RGBA = 14;
const UNORM_INT8 = 2;

const STORE = `${HEAD}
prog kernel &main(kernarg_woimg %image, kernarg_u64 %in)
{
  ld_kernarg_woimg $d0, [%image];
  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d2, $s0;
  ld_kernarg_u64 $d1, [%in];
  mad_u64 $d1, $d2, 4, $d1;
  ld_global_u32 $s1, [$d1];
  stimage_v4_1d_f32_woimg_u32 ($s1, $s1, $s1, $s1), $d0, $s0;
  ret;
};
`;

for (const target of ['fiji', AS_HSAIL])
  test(`colors are stored as standard RGB, their alpha as it is on ${target}`, async (t) => {
    const { kernels } = await imageOfText(STORE, target);
    const machine = new LibraryMachine({ engine: 'jit' });
    t.teardown(() => machine.close());
    const format = { channelOrder: STANDARD_RGBA, channelType: UNORM_INT8 };
    const surface = new CaseSurface({ ...imageOf('1d'), ...format, width: COLORS.length });
    const elements = machine.buffer(surface.contents());
    const handle = machine.buffer(surface.descriptor(elements.address));
    const input = machine.buffer(Float32Array.from(COLORS));
    const addresses = argumentsOf(kernels[0]!, bytesOf(BigInt(handle.address), BigInt(input.address)));
    await machine.launch(kernels[0]!, { globalSize: [COLORS.length], arguments: addresses });
    const stored = elements.read(new Uint8Array(4 * COLORS.length));
    COLORS.forEach((color, index) => {
      const linear = Math.min(Math.max(color || 0, 0), 1);
      const exact = linear < 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
      for (let part = 0; part < 3; part++)
        t.true(Math.abs(stored[4 * index + part]! - 255 * exact) <= 0.6, `${color}: ${stored[4 * index + part]}`);
      t.true(Math.abs(stored[4 * index + 3]! - 255 * linear) <= 0.6, `${color}: ${stored[4 * index + 3]}`);
    });
  });

/** Properties of an image that a module describes, by the sizes of the other tests. */
function constantOf(geometry: Geometry, kind: 'roimg' | 'woimg' | 'rwimg'): string {
  const [width, height, depth, arraySize] = SIZES[geometry];
  const sizes = { width, height, depth, array: arraySize };
  const own = Object.entries(sizes).filter(([name, size]) => name === 'width' || size > 1);
  const format = geometry.endsWith('depth')
    ? 'channel_type = float, channel_order = depth'
    : 'channel_type = unsigned_int32, channel_order = rgba';
  return `${kind}(geometry = ${geometry}, ${own.map(([name, size]) => `${name} = ${size}`).join(', ')}, ${format})`;
}

/** The kernel of the geometry with an image of the module; the argument for another has the same. */
const ownImageKernel = (geometry: Geometry): string =>
  kernelOf(geometry)
    .replace('ld_kernarg_rwimg $d0, [%image];', `ld_global_rwimg $d0, [&own${geometry}][8];`)
    .replace('ld_kernarg_roimg $d1, [%same];', 'ld_kernarg_roimg $d1, [%same]; mov_b64 $d1, $d0;');

/** Each geometry has two images; the first has elements of 0 when the second has others. */
const OWN_IMAGES = (geometries: readonly Geometry[]): string => `${HEAD}${geometries
  .map((geometry) => {
    const own = constantOf(geometry, 'rwimg');
    return `prog alloc(agent) global_rwimg &own${geometry}[2] = rwimg[](${own}, ${own});\n`;
  })
  .join('')}${geometries.map(ownImageKernel).join('')}
prog kernel &first(kernarg_u64 %out)
{
  ld_kernarg_u64 $d4, [%out];
  ld_global_rwimg $d0, [&own2d];
  ldimage_v4_2d_u32_rwimg_u32 ($s0, $s1, $s2, $s3), $d0, (5, 4);
  st_v4_global_u32 ($s0, $s1, $s2, $s3), [$d4];
  queryimage_2d_width_u32_rwimg $s0, $d0;
  queryimage_2d_height_u32_rwimg $s1, $d0;
  queryimage_2d_channelorder_u32_rwimg $s2, $d0;
  queryimage_2d_channeltype_u32_rwimg $s3, $d0;
  st_v4_global_u32 ($s0, $s1, $s2, $s3), [$d4 + 16];
  ret;
};
`;

for (const target of TARGETS)
  test(`images that a module describes have elements of their own on ${target}`, async (t) => {
    const geometries = Object.keys(GEOMETRY) as Geometry[];
    const whole = await imageOfText(OWN_IMAGES(geometries), target);
    for (const engine of ['interp', 'jit', ...(target === AS_HSAIL ? (['oracle'] as const) : [])] as const) {
      const { machine, sampler } = await bench(engine);
      for (const geometry of geometries) {
        const [width, height, depth, arraySize] = SIZES[geometry];
        const [x, y, z] = geometry === '1da' ? [width, arraySize, 1] : [width, height, Math.max(depth, arraySize)];
        const count = x * y * z;
        const out = machine.buffer(8 * count);
        const kernel = whole.kernel(`&k${geometry}`);
        await machine.launch(kernel, {
          globalSize: [x, y, z],
          localSize: [x, 1, 1],
          arguments: argumentsOf(kernel, bytesOf(0n, 0n, sampler(NEAREST), BigInt(out.address))),
        });
        const isDepth = geometry.endsWith('depth');
        const words = isDepth ? out.read(new Float32Array(2 * count)) : out.read(new Uint32Array(2 * count));
        const expected = Array.from({ length: count }, (_, item) => [item, isDepth ? item : item + 3000]);
        t.deepEqual([...words], expected.flat(), `${geometry} ${engine}`);
      }
      const out = machine.buffer(32);
      const kernel = whole.kernel('&first');
      await machine.launch(kernel, {
        globalSize: [1],
        arguments: argumentsOf(kernel, bytesOf(BigInt(out.address))),
      });
      t.deepEqual([...out.read(new Uint32Array(8))], [0, 0, 0, 0, 6, 5, RGBA, UNSIGNED_INT32], engine);
      await machine.close();
    }
  });

const PROPERTIES_WITHOUT_IMAGES = [
  ['geometry = 1d, width = 4, channel_type = unorm_int24, channel_order = rgba', /no format of AMD's runtime/],
  ['geometry = 1d, width = 16385, channel_type = float, channel_order = rgba', /width of 16385 exceeds 16384/],
  ['geometry = 1db, width = 8388609, channel_type = float, channel_order = rgba', /take 134217744 bytes, more than/],
] as const;

for (const target of ['fiji', AS_HSAIL])
  test(`images that cannot be made are refused by name on ${target}`, async (t) => {
    for (const [properties, problem] of PROPERTIES_WITHOUT_IMAGES) {
      const text = `${HEAD}alloc(agent) global_roimg &i = roimg(${properties});
prog kernel &main(kernarg_u64 %out)
{
  ld_global_roimg $d0, [&i];
  queryimage_1d_width_u32_roimg $s0, $d0;
  ret;
};
`;
      const error = await t.throwsAsync(imageOfText(text, target), { code: 'UNSUPPORTED', message: problem });
      t.regex(error!.message, /^(module &m: hsa_code\+0x[0-9a-f]+ \(m\.hsail:3\): )?&i/);
    }
  });

// Emits a module for one shape of image instruction: run(...) executes it for all lanes of a wavefront, four at a time.
// The arithmetic is that of src/emulator/image, operation by operation, so that the bits are the same.

import { HAS_BORDER } from '../../emulator/image/sampler.js';
import { VGPR_BYTES, VGPR_WORDS } from '../../emulator/state.js';
import { CLAMP } from '../../isa/descriptors/sampling.js';
import { required } from '../../util/required.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { type Doubles, Lanes } from '../wasm/lanes.js';
import { ModuleBuilder } from '../wasm/module-builder.js';
import type { ModuleCode } from '../wasm/module-code.js';
import { borderComponent, components, selected, sourceOf } from './component-selects.js';
import { encode } from './components.js';
import {
  type Extent,
  isSimple,
  nearestSlice,
  nearestTexel,
  roundedTexel,
  scaled,
  type Taps,
  taps,
} from './coordinates.js';
import type { ImageAccessShape } from './shape.js';
import { FAULT_IMPORT, TexelMemory } from './texel-memory.js';

/** Parameters of `run`: byte addresses of lane 0 of VADDR and VDATA, EXEC, then the image's numbers (shape.ts). */
const PARAM = {
  address: 0,
  data: 1,
  execLow: 2,
  execHigh: 3,
  base: 4,
  width: 5,
  height: 6,
  depth: 7,
  pitch: 8,
  firstSlice: 9,
  lastSlice: 10,
} as const;
const PARAMETERS = 11;

const EXTENTS = ['width', 'height', 'depth'] as const;
const BIT_OF_LANE = [1, 2, 4, 8] as const;
const NAN = 0x7fc0_0000;
const ALL_ACTIVE = 15;

/** The function that a routine exports. */
export type RunRoutine = (address: number, data: number, execLow: number, execHigh: number, ...image: number[]) => void;

class RoutineEmitter {
  private readonly module = new ModuleBuilder([FAULT_IMPORT]);
  private readonly memory: TexelMemory;
  private readonly b: FunctionBuilder;
  private readonly l: Lanes;
  private readonly run: number;
  /** Number of the chunk's first lane, its EXEC bits, and the same as truth values. */
  private readonly chunk: Local;
  private readonly active: Local;
  private readonly offset: Local;
  private readonly activeLanes: Local;
  private readonly extents: readonly Extent[];

  constructor(private readonly shape: ImageAccessShape) {
    this.memory = new TexelMemory(this.module, shape.bytes, shape.operation === 'store');
    const { index, builder } = this.module.define({ params: Array(PARAMETERS).fill('i32'), results: [] });
    this.run = index;
    this.b = builder;
    this.l = new Lanes(builder);
    this.chunk = builder.local('i32');
    this.active = builder.local('i32');
    this.offset = builder.local('i32');
    this.activeLanes = builder.local('v128');
    this.extents = EXTENTS.map((name) => this.extent(PARAM[name]));
  }

  private splat(parameter: number): Local {
    return this.l.keep(() => this.b.get(parameter).simd('i32x4.splat'));
  }
  private extent(parameter: number): Extent {
    const doubles = this.l.keep(() => this.b.get(parameter).op('f64.convert_i32_s').simd('f64x2.splat'));
    return { words: this.splat(parameter), doubles };
  }

  emit(): ModuleCode {
    const { b } = this;
    b.i32(0).set(this.chunk).loop();
    b.get(PARAM.execLow).get(PARAM.execHigh).get(this.chunk).i32(32).op('i32.lt_u').op('select');
    b.get(this.chunk).op('i32.shr_u').i32(15).op('i32.and').tee(this.active).if();
    b.get(this.active).simd('i32x4.splat').v128(BIT_OF_LANE).simd('v128.and').v128(BIT_OF_LANE);
    b.simd('i32x4.eq').set(this.activeLanes);
    b.get(this.chunk).i32(2).op('i32.shl').set(this.offset);
    this.emitChunk();
    b.end();
    b.get(this.chunk).i32(4).op('i32.add').tee(this.chunk).i32(VGPR_WORDS).op('i32.lt_u').brIf(0).end();
    this.module.export('run', this.run);
    return this.module.finish();
  }

  private emitChunk(): void {
    const { operation, sampling } = this.shape;
    if (operation === 'sample') {
      if (sampling?.linear.includes(true)) this.sampleLinear();
      else this.sampleNearest();
    } else if (operation === 'load') this.load();
    else this.store();
  }

  /** Dword `index` of the addresses. */
  private word(index: number): Local {
    const { b } = this;
    return this.l.keep(() =>
      b
        .get(PARAM.address)
        .get(this.offset)
        .op('i32.add')
        .loadVector(index * VGPR_BYTES),
    );
  }

  /** Bits of the active lanes of a mask. */
  private lanesOf(mask: Local): Local {
    const lanes = this.b.local('i32');
    this.b.get(mask).simd('i32x4.bitmask').get(this.active).op('i32.and').set(lanes);
    return lanes;
  }

  /** Byte addresses of texels whose coordinates are inside of the image. */
  private addresses(coordinates: readonly Local[], slice: Local | undefined): Local {
    const { l, shape } = this;
    const [x, y, z] = coordinates as [Local, Local?, Local?];
    const [, height, depth] = this.extents as [Extent, Extent, Extent];
    let row = slice;
    if (z !== undefined) row = row === undefined ? z : l.op('i32x4.add', l.op('i32x4.mul', row, depth.words), z);
    if (y !== undefined) row = row === undefined ? y : l.op('i32x4.add', l.op('i32x4.mul', row, height.words), y);
    const index = row === undefined ? x : l.op('i32x4.add', l.op('i32x4.mul', row, this.splat(PARAM.pitch)), x);
    const bytes = l.with('i32x4.mul', index, shape.bytes);
    return l.op('i32x4.add', bytes, this.splat(PARAM.base));
  }

  // Integer coordinates.

  /** Coordinates of VADDR, and which lanes are inside of the image. */
  private integerPlace(): { readonly addresses: Local; readonly inside: Local; readonly lanes: Local } {
    const { l, shape } = this;
    const coordinates = Array.from({ length: shape.dimensions }, (_, axis) => this.word(axis));
    let inside = this.activeLanes;
    coordinates.forEach((coordinate, axis) => {
      inside = l.op('v128.and', inside, l.op('i32x4.lt_u', coordinate, required(this.extents[axis], 'extent').words));
    });
    let slice: Local | undefined;
    if (shape.layered) {
      const first = this.splat(PARAM.firstSlice);
      slice = first;
      if (shape.slice) {
        const own = this.word(shape.dimensions);
        const last = l.op('i32x4.sub', this.splat(PARAM.lastSlice), first);
        inside = l.op('v128.and', inside, l.op('i32x4.le_u', own, last));
        slice = l.op('i32x4.add', own, first);
      }
    }
    return { addresses: this.addresses(coordinates, slice), inside, lanes: this.lanesOf(inside) };
  }

  private load(): void {
    const { addresses, inside, lanes } = this.integerPlace();
    const loaded = components(this.l, this.shape, this.memory.load(this.l, addresses, lanes, this.chunk));
    const masked = loaded.map((component) => this.l.op('v128.and', component, inside));
    this.writeMasked(selected(this.l, this.shape, masked));
  }

  private store(): void {
    const { l, shape, b } = this;
    const { addresses, lanes } = this.integerPlace();
    const sources: (Local | undefined)[] = [undefined, undefined, undefined, undefined];
    let dword = 0;
    for (let i = 0; i < 4; i++) {
      if ((shape.mask & (1 << i)) === 0) continue;
      const register = dword++ * VGPR_BYTES;
      sources[i] = l.keep(() => b.get(PARAM.data).get(this.offset).op('i32.add').loadVector(register));
    }
    const raw = Array.from({ length: Math.ceil(shape.bytes / 4) }, () => l.words(0));
    let bit = 0;
    shape.widths.forEach((width, component) => {
      const value = sources[sourceOf(shape, component)];
      if (value !== undefined) {
        const word = bit >>> 5;
        raw[word] = l.op('v128.or', required(raw[word], 'raw word'), encode(l, value, bit, width, shape.numFormat));
      }
      bit += width;
    });
    this.memory.store(l, addresses, lanes, this.chunk, raw);
  }

  // Sampling.

  private coordinateTaps(): readonly Taps[] {
    const { l, shape } = this;
    const sampling = required(shape.sampling, 'sampling');
    return sampling.clamp.map((mode, axis) => {
      const extent = required(this.extents[axis], 'extent');
      const word = this.word(shape.leading + axis);
      const { unnormalized, offset, truncates } = sampling;
      const nearest = !sampling.linear[axis];
      const simple = unnormalized && !offset && nearest && truncates && isSimple(mode);
      if (simple) return { first: nearestTexel(l, mode, word, extent) };
      const rounds = nearest && !truncates;
      let u = unnormalized ? word : scaled(l, rounds ? CLAMP.clampToEdge : mode, word, extent);
      if (offset) u = l.op('f32x4.add', u, this.texelOffset(axis));
      if (rounds) return { first: roundedTexel(l, mode, l.widen(u), extent) };
      return taps(l, mode, required(sampling.linear[axis], 'filter'), l.widen(u), extent);
    });
  }

  /** 6-bit signed numbers in the low bits of the bytes of the first address dword. */
  private texelOffset(axis: number): Local {
    const { l } = this;
    const offset = l.shift('i32x4.shr_s', l.shift('i32x4.shl', this.word(0), 26 - 8 * axis), 26);
    return l.op('f32x4.convert_i32x4_s', offset);
  }

  private sampledSlice(): Local | undefined {
    const { l, shape } = this;
    if (!shape.layered) return undefined;
    const first = this.splat(PARAM.firstSlice);
    if (!shape.slice) return first;
    const last = l.op('i32x4.sub', this.splat(PARAM.lastSlice), first);
    return l.op('i32x4.add', nearestSlice(l, this.word(shape.leading + shape.dimensions), last), first);
  }

  /** The texels that `wanted` lanes see at coordinates of which -1 is the border; their selected components. */
  private fetch(coordinates: readonly Local[], slice: Local | undefined, mask: Local): readonly Local[] {
    const { l, shape } = this;
    const places = this.addresses(coordinates, slice);
    const texels = (lanes: Local): readonly Local[] =>
      selected(l, shape, components(l, shape, this.memory.load(l, places, lanes, this.chunk)));
    if (!required(shape.sampling, 'sampling').clamp.some((mode) => HAS_BORDER.has(mode)))
      return texels(this.lanesOf(mask));
    const all = coordinates.reduce((x, y) => l.op('v128.or', x, y));
    const inside = l.with('i32x4.gt_s', all, -1);
    return texels(this.lanesOf(l.op('v128.and', inside, mask))).map((component, i) =>
      l.choose(inside, component, l.words(borderComponent(shape, i))),
    );
  }

  private sampleNearest(): void {
    const first = this.coordinateTaps().map((tap) => tap.first);
    this.writeMasked(this.fetch(first, this.sampledSlice(), this.activeLanes));
  }

  private sampleLinear(): void {
    const { l, shape } = this;
    const axes = this.coordinateTaps();
    const slice = this.sampledSlice();
    const shares: (Doubles | undefined)[][] = axes.map(({ fraction }) =>
      fraction ? [l.both('f64x2.sub', l.double(1), fraction), fraction] : [undefined],
    );
    const zero = l.double(0);
    const sums: Doubles[] = Array.from({ length: 4 }, () => [zero, zero]);
    for (let corner = 0; corner < 8; corner++) {
      const sides = axes.map((_, axis) => (corner >>> axis) & 1);
      if (corner >>> axes.length !== 0 || sides.some((side, axis) => side >= required(shares[axis], 'share').length))
        continue;
      const share = this.product(sides.map((side, axis) => required(shares[axis], 'share')[side]));
      // Texels of weight 0 are not looked at.
      const [low, high] = l.both('f64x2.ne', share, zero);
      const mask = l.keep(() => this.b.get(low).get(high).shuffle([0, 2, 4, 6]));
      const coordinates = axes.map(({ first, second }, axis) =>
        sides[axis] === 1 ? required(second, 'second coordinate') : first,
      );
      const texel = this.fetch(coordinates, slice, mask);
      texel.forEach((component, i) => {
        if ((shape.mask & (1 << i)) === 0) return;
        // Texels that were not fetched count as 0, whatever the border or a select would give.
        const masked = l.op('v128.and', component, mask);
        sums[i] = l.both('f64x2.add', required(sums[i], 'sum'), l.both('f64x2.mul', share, l.widen(masked)));
      });
    }
    this.writeMasked(sums.map((sum) => this.rounded(sum)));
  }

  /** The weight of a corner; axes without a filter have none. */
  private product(shares: readonly (Doubles | undefined)[]): Doubles {
    return shares
      .filter((share) => share !== undefined)
      .reduce((product, share) => this.l.both('f64x2.mul', product, share));
  }

  private rounded(sum: Doubles): Local {
    const { l } = this;
    const value = l.narrow('f32x4.demote_f64x2_zero', sum);
    return l.choose(l.op('f32x4.eq', value, value), value, l.words(NAN));
  }

  /** Writes the components that the instruction's mask names to consecutive registers of the active lanes. */
  private writeMasked(values: readonly Local[]): void {
    const { b, l } = this;
    const target = b.local('i32');
    b.get(PARAM.data).get(this.offset).op('i32.add').set(target);
    const named = values.filter((_, i) => (this.shape.mask & (1 << i)) !== 0);
    const store = (value: (component: Local, register: number) => Local): void => {
      named.forEach((component, dword) => {
        const register = dword * VGPR_BYTES;
        const stored = value(component, register);
        b.get(target).get(stored).storeVector(register);
      });
    };
    b.get(this.active).i32(ALL_ACTIVE).op('i32.eq').if();
    store((component) => component);
    b.else();
    store((component, register) => {
      const old = l.keep(() => b.get(target).loadVector(register));
      return l.choose(this.activeLanes, component, old);
    });
    b.end();
  }
}

export const emitRoutine = (shape: ImageAccessShape): ModuleCode => new RoutineEmitter(shape).emit();

// Cases of the HSA Foundation's conformance suite as text: what its host programs do, a line for each call. The suite
// writes them with `-rt none` and the recording runtime of docs/hsail.md.

/** A buffer's contents; other values that only the launch has are not supported. */
export interface CaseBuffer {
  readonly name: string;
  readonly size: number;
  readonly initial: Uint8Array;
  /** Images and samplers whose handles it begins with. */
  readonly handles: readonly string[];
}

/** Properties by the codes of BRIG. */
export interface CaseImage {
  readonly name: string;
  readonly geometry: number;
  readonly channelOrder: number;
  readonly channelType: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly arraySize: number;
  /** Devices need not have its format. */
  readonly isOptional: boolean;
  /** Initial value of all its elements. */
  initial: Uint8Array;
  readonly regions: CaseRegion[];
}

/** Elements that the host writes. */
export interface CaseRegion {
  readonly offset: readonly [number, number, number];
  readonly size: readonly [number, number, number];
  readonly bytes: Uint8Array;
}

export interface CaseSampler {
  readonly name: string;
  readonly coordinates: number;
  readonly filter: number;
  readonly addressing: number;
}

export interface CaseArgument {
  readonly kind: 'value' | 'values' | 'buffer' | 'descriptor' | 'group-offset';
  /** Of a buffer, image or sampler. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its alignment. */
  readonly size: number;
}

export interface CaseDispatch {
  readonly name: string;
  /** The program whose kernel it is. */
  readonly program: string;
  readonly module: string;
  readonly kernel: string | undefined;
  readonly dimensions: number;
  readonly globalSize: readonly [number, number, number];
  readonly localSize: readonly [number, number, number];
  readonly dynamicGroup: number;
  readonly arguments: CaseArgument[];
}

export interface CaseExpectation {
  readonly buffer: string;
  /** Code of the values' type (`VALUE_TYPES`), and the bytes of one. */
  readonly type: number;
  readonly size: number;
  readonly method: string;
  readonly bytes: Uint8Array;
}

export type CaseStep = { readonly dispatch: CaseDispatch } | { readonly expected: CaseExpectation };

/** amd_signal_t: its bytes, and where its value is. */
const SIGNAL = { bytes: 64, value: 8 } as const;
/** Bytes of amd_queue_t; its indices begin as 0. */
const QUEUE_BYTES = 256;
const UNSIGNED_64 = 7;

export class ConformanceCase {
  readonly modules = new Map<string, Uint8Array>();
  /** Modules of programs. */
  readonly programs = new Map<string, string[]>();
  readonly buffers: CaseBuffer[] = [];
  readonly images: CaseImage[] = [];
  readonly samplers: CaseSampler[] = [];
  readonly steps: CaseStep[] = [];
  /** Feature of this case that the runner lacks. */
  missing: string | undefined;

  constructor(readonly name: string) {}

  /** `prm/core/arithmetic/intfp/abs`. */
  get category(): string {
    return this.name.split('/').slice(0, 4).join('/');
  }
}

const hex = (text = ''): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const ARGUMENT_KINDS: Readonly<Record<string, CaseArgument['kind']>> = {
  '0': 'value',
  '1': 'values',
  '2': 'buffer',
  '3': 'descriptor',
  '4': 'descriptor',
  '5': 'buffer',
  '6': 'buffer',
  '7': 'group-offset',
};

class CaseReader {
  private readonly codes = new Map<string, string>();
  private readonly executables = new Map<string, string>();
  private readonly dispatches = new Map<string, CaseDispatch>();

  constructor(readonly record: ConformanceCase) {}

  private imageOf(name: string): CaseImage {
    return this.record.images.findLast((image) => image.name === name)!;
  }

  line(text: string): void {
    const [word, ...rest] = text.split(' ');
    const step = this.steps[word as keyof typeof this.steps] as ((...words: string[]) => void) | undefined;
    if (step === undefined) this.record.missing ??= word;
    else step.apply(this, rest);
  }

  private readonly steps = {
    thread: (number: string): void => {
      if (number !== '0') this.record.missing ??= 'threads';
    },
    set: (): void => {
      this.record.missing ??= 'set';
    },
    module: (name: string, bytes: string): void => void this.record.modules.set(name, hex(bytes)),
    program: (name: string): void => void this.record.programs.set(name, []),
    add: (program: string, module: string): void => void this.record.programs.get(program)!.push(module),
    finalize: (code: string, program: string): void => void this.codes.set(code, program),
    executable: (): void => {},
    load: (executable: string, code: string): void => {
      this.executables.set(executable, this.codes.get(code)!);
    },
    buffer: (name: string, size: string, ...values: string[]): void => {
      const handles = values.map((value) => /^=(.*)\.handle$/.exec(value)?.[1]);
      const isHandles = handles.length > 0 && !handles.includes(undefined);
      if (!isHandles && values[0]?.startsWith('=')) this.record.missing ??= 'values of the launch';
      const contents = isHandles
        ? { initial: hex(), handles: handles as string[] }
        : { initial: hex(values[0]), handles: [] };
      this.record.buffers.push({ name, size: Number(size), ...contents });
    },
    image: (name: string, ...words: string[]): void => {
      const [, geometry = 0, channelOrder = 0, channelType = 0, ...sizes] = words.map(Number);
      const [width = 1, height = 1, depth = 1, arraySize = 1, optional = 0] = sizes;
      const format = { geometry, channelOrder, channelType, isOptional: optional === 1 };
      const size = { width, height, depth, arraySize };
      this.record.images.push({ name, ...format, ...size, initial: new Uint8Array(0), regions: [] });
    },
    imageinit: (name: string, value: string): void => {
      this.imageOf(name).initial = hex(value);
    },
    imagewrite: (name: string, ...words: string[]): void => {
      const [x = 0, y = 0, z = 0, width = 1, height = 1, depth = 1] = words.slice(0, 6).map(Number);
      const bytes = hex(words.slice(6).join(''));
      this.imageOf(name).regions.push({ offset: [x, y, z], size: [width, height, depth], bytes });
    },
    sampler: (name: string, ...words: string[]): void => {
      const [coordinates = 0, filter = 0, addressing = 0] = words.map(Number);
      this.record.samplers.push({ name, coordinates, filter, addressing });
    },
    signal: (name: string, value: string): void => {
      const initial = new Uint8Array(SIGNAL.bytes);
      new DataView(initial.buffer).setBigUint64(SIGNAL.value, BigInt(value), true);
      this.record.buffers.push({ name, size: SIGNAL.bytes, initial, handles: [] });
    },
    queue: (name: string): void =>
      void this.record.buffers.push({ name, size: QUEUE_BYTES, initial: hex(), handles: [] }),
    // The suite's hosts send what the signal has already.
    send: (name: string, value: string): void => {
      const { initial } = this.record.buffers.find((buffer) => buffer.name === name)!;
      const before = new DataView(initial.buffer).getBigUint64(SIGNAL.value, true);
      if (before !== BigInt(value)) this.record.missing ??= 'send';
    },
    wait: (buffer: string, value: string): void => {
      const bytes = new Uint8Array(SIGNAL.value + 8);
      new DataView(bytes.buffer).setBigUint64(SIGNAL.value, BigInt(value), true);
      this.record.steps.push({ expected: { buffer, type: UNSIGNED_64, size: 8, method: '', bytes } });
    },
    dispatch: (...words: string[]): void => {
      const [name = '', executable = '', module = '', kernel, ...numbers] = words;
      const [dimensions = 1, gx = 1, gy = 1, gz = 1, wx = 1, wy = 1, wz = 1, dynamicGroup = 0] = numbers.map(Number);
      this.dispatches.set(name, {
        name,
        program: this.executables.get(executable)!,
        module,
        kernel: kernel === '-' ? undefined : kernel,
        dimensions,
        globalSize: [gx, gy, gz],
        localSize: [wx, wy, wz],
        dynamicGroup,
        arguments: [],
      });
    },
    arg: (dispatch: string, code: string, name: string, ...values: string[]): void => {
      const kind = ARGUMENT_KINDS[code];
      if (kind === undefined) this.record.missing ??= `argument ${code}`;
      const digits = kind === 'values' ? values.slice(1).join('') : values.join('');
      if (digits.startsWith('=')) this.record.missing ??= 'values of the launch';
      const bytes = hex(digits);
      const size =
        kind === 'buffer' || kind === 'descriptor' ? 8 : kind === 'values' ? Number(values[0]) : bytes.length;
      this.dispatches.get(dispatch)!.arguments.push({ kind: kind ?? 'value', name, bytes, size });
    },
    execute: (name: string): void => void this.record.steps.push({ dispatch: this.dispatches.get(name)! }),
    validate: (...words: string[]): void => {
      const [buffer = '', , type = '', size = '', method = '', ...values] = words;
      if (values.some((value) => value.startsWith('='))) this.record.missing ??= 'values of the launch';
      const expected = { buffer, type: Number(type), size: Number(size), method: method.slice(1, -1) };
      this.record.steps.push({ expected: { ...expected, bytes: hex(values.join('')) } });
    },
  };
}

/** The cases of a text. */
export function readCases(text: string): ConformanceCase[] {
  const cases: ConformanceCase[] = [];
  let reader: CaseReader | undefined;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
    if (line.startsWith('case ')) {
      reader = new CaseReader(new ConformanceCase(line.slice('case '.length)));
      cases.push(reader.record);
    } else if (line !== '') reader!.line(line);
  }
  return cases;
}

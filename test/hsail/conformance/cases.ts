// Cases of the HSA Foundation's conformance suite as text: what its host programs do, a line for each call. The suite
// writes them with `-rt none` and the recording runtime of docs/hsail.md.

/** A buffer's contents; `=name` stands for a value that only the launch has. */
export interface CaseBuffer {
  readonly name: string;
  readonly size: number;
  readonly initial: Uint8Array;
}

export interface CaseArgument {
  readonly kind: 'value' | 'values' | 'buffer' | 'group-offset';
  /** Of a buffer. */
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

export class ConformanceCase {
  readonly modules = new Map<string, Uint8Array>();
  /** Modules of programs. */
  readonly programs = new Map<string, string[]>();
  readonly buffers: CaseBuffer[] = [];
  readonly steps: CaseStep[] = [];
  /** What the runner cannot do for this case. */
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
  '7': 'group-offset',
};

class CaseReader {
  private readonly codes = new Map<string, string>();
  private readonly executables = new Map<string, string>();
  private readonly dispatches = new Map<string, CaseDispatch>();

  constructor(readonly found: ConformanceCase) {}

  line(text: string): void {
    const [word, ...rest] = text.split(' ');
    const step = this.steps[word as keyof typeof this.steps] as ((...words: string[]) => void) | undefined;
    if (step === undefined) this.found.missing ??= word;
    else step.apply(this, rest);
  }

  private readonly steps = {
    thread: (number: string): void => {
      if (number !== '0') this.found.missing ??= 'threads';
    },
    set: (): void => {
      this.found.missing ??= 'set';
    },
    module: (name: string, bytes: string): void => void this.found.modules.set(name, hex(bytes)),
    program: (name: string): void => void this.found.programs.set(name, []),
    add: (program: string, module: string): void => void this.found.programs.get(program)!.push(module),
    finalize: (code: string, program: string): void => void this.codes.set(code, program),
    executable: (): void => {},
    load: (executable: string, code: string): void => {
      this.executables.set(executable, this.codes.get(code)!);
    },
    buffer: (name: string, size: string, initial?: string): void => {
      if (initial?.startsWith('=')) this.found.missing ??= 'values of the launch';
      this.found.buffers.push({ name, size: Number(size), initial: hex(initial) });
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
      if (kind === undefined) this.found.missing ??= `argument ${code}`;
      const given = kind === 'values' ? values.slice(1).join('') : values.join('');
      if (given.startsWith('=')) this.found.missing ??= 'values of the launch';
      const bytes = hex(given);
      const size = kind === 'buffer' ? 8 : kind === 'values' ? Number(values[0]) : bytes.length;
      this.dispatches.get(dispatch)!.arguments.push({ kind: kind ?? 'value', name, bytes, size });
    },
    execute: (name: string): void => void this.found.steps.push({ dispatch: this.dispatches.get(name)! }),
    validate: (...words: string[]): void => {
      const [buffer = '', , type = '', size = '', method = '', ...values] = words;
      if (values.some((value) => value.startsWith('='))) this.found.missing ??= 'values of the launch';
      const expected = { buffer, type: Number(type), size: Number(size), method: method.slice(1, -1) };
      this.found.steps.push({ expected: { ...expected, bytes: hex(values.join('')) } });
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
      cases.push(reader.found);
    } else if (line !== '') reader!.line(line);
  }
  return cases;
}

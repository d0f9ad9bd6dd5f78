// Output of the host program: results of launches, refused builds, errors, and its progress.

/** Contents of a buffer after a launch. */
export interface Data {
  readonly program: number;
  readonly kernel: number;
  /** 0: the small launch, 1: the large one. */
  readonly size: number;
  /** Launches of this size before. */
  readonly launch: number;
  readonly argument: number;
  readonly bytes: Buffer;
}

export interface HostError {
  readonly program: number;
  readonly kernel: number;
  readonly size: number;
  readonly status: number;
}

export interface Results {
  readonly data: Data[];
  readonly refused: { readonly program: number; readonly status: number; readonly log: string }[];
  readonly errors: HostError[];
  /** The last thing that was begun: `building 3`, `launch 3 1 0`. */
  readonly last: string;
  /** The program that was being built or run. */
  readonly at: number;
  readonly finished: boolean;
}

/** Reads a file of results; it may end anywhere. */
export function parseResults(file: Buffer): Results {
  const results = { data: [] as Data[], refused: [] as Results['refused'], errors: [] as HostError[] };
  let [last, at, finished] = ['', 0, false];
  for (let place = 0; place < file.length; ) {
    const end = file.indexOf(10, place);
    if (end < 0) break;
    const [kind = '', ...words] = file.toString('latin1', place, end).split(' ');
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = words.map(Number);
    const size = Number(words.at(-1));
    const bytes = file.subarray(end + 1, end + 1 + size);
    if (bytes.length < size) break;
    place = end + 1 + size;
    if (kind === 'finished') finished = true;
    else at = a;
    if (kind === 'building' || kind === 'launch') last = [kind, ...words.slice(0, -1)].join(' ');
    else if (kind === 'data') results.data.push({ program: a, kernel: b, size: c, launch: d, argument: e, bytes });
    else if (kind === 'refused') results.refused.push({ program: a, status: b, log: bytes.toString('utf8') });
    else if (kind === 'error') results.errors.push({ program: a, kernel: b, size: c, status: d });
  }
  return { ...results, last, at, finished };
}

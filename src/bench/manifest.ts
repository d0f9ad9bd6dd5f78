// The manifest of benchmark programs: its form, reading and checking. One file lists programs that verify themselves;
// its form is stated here once, and benchmarks/manifest.schema.json is made from it for editors.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { AtollError } from '../util/errors.js';

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

const pattern = (text: string) =>
  z.string().refine(isPattern, 'not a regular expression').meta({ format: 'regex', description: text });
const words = z.array(z.string());
const count = z.int().nonnegative();
const sizeName = z.string().regex(/^[a-z0-9-]+$/);

const conventions = {
  flags: words
    .optional()
    .meta({ description: 'Arguments before those of the size: enable verification and times here.' }),
  seedFlag: z.string().min(1).optional().meta({ description: 'Flag that takes the seed of the random inputs.' }),
  skip: pattern('A line of stdout that matches means that the program cannot run on the device.').optional(),
  failure: pattern('A line of stdout that matches means that a result was wrong; default ^Failed.').optional(),
  kernelTime: pattern(
    'A matching line of stdout contains the seconds spent in kernels in its first group, and the number of launches in the second, if present.',
  ).optional(),
};

const counts = z
  .strictObject({ launches: count, wavefronts: count })
  .meta({ description: 'Launches of a run on the default device of Atoll, where they are checked.' });

const program = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_.-]+$/)
    .meta({ description: "Unique; the executable's name unless `program` is given." }),
  program: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Path of an executable built elsewhere, relative to this file.' }),
  tags: z
    .array(z.string().regex(/^[a-z0-9-]+$/))
    .default([])
    .meta({ description: 'Features of the program, for selection.' }),
  sizes: z
    .record(sizeName, words)
    .refine((sizes) => Object.keys(sizes).length > 0, 'no size')
    .default({ default: [] })
    .meta({ description: 'Arguments of each size.' }),
  pattern: pattern('A line of stdout that matches this means that the results were verified.'),
  counts: z.record(sizeName, counts).optional().meta({ description: 'Expected counts by size.' }),
  ...conventions,
});

export const manifestSchema = z
  .strictObject({
    $schema: z.string().optional(),
    directory: z
      .string()
      .optional()
      .meta({ description: 'Folder of the executables, relative to this file; default: the folder of this file.' }),
    build: words.min(1).optional().meta({
      description:
        'Command that builds the programs, run in the folder of this file; {names} stands for the selected names.',
    }),
    defaults: z.strictObject(conventions).optional().meta({ description: 'Defaults of all programs.' }),
    programs: z.array(program).min(1),
  })
  .meta({
    title: 'Benchmark programs',
    description: 'OpenCL programs that verify themselves, with the arguments of each size.',
  });

/** A program with everything that applies to it. */
export interface BenchProgram {
  readonly name: string;
  /** Absolute path. */
  readonly executable: string;
  /** True for programs that the manifest's build command makes. */
  readonly built: boolean;
  readonly tags: readonly string[];
  readonly sizes: Readonly<Record<string, readonly string[]>>;
  readonly counts: Readonly<Record<string, { readonly launches: number; readonly wavefronts: number }>>;
  readonly flags: readonly string[];
  readonly seedFlag: string | undefined;
  readonly patterns: {
    readonly pass: RegExp;
    readonly failure: RegExp;
    readonly skip: RegExp | undefined;
    readonly kernelTime: RegExp | undefined;
  };
}

export interface Manifest {
  readonly path: string;
  /** Of the file's bytes. */
  readonly sha256: string;
  readonly build: readonly string[] | undefined;
  readonly programs: readonly BenchProgram[];
}

type ProgramEntry = z.infer<typeof program>;
type ManifestFile = z.infer<typeof manifestSchema>;

const DEFAULT_FAILURE = '^Failed';
const regExp = (text: string | undefined) => (text === undefined ? undefined : new RegExp(text));

function complete(entry: ProgramEntry, { defaults = {}, directory = '.' }: ManifestFile, folder: string): BenchProgram {
  const shared = { ...defaults, ...entry };
  return {
    name: entry.name,
    executable: entry.program === undefined ? resolve(folder, directory, entry.name) : resolve(folder, entry.program),
    built: entry.program === undefined,
    tags: entry.tags,
    sizes: entry.sizes,
    counts: entry.counts ?? {},
    flags: shared.flags ?? [],
    seedFlag: shared.seedFlag,
    patterns: {
      pass: new RegExp(entry.pattern),
      failure: new RegExp(shared.failure ?? DEFAULT_FAILURE),
      skip: regExp(shared.skip),
      kernelTime: regExp(shared.kernelTime),
    },
  };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AtollError('BAD_INPUT', `${path}: ${(error as Error).message}`);
  }
}

function refuseDuplicates(programs: readonly ProgramEntry[], path: string): void {
  const seen = new Set<string>();
  for (const { name } of programs) {
    if (seen.has(name)) throw new AtollError('BAD_INPUT', `${path}: '${name}' is listed twice`);
    seen.add(name);
  }
}

/**
 * Reads and checks a manifest.
 * @throws AtollError BAD_INPUT naming the file, and the place in it
 */
export function readManifest(file: string): Manifest {
  const path = resolve(file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read the manifest ${path}: ${(error as Error).message}`);
  }
  const checked = manifestSchema.safeParse(parseJson(text, path));
  if (!checked.success)
    throw new AtollError(
      'BAD_INPUT',
      `${path} is not a manifest:\n${z.prettifyError(checked.error)}`,
      'docs/benchmarks.md describes the manifest',
    );
  refuseDuplicates(checked.data.programs, path);
  return {
    path,
    sha256: createHash('sha256').update(text).digest('hex'),
    build: checked.data.build,
    programs: checked.data.programs.map((entry) => complete(entry, checked.data, dirname(path))),
  };
}

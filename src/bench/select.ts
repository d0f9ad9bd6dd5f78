// Selection of programs and sizes of a manifest by a command.

import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import type { BenchProgram, Manifest } from './manifest.js';

export interface Selection {
  /** Names; * and ? stand for any text and any character. None: all programs. */
  readonly names: readonly string[];
  /** A program needs all of these. */
  readonly tags: readonly string[];
}

const escapePattern = (text: string): string => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
const glob = (text: string): RegExp =>
  new RegExp(`^${escapePattern(text).replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');

/**
 * The programs of a selection, in the manifest's order.
 * @throws AtollError BAD_OPTION for a name or a tag that nothing has
 */
export function selectPrograms(
  manifest: Pick<Manifest, 'programs'>,
  { names, tags }: Selection,
): readonly BenchProgram[] {
  const globs = names.map(glob);
  names.forEach((name, index) => {
    if (!manifest.programs.some((program) => required(globs[index], 'pattern').test(program.name)))
      throw new AtollError('BAD_OPTION', `there is no program '${name}'`, 'atoll bench --list shows the names');
  });
  const allTags = [...new Set(manifest.programs.flatMap((program) => program.tags))].sort();
  for (const tag of tags)
    if (!allTags.includes(tag))
      throw new AtollError('BAD_OPTION', `no program has the tag '${tag}'`, allTags.join(', '));
  const selected = manifest.programs
    .filter(({ name }) => globs.length === 0 || globs.some((pattern) => pattern.test(name)))
    .filter((program) => tags.every((tag) => program.tags.includes(tag)));
  if (selected.length === 0) throw new AtollError('BAD_OPTION', 'no program has all of these names and tags');
  return selected;
}

/**
 * The programs that have a size.
 * @throws AtollError BAD_OPTION when none has it
 */
export function withSize(programs: readonly BenchProgram[], size: string): readonly BenchProgram[] {
  const having = programs.filter(({ sizes }) => size in sizes);
  if (having.length > 0) return having;
  const allSizes = [...new Set(programs.flatMap(({ sizes }) => Object.keys(sizes)))];
  throw new AtollError('BAD_OPTION', `no selected program has a size '${size}'`, `sizes: ${allSizes.join(', ')}`);
}

// A program again from its sources, by any compilation.

import type { FrontEnd } from '../compiler/front-end.js';
import type { BuildRequest, BuildResult } from '../compiler/request/build-request.js';
import type { Compilation } from '../compiler/request/compilation.js';
import type { OriginPart, SourceOrigin } from '../launch/origin.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const requestOf = ({ source, options, headers }: OriginPart) => ({
  source: bytesOf(source),
  options,
  headers: headers.map(({ name, source: text }) => ({ name, source: bytesOf(text) })),
});

/** Builds it, or compiles its parts and links them, as the program did. */
export async function buildOrigin(
  frontEnd: FrontEnd,
  { parts, options, folder }: SourceOrigin,
  device: string,
  compilation: Compilation,
): Promise<BuildResult> {
  // A log lists the passes that a limit leaves out; a cached build has no log.
  const common = { device, folder, compilation, fresh: compilation.limit !== undefined };
  const [first, ...others] = parts;
  const build = (request: Partial<BuildRequest> & Pick<BuildRequest, 'kind' | 'options'>): Promise<BuildResult> =>
    frontEnd.build({ ...common, ...request });
  if (first && others.length === 0 && options === '') return build({ kind: 'build', ...requestOf(first) });
  const inputs: Uint8Array[] = [];
  for (const part of parts) {
    const compiled = await build({ kind: 'compile', ...requestOf(part) });
    if (!compiled.binary) return compiled;
    inputs.push(compiled.binary);
  }
  return build({ kind: 'link', options, inputs });
}

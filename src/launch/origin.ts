// The inputs of a program's build, to build it again in another place. Plain data: it crosses threads.

/** A translation unit, as the guest gave it. */
export interface OriginPart {
  readonly source: string;
  readonly options: string;
  readonly headers: readonly { readonly name: string; readonly source: string }[];
}

export interface SourceOrigin {
  readonly type: 'source';
  readonly parts: readonly OriginPart[];
  /** Of linking them; empty for one that was built at once. */
  readonly options: string;
  /** Working folder of the guest: relative folders of headers are relative to it. */
  readonly folder: string;
}

/** A binary of the guest: its source is unknown. */
export interface BinaryOrigin {
  readonly type: 'binary';
}

export type ProgramOrigin = SourceOrigin | BinaryOrigin;

/** Of several programs that are linked to one. */
export function linkedOrigin(inputs: readonly ProgramOrigin[], options: string, folder: string): ProgramOrigin {
  const sources = inputs.flatMap((input) => (input.type === 'source' ? [input] : []));
  if (sources.length < inputs.length) return { type: 'binary' };
  return { type: 'source', parts: sources.flatMap(({ parts }) => parts), options, folder };
}

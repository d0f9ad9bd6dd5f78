// Statements of an HSAIL instruction about itself, by its text: an address is a multiple of a number, work-items take
// the same way, or all of them execute it (PRM 2.12, 6.3). Finalizers may rely on them.

/** Work-items of a slice; infinite for the whole work-group. */
type SliceSize = number;

export interface HsailClaims {
  /** The address is a multiple of so many bytes. */
  readonly alignment?: number;
  /** Work-items of a slice branch to the same target. */
  readonly sameTarget?: SliceSize;
  /** Either all work-items of a slice execute it, or none. */
  readonly executedTogether?: SliceSize;
  /** It operates on an fbarrier. */
  readonly fbarrier?: 'wait' | 'other';
  /** A load or store that is an atomic: machine code has an ordinary one. */
  readonly isAtomic?: boolean;
  readonly mnemonic: string;
}

const MNEMONIC = /^\s*(?:@\w+:\s*)?([a-z]\w*(?:\([^)]*\)\w*)*)/;
const WAVE_SIZE = 64;
/** Segments in which the address of an access is not that of the variable. */
const OWN_PLACES = /_(?:kernarg|arg|private|spill)_/;

function sliceOf(mnemonic: string, absent: SliceSize): SliceSize {
  const width = /_width\((\w+)\)/.exec(mnemonic)?.[1];
  if (width === undefined) return absent;
  if (width === 'all') return Number.POSITIVE_INFINITY;
  return width === 'WAVESIZE' ? WAVE_SIZE : Number(width);
}

/** Claims of the only instruction of a line; undefined where there is none. */
export function claimsOf(line: string): HsailClaims | undefined {
  const code = line.replace(/\/\/.*$/, '');
  const mnemonic = MNEMONIC.exec(code)?.[1];
  if (mnemonic === undefined || code.split(';').length > 2) return undefined;
  const alignment = Number(/^(?:ld|st)_.*align\((\d+)\)/.exec(mnemonic)?.[1] ?? 1);
  if (alignment > 1) return OWN_PLACES.test(mnemonic) ? undefined : { mnemonic, alignment };
  if (/^atomic(?:_ld|noret_st)_/.test(mnemonic)) return { mnemonic, isAtomic: true };
  if (/fbar(?:_|$)/.test(mnemonic)) return fbarrierClaims(mnemonic);
  const slice = sliceOf(mnemonic, 1);
  if (slice === 1) return undefined;
  if (/^[cs]br_/.test(mnemonic)) return { mnemonic, sameTarget: slice };
  return /^activelane/.test(mnemonic) ? { mnemonic, executedTogether: slice } : undefined;
}

function fbarrierClaims(mnemonic: string): HsailClaims {
  const fbarrier = mnemonic.startsWith('waitfbar') ? 'wait' : 'other';
  if (!/^(?:join|wait|arrive|leave)/.test(mnemonic)) return { mnemonic, fbarrier };
  return { mnemonic, fbarrier, executedTogether: sliceOf(mnemonic, WAVE_SIZE) };
}

// Functions that are `inline` by C99 and must not be inlined: since version 17 or so clang gives them no body at all,
// because another unit has to have one. No other unit has one in OpenCL. By the rules of before C99 clang does give
// one, as of an ordinary function.

const DEFINITION = /^define (available_externally )?(?!internal |private )[^@]*@("(?:[^"\\]|\\.)*"|[\w.$-]+)\(/;
const DECLARATION = /^declare [^@]*@("(?:[^"\\]|\\.)*"|[\w.$-]+)\(/;

interface Functions {
  /** Whether others have the function, too, by the name of each that has a body. */
  readonly bodies: ReadonlyMap<string, boolean>;
  readonly declared: ReadonlySet<string>;
}

function functionsOf(text: string): Functions {
  const bodies = new Map<string, boolean>();
  const declared = new Set<string>();
  for (const line of text.split('\n')) {
    const [, elsewhere, name] = DEFINITION.exec(line) ?? [];
    if (name !== undefined) bodies.set(name, elsewhere !== undefined);
    const absent = DECLARATION.exec(line)?.[1];
    if (absent !== undefined) declared.add(absent);
  }
  return { bodies, declared };
}

/**
 * The IR text of a unit with bodies for all of its functions, of which linking takes any one.
 * @param text by the rules of C99
 * @param older the same by those of before
 * @returns undefined when nothing is missing
 */
export function withInlineBodies(text: string, older: string): string | undefined {
  const { bodies, declared } = functionsOf(text);
  const given = functionsOf(older).bodies;
  if (![...declared].some((name) => given.has(name))) return undefined;
  const isOrdinary = (name: string): boolean => bodies.get(name) === false;
  if ([...bodies.keys()].some((name) => isOrdinary(name) && !given.has(name))) return undefined;
  const line = (old: string): string => {
    const name = DEFINITION.exec(old)?.[2];
    if (name === undefined) return old;
    if (isOrdinary(name)) return old.replace('define available_externally ', 'define ');
    return given.get(name) ? old : old.replace('define ', 'define linkonce_odr ');
  };
  return older.split('\n').map(line).join('\n');
}

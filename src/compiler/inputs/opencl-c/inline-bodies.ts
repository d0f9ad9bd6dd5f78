// C99's `inline` functions that must not be inlined: since about version 17 clang emits no body, which another unit has
// to define. In OpenCL no other unit does. By the rules before C99 clang emits a body as for an ordinary function.

const DEFINITION = /^define (available_externally )?(?!internal |private )[^@]*@("(?:[^"\\]|\\.)*"|[\w.$-]+)\(/;
const DECLARATION = /^declare [^@]*@("(?:[^"\\]|\\.)*"|[\w.$-]+)\(/;

interface Functions {
  /** By name of each function with a body: whether other units have it, too. */
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
 * The IR text of a unit with bodies for all of its functions, of which linking selects any one.
 * @param text by the rules of C99
 * @param older the same by the older rules
 * @returns undefined if none is missing
 */
export function withInlineBodies(text: string, older: string): string | undefined {
  const { bodies, declared } = functionsOf(text);
  const olderBodies = functionsOf(older).bodies;
  if (![...declared].some((name) => olderBodies.has(name))) return undefined;
  const isOrdinary = (name: string): boolean => bodies.get(name) === false;
  if ([...bodies.keys()].some((name) => isOrdinary(name) && !olderBodies.has(name))) return undefined;
  const line = (old: string): string => {
    const name = DEFINITION.exec(old)?.[2];
    if (name === undefined) return old;
    if (isOrdinary(name)) return old.replace('define available_externally ', 'define ');
    return olderBodies.get(name) ? old : old.replace('define ', 'define linkonce_odr ');
  };
  return older.split('\n').map(line).join('\n');
}

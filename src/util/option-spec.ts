// The description of an option of a run: help, environment variables, the configuration file and completions derive
// from it.

type OptionKind = 'text' | 'number' | 'flag' | 'choice' | 'list';

export interface OptionSpec {
  readonly kind: OptionKind;
  /** It applies to recorded launches as well. */
  readonly onReplay?: true;
  readonly text: string;
  /** A letter for it: `-g`. */
  readonly short?: string;
  /** Word for the value in the help: `<name>`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The choice that another name means. */
  readonly aliasFor?: (value: string) => string | undefined;
  /** The hint for a value outside of the choices, if there is a better one. */
  readonly hintFor?: (value: string) => string | undefined;
  /** Values beside these choices, and their name in the help. */
  readonly also?: { readonly pattern: RegExp; readonly name: string };
  readonly default?: string | number | boolean | readonly string[] | undefined;
  /** Its value if it is given without one: `--name`. */
  readonly implied?: string;
  /** Why the configuration file may not set it: its effect, in words that follow its name. */
  readonly keptFrom?:
    | 'selects a program that is executed'
    | 'names a file that is overwritten'
    | 'names commands, which can overwrite files'
    | 'names a secret';
  /** Its heading in the help; absent: an option of the core. */
  readonly group?: string;
  /** A folder: relative to the working directory of this process, absolute for its child processes. */
  readonly isFolder?: boolean;
}

export const [EXECUTES, OVERWRITES] = [
  'selects a program that is executed',
  'names a file that is overwritten',
] as const;

type Grouped<Specs> = { readonly [Key in keyof Specs]: Specs[Key] & { readonly group: string } };

/** Options under one heading of the help. */
export function optionGroup<const Specs extends Readonly<Record<string, OptionSpec>>>(
  group: string,
  specs: Specs,
): Grouped<Specs> {
  return Object.fromEntries(Object.entries(specs).map(([key, spec]) => [key, { ...spec, group }])) as Grouped<Specs>;
}

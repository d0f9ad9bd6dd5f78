// The command line of most runs, which has no options: understood without the parser of command lines, which is loaded for others.

/**
 * The program and its arguments of `atoll run` with no option of its own; undefined where the parser has to look.
 * @param words what stands behind `run`
 */
export function plainRun(words: readonly string[]): readonly string[] | undefined {
  const argv = words[0] === '--' ? words.slice(1) : words;
  const isOption = argv === words && words[0]?.startsWith('-') !== false;
  return argv.length === 0 || isOption ? undefined : argv;
}

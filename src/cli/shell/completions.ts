// Completions of `atoll` for bash, zsh and fish. The scripts are static: a key press starts no program.

import { lastOf } from '../../util/required.js';
import { allCommands, type CommandText, isPath, type OptionText } from './commands.js';

const namesOf = ({ short, long }: OptionText): string[] => [short, long].filter((name) => name !== undefined);
const wordsOf = (command: CommandText): string[] => [
  ...command.commands.map(({ path }) => lastOf(path, 'name of the command')),
  ...command.choices,
];
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Options with a list of values, or with a value other than a file. */
const valueCases = (command: CommandText): string[] =>
  command.options
    .filter((option) => option.takesValue && !isPath(option))
    .map(
      (option) =>
        `    ${namesOf(option)
          .map((name) => quoted(`${command.path.join(' ')} ${name}`))
          .join('|')}) _atoll_words ${quoted(option.choices.join(' '))}; return ;;`,
    );

/** Cases of bash that follow the words of a command line to a command. */
const pathCases = (commands: readonly CommandText[]): string[] =>
  commands
    .filter(({ path }) => path.length > 0)
    .map(
      ({ path }) =>
        `      ${quoted(`${path.slice(0, -1).join(' ')} ${path.at(-1)}`)}) path=${quoted(path.join(' '))} ;;`,
    );

/** Cases of options that take files. */
const fileCases = ({ path, options }: CommandText): string[] =>
  options
    .filter(isPath)
    .flatMap((option) => namesOf(option).map((name) => quoted(`${path.join(' ')} ${name}`)))
    .map((name) => `    ${name}) _atoll_files; return ;;`);

/** The case of a command: its options, and its words or else files. */
function commandCase(command: CommandText): string {
  const options = command.options.flatMap(namesOf).join(' ');
  const words = wordsOf(command).join(' ');
  const others = words === '' ? 'else _atoll_files' : `else _atoll_words ${quoted(words)}`;
  return `    ${quoted(command.path.join(' '))}) if [[ $word == -* ]]; then _atoll_words ${quoted(options)}; ${others}; fi ;;`;
}

/** For bash 4 and later, without the package bash-completion. */
export function bashCompletion(atoll: CommandText): string {
  const commands = allCommands(atoll);
  return `# Completion of atoll for bash.

_atoll_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "\${COMP_WORDS[COMP_CWORD]}"); }
_atoll_files() { mapfile -t COMPREPLY < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"); compopt -o filenames 2>/dev/null; }

_atoll() {
  local word=\${COMP_WORDS[COMP_CWORD]} path= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == -- ]]; then
      if ((i + 1 == COMP_CWORD)); then
        mapfile -t COMPREPLY < <(compgen -c -- "$word"; compgen -f -- "$word")
      else
        _atoll_files
      fi
      return
    fi
    case "$path \${COMP_WORDS[i]}" in
${pathCases(commands).join('\n')}
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
${commands.flatMap(valueCases).join('\n')}
${commands.flatMap(fileCases).join('\n')}
  esac
  case "$path" in
${commands.map(commandCase).join('\n')}
  esac
}
complete -F _atoll atoll
`;
}

const zshText = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');

function zshOption(option: OptionText): string {
  const { takesValue, choices, value, text } = option;
  const argument = takesValue
    ? `:${zshText(value)}:${choices.length > 0 ? `(${choices.join(' ')})` : isPath(option) ? '_files' : ' '}`
    : '';
  const names = namesOf(option);
  const spec = `[${zshText(text)}]${argument}`;
  if (option.repeats) return names.map((name) => quoted(`*${name}${spec}`)).join(' ');
  return names.length > 1 ? `'(${names.join(' ')})'{${names.join(',')}}${quoted(spec)}` : quoted(`${names[0]}${spec}`);
}

const zshName = ({ path }: CommandText): string => ['_atoll', ...path].join('_').replaceAll('-', '_');

function zshFunction(command: CommandText): string {
  const options = command.options.map((option) => `    ${zshOption(option)} \\`).join('\n');
  if (command.commands.length === 0) {
    const { program, choices } = command;
    const files = Array.from({ length: program ?? 0 }, (_, n) => `'${n + 1}:file:_files'`);
    const rest =
      program !== undefined
        ? [...files, `'*:::program: _atoll_program'`]
        : [choices.length > 0 ? quoted(`1:value:(${choices.join(' ')})`) : `'*:file:_files'`];
    return `${zshName(command)}() {\n  _arguments -s \\\n${options}\n    ${rest.join(' ')}\n}`;
  }
  const list = command.commands.map(
    ({ path, text }) => `    ${quoted(`${path.at(-1)}:${text.replaceAll(':', '\\:')}`)}`,
  );
  const cases = command.commands.map((each) => `        ${each.path.at(-1)}) ${zshName(each)} ;;`);
  return `${zshName(command)}() {
  local context state state_descr line
  typeset -A opt_args
  local -a atoll_commands=(
${list.join('\n')}
  )
  _arguments -s -C \\
${options}
    '1: :->command' '*:: :->rest'
  case $state in
    command) _describe command atoll_commands; ${command.path.length > 0 ? '_files' : ''} ;;
    rest)
      case $line[1] in
${cases.join('\n')}
        *) _files ;;
      esac ;;
  esac
}`;
}

export function zshCompletion(atoll: CommandText): string {
  return `#compdef atoll
# Completion of atoll for zsh.

# A program and its own arguments, with a divider before them or without.
_atoll_program() {
  if [[ $words[1] == -- ]]; then shift words; (( CURRENT-- )); fi
  _normal
}

${allCommands(atoll).map(zshFunction).join('\n\n')}

_atoll "$@"
`;
}

function fishLines(command: CommandText): string[] {
  const [first, second] = command.path;
  const words = command.commands.map(({ path }) => lastOf(path, 'name of the command')).join(' ');
  const condition =
    first === undefined
      ? '__fish_use_subcommand'
      : second !== undefined
        ? `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
        : `__fish_seen_subcommand_from ${first}${words === '' ? '' : `; and not __fish_seen_subcommand_from ${words}`}`;
  const begin = `complete -c atoll -n ${quoted(condition)}`;
  return [
    ...command.commands.map(({ path, text }) => `${begin} -f -a ${path.at(-1)} -d ${quoted(text)}`),
    ...command.choices.map((choice) => `${begin} -f -a ${choice}`),
    ...command.options.map((option) => {
      const { short, long, takesValue, choices, text } = option;
      // fish has -s for options of one letter; an option may have two long names.
      const alias = short?.startsWith('--') ? `-l ${short.slice(2)}` : short && `-s ${short.slice(1)}`;
      const names = [long && `-l ${long.slice(2)}`, alias].filter(Boolean).join(' ');
      const value = !takesValue
        ? ''
        : isPath(option)
          ? ' -r -F'
          : choices.length > 0
            ? ` -x -a ${quoted(choices.join(' '))}`
            : ' -x';
      return `${begin} ${names}${value} -d ${quoted(text)}`;
    }),
  ];
}

export const fishCompletion = (atoll: CommandText): string =>
  `# Completion of atoll for fish.\n\n${allCommands(atoll).flatMap(fishLines).join('\n')}\n`;

/** Shells, with the path of their completions below a folder of shared data, and the content. */
export const COMPLETIONS = {
  bash: { file: 'bash-completion/completions/atoll', text: bashCompletion },
  zsh: { file: 'zsh/site-functions/_atoll', text: zshCompletion },
  fish: { file: 'fish/vendor_completions.d/atoll.fish', text: fishCompletion },
} as const;

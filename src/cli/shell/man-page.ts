// The manual page atoll(1), in the macros of man(7).

import { allCommands, type CommandText, type OptionText } from './commands.js';

/** Text escaped for troff. */
function troff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(/^([.'])/gm, '\\&$1');
}

const bold = (text: string): string => `\\fB${troff(text)}\\fR`;

const optionLines = ({ flags, text, choices }: OptionText): string[] => [
  '.TP',
  flags.replace(/([^\s,]+)(,?)/g, (_, word: string, comma: string) =>
    word.startsWith('-') ? `${bold(word)}${comma}` : `\\fI${troff(word)}\\fR${comma}`,
  ),
  troff(choices.length > 0 ? `${text} (${choices.join(', ')})` : text),
];

/** Notes keep their line breaks, so that commands can be copied. */
const noteLines = (notes: string): string[] =>
  notes === '' ? [] : ['.PP', '.nf', ...notes.split('\n').map(troff), '.fi'];

/** Options under the headings of the help. */
const groupedLines = (options: readonly OptionText[]): string[] =>
  options.flatMap((option, n) => {
    const isFirst = option.group !== '' && option.group !== options[n - 1]?.group;
    return [...(isFirst ? ['.PP', troff(option.group)] : []), ...optionLines(option)];
  });

function commandLines(command: CommandText): string[] {
  const title = ['atoll', ...command.path].join(' ');
  return [
    `.SS ${bold(title)} ${troff(command.usage)}`,
    troff(`${command.text.charAt(0).toUpperCase()}${command.text.slice(1)}.`),
    ...groupedLines(command.options),
    ...noteLines(command.notes),
  ];
}

/**
 * @param atoll all commands
 * @param date of the release, as 2026-11-22; empty before it
 */
export function manPage(atoll: CommandText, version: string, date: string): string {
  const [, ...commands] = allCommands(atoll);
  const lines = [
    `.TH ATOLL 1 "${date}" "atoll ${version}" "User Commands"`,
    '.SH NAME',
    'atoll \\- run unmodified OpenCL and HIP programs on a simulated AMD GPU',
    '.SH SYNOPSIS',
    `${bold('atoll run')} [\\fIoptions\\fR] ${bold('--')} \\fIprogram\\fR [\\fIarguments\\fR...]`,
    '.br',
    `${bold('atoll')} \\fIcommand\\fR [\\fIoptions\\fR] [\\fIarguments\\fR...]`,
    '.SH DESCRIPTION',
    troff(
      'The program runs natively; the OpenCL device that it finds is simulated. Kernels are compiled for the instruction set of the device and executed at the granularity of wavefronts.',
    ),
    '.PP',
    troff('Options of every run can also come from the environment, by the names in brackets.'),
    ...atoll.options.flatMap(optionLines),
    ...noteLines(atoll.notes),
    '.SH COMMANDS',
    ...commands.flatMap((command, n) => [
      ...(command.path.length === 1 && command.group !== commands[n - 1]?.group ? ['.PP', bold(command.group)] : []),
      ...commandLines(command),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

// `atoll time`: the time of a recorded launch.

import { disassemble } from '../isa/disassemble.js';
import { isaNamed } from '../isa/isas.js';
import { isaOfCode } from '../isa/load-isa.js';
import { readConfiguration } from '../timing/config/configuration.js';
import { simulate } from '../timing/model/simulate.js';
import { withRecords } from '../timing/records/reader.js';
import { instructionLines, timingText } from './timing-text.js';

export interface TimeFlags {
  readonly chip: string;
  readonly byInstruction?: boolean;
  readonly json?: boolean;
}

/** @throws AtollError BAD_OPTION, BAD_INPUT naming file and offset or key */
export function time(file: string, { chip, byInstruction, json }: TimeFlags): void {
  const configuration = readConfiguration(chip);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  withRecords(file, (records) => {
    isaOfCode(records.launch.isa);
    const result = simulate(records, configuration);
    if (json) return say(JSON.stringify(result, undefined, 2));
    say(timingText(result));
    if (!byInstruction) return;
    const { isa, code } = records.launch;
    const lines = new Map(disassemble(isaNamed(isa), code).map(({ offset, text }) => [offset, text]));
    say(instructionLines(result, (offset) => lines.get(offset) ?? ''));
  });
}

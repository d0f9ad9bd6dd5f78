// docs/timing-parameters.md: every parameter of a chip with its values, and every reason that a slot has for not
// issuing.

import { DEFAULT_CHIP } from '../chips/chips.js';
import { required } from '../util/required.js';
import { configurationNames, readConfiguration } from './config/configuration.js';
import { CONFIDENCES, eachParameter } from './config/parameters.js';
import { parameterOf } from './config/schema.js';
import { REASONS } from './model/reasons.js';

const HEAD = `# Parameters of the timing model

<!-- Written by \`npm run build\` from src/timing/config/parameters.ts, src/timing/chips/ and src/timing/model/reasons.ts. -->

What a configuration says of a chip ([timing.md](timing.md)). The unit is the end of the name. Sources and confidence are those of \`${DEFAULT_CHIP.timing}\`;
\`atoll chip NAME\` prints those of another chip, which extend it. Confidence:

`;

/** The text of docs/timing-parameters.md. */
export function timingMarkdown(): string {
  const chips = configurationNames().map((name) => readConfiguration(name));
  const first = required(
    chips.find(({ name }) => name === DEFAULT_CHIP.timing),
    'configuration of the default chip',
  );
  const rows: string[] = [];
  eachParameter((group, key, { text }) => {
    const { source, confidence } = parameterOf(first, group, key);
    const values = chips.map((chip) => parameterOf(chip, group, key).value);
    rows.push(`| \`${group}.${key}\` | ${text} | ${values.join(' | ')} | ${confidence} | ${source} |`);
  });
  const names = chips.map(({ name }) => name);
  const confidences = Object.entries(CONFIDENCES).map(([name, meaning]) => `- \`${name}\`: ${meaning}.`);
  const reasons = Object.entries(REASONS).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return [
    `${HEAD}${confidences.join('\n')}\n`,
    `| parameter | what | ${names.join(' | ')} | confidence | source |\n|---|---|${'---|'.repeat(names.length)}---|---|`,
    `${rows.join('\n')}\n`,
    '## Reasons\n\nEach cycle of each slot has exactly one; their sum is slots times cycles.\n',
    `| reason | what |\n|---|---|\n${reasons.join('\n')}\n`,
  ].join('\n');
}

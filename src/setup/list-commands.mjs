// Writes src/cli/commands.ts, the list of the folders in src/cli/commands: a new folder with a command.ts there is a
// new command.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { propertyKey, writeIfChanged } from './generated-list.mjs';
import { root } from './steps.mjs';

const FOLDER = 'src/cli/commands';

/** Before TypeScript is compiled. */
export function listCommands() {
  const names = readdirSync(join(root, FOLDER))
    .filter((name) => existsSync(join(root, FOLDER, name, 'command.ts')))
    .sort();
  const text = [
    `// Generated from the folders of ${FOLDER} by \`npm run build\`. Do not edit.`,
    '',
    "import type { CommandDefinition } from './command-definition.js';",
    '',
    'export const COMMANDS: Readonly<Record<string, () => Promise<CommandDefinition>>> = {',
    ...names.map(
      (name) => `  ${propertyKey(name)}: async () => (await import('./commands/${name}/command.js')).define,`,
    ),
    '};',
    '',
  ].join('\n');
  writeIfChanged(join(root, 'src', 'cli', 'commands.ts'), text);
}

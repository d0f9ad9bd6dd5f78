// Links from pages to files of the repository that are no pages: source files, the licence.

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isExternal = (href) => /^([a-z]+:|#|\/)/.test(href);
/** Pages are docs/**.md and the Markdown files at the top level. */
const isPage = (file) => /^(docs\/.+|[^/]+)\.md$/.test(file);

/**
 * Points such links at the repository's web address; without one they lead to the file's name on the page that has them.
 * A link to a file that does not exist is an error, as a dead link between pages is.
 * @param {string} repository web address of the repository, or ''
 */
export const sourceLinks = (repository) => (markdown) => {
  markdown.core.ruler.push('source-links', ({ tokens, env }) => {
    for (const link of tokens.flatMap((token) => token.children ?? []).filter(({ type }) => type === 'link_open')) {
      const href = link.attrGet('href');
      if (!href || isExternal(href)) continue;
      const file = posix.join(posix.dirname(env.relativePath), decodeURI(href.replace(/#.*/, '')));
      if (isPage(file)) continue;
      if (!existsSync(join(root, file))) throw new Error(`${env.relativePath}: dead link to ${href}`);
      link.attrSet('href', repository ? `${repository}/blob/main/${file}` : `#${posix.basename(file)}`);
    }
  });
};

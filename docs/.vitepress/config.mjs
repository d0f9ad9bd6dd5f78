// The documentation site, built by `npm run docs` into build/docs. A dead link ends the build with an error.

import { posix } from 'node:path';
import { contents } from './contents.mjs';
import { sourceLinks } from './source-links.mjs';

const repository = process.env.ATOLL_REPOSITORY ?? '';
const route = (file) => `/${posix.join('docs', file).replace(/(index)?\.md$/, '')}`;

export default {
  title: 'Atoll',
  description: 'OpenCL and HIP programs on a simulated AMD GPU',
  // Pages lie in docs/ and at the top level; their addresses are their paths, so that links serve both readers.
  srcDir: '..',
  srcExclude: ['*/**/node_modules/**', '{build,dist,src,test,benchmarks,runtime,native,.github}/**'],
  rewrites: { 'README.md': 'index.md' },
  outDir: '../build/docs',
  cacheDir: '../build/docs-cache',
  cleanUrls: true,
  // Pages are Markdown alone: `<name>` and `{{` are text in them, not elements and expressions of Vue.
  markdown: {
    html: false,
    config(markdown) {
      const { text } = markdown.renderer.rules;
      markdown.renderer.rules.text = (...rule) => text(...rule).replaceAll('{{', '&#123;&#123;');
      markdown.use(sourceLinks(repository));
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Documentation', link: '/docs/' },
      { text: 'HIP', link: '/docs/rocm' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: contents().map(({ text, items }) => ({
      text,
      collapsed: text === 'Records',
      items: items.map((item) => ({ text: item.text, link: route(item.file) })),
    })),
    socialLinks: repository ? [{ icon: 'github', link: repository }] : [],
  },
};

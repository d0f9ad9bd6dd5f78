// Style of pages about runs.

import { LOOK } from './theme.js';

export const STYLE = `${LOOK}
.plot { height: calc(60px + 26px * var(--rows, 1)); } section > * + h3, section > * + .sides, .plot + *, .plot + details, section > p + .plot { margin-top: .6rem; } details { margin: .4rem 0; }
th button { font: inherit; border: 0; background: none; color: inherit; cursor: pointer; padding: 0; } th[aria-sort=ascending] button::after { content: ' ▲'; } th[aria-sort=descending] button::after { content: ' ▼'; }
.strip { position: relative; height: 100px; } figure { margin: .6rem 0; } figcaption { font-size: .85rem; } .scroll { max-height: 36rem; }
.code td { font: .82rem/1.5 ui-monospace, monospace; white-space: pre; border: 0; padding-top: 0; padding-bottom: 0; }
.code td:first-child, .code th:first-child { padding-left: .4rem; } .lanes { background: linear-gradient(to left, var(--soft) calc(100% * var(--part)), transparent 0); }
.hot td { background-color: rgb(var(--hot) / calc(.5 * var(--heat))); } .marked td { box-shadow: inset 0 1px var(--main), inset 0 -1px var(--main); }
.bars svg { width: 100%; max-width: 640px; border-bottom: 1px solid var(--dim); fill: var(--main); } .bars table { width: auto; }
.guess td { color: var(--warn); } .explained td:last-child { white-space: normal; min-width: 14rem; color: var(--dim); }`;

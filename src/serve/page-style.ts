// The look of the live view, beside what pages about runs have in common.

import { LOOK } from '../report/theme.js';

export const LIVE_STYLE = `${LOOK}
  --good: light-dark(#1b7a33, #5fce7c); --warn: light-dark(#8a5300, #ffc46b); --bad: light-dark(#b3261e, #ff8a80); --here: light-dark(#fff3c4, #4a3d12); }
header { position: sticky; top: 0; z-index: 2; }
.buttons { display: flex; gap: .5rem; }
button { font: inherit; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--text); cursor: pointer; }
button:hover:not(:disabled) { border-color: var(--main); } button:disabled { opacity: .5; cursor: default; } #hold { background: var(--soft); border-color: var(--main); min-width: 6.5rem; }
.danger { color: var(--bad); }
.state { padding: .15rem .7rem; border-radius: 1rem; border: 1px solid currentColor; font-size: .85rem; font-weight: 600; white-space: nowrap; }
.state[data-is=running] { color: var(--good); } .state[data-is=paused] { color: var(--warn); } .state[data-is=ended], .state[data-is=lost] { color: var(--dim); } .state[data-is=failed] { color: var(--bad); }
.columns { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); align-items: start; }
td.fault { white-space: normal; }
td.share { width: 35%; min-width: 7rem; }
.launch { display: grid; grid-template-columns: 1fr auto; gap: .2rem 1rem; align-items: center; } .launch + .launch { margin-top: .8rem; } .launch .what { overflow-wrap: anywhere; } .launch button { grid-row: span 2; }
.bar { height: .9rem; border-radius: 5px; background: var(--soft); overflow: hidden; } .bar i { display: block; height: 100%; width: calc(100% * var(--part)); background: var(--main); }
.inspector { display: grid; grid-template-columns: minmax(15rem, 22rem) minmax(0, 1fr); gap: 1rem; } .list ul { list-style: none; margin: 0; padding: 0; overflow: auto; max-height: 34rem; }
.list li { padding: .3rem .5rem; border-radius: 6px; cursor: pointer; font-size: .85rem; } .list li[aria-selected=true] { background: var(--soft); } .list li b { font-weight: 600; }
.where { font-weight: 600; overflow-wrap: anywhere; } .lanes { display: grid; grid-auto-columns: 1fr; grid-auto-flow: column; gap: 1px; margin: .5rem 0; } .lanes i { height: .7rem; border-radius: 1px; background: var(--line); } .lanes i.on { background: var(--main); } .lanes i.none { background: none; border: 1px solid var(--line); }
[role=tablist] { display: flex; flex-wrap: wrap; gap: .4rem; margin-bottom: .6rem; align-items: center; } [role=tab][aria-selected=true] { background: var(--soft); border-color: var(--main); } #print { margin-left: auto; font-size: .85rem; } #printed { width: 15rem; max-width: 100%; font-family: ui-monospace, monospace; }
output { display: block; white-space: pre-wrap; font: .85rem/1.5 ui-monospace, monospace; background: var(--back); border-radius: 6px; padding: .4rem .7rem; margin-bottom: .6rem; overflow-wrap: anywhere; }
[role=tabpanel] { overflow: auto; max-height: 30rem; } .mono, .mono td { font: .82rem/1.5 ui-monospace, monospace; } .mono td { white-space: pre; border: 0; padding-top: 0; padding-bottom: 0; }
tr.here td { background: var(--here); } .sides > * { overflow: auto; min-width: 0; }
.grid td.off { color: var(--dim); } .grid tr.none td { text-decoration: line-through; } .list li.ended { color: var(--dim); } .grid th:first-child { left: 0; z-index: 1; }
dialog { border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--text); max-width: 28rem; } dialog::backdrop { background: #0008; } menu { display: flex; gap: .5rem; justify-content: flex-end; padding: 0; margin: 1rem 0 0; }
dialog dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; margin: 0; } dd { margin: 0; } kbd { font: .85rem ui-monospace, monospace; border: 1px solid var(--line); border-radius: 4px; padding: 0 .4rem; }
.empty { color: var(--dim); } @media (max-width: 50rem) { .inspector { grid-template-columns: minmax(0, 1fr); } .list ul { max-height: 11rem; } main { padding: .7rem; } #print { margin-left: 0; } header { position: static; } }
@media (prefers-reduced-motion: no-preference) { .bar i { transition: width .2s linear; } }
@media print { header { position: static; } .buttons, #print { display: none; } .scroll, [role=tabpanel], .list ul { max-height: none; } }`;

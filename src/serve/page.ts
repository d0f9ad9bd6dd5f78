// The page of a live view: one file, which connects to its server only.

import { browserCode, chartLibrary } from '../report/page.js';
import { LIVE_STYLE } from './page-style.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'pause, go on'],
  ['↑ ↓', 'in the list: another wavefront'],
  ['← →', 'on the tabs: another view of it'],
  ['/', 'ask for a value'],
  ['?', 'these keys'],
];

const TABS = ['Code', 'Registers', 'Lanes', 'Arguments'] as const;

const tab = (name: string, n: number): string =>
  `<button type="button" role="tab" id="tab${n}" aria-controls="view${n}" aria-selected="${n === 0}" tabindex="${n === 0 ? 0 : -1}">${name}</button>`;
const view = (_: string, n: number): string =>
  `<div role="tabpanel" id="view${n}" aria-labelledby="tab${n}" tabindex="0"${n === 0 ? '' : ' hidden'}></div>`;

const INSPECTOR = `<section id="inspector" aria-labelledby="inspectorTitle" hidden>
<h2 id="inspectorTitle">Wavefronts</h2>
<div class="inspector"><div class="list"><ul id="wavefronts" role="listbox" aria-label="Wavefronts that stand still" tabindex="0"></ul><p id="moreWavefronts" class="dim"></p></div>
<div class="detail"><p id="where" class="where"></p><div class="lanes" id="exec" role="img"></div>
<div role="tablist" aria-label="What to show of the wavefront">${TABS.map(tab).join('')}
<form id="print"><label for="printed">Print</label> <input id="printed" autocomplete="off" spellcheck="false" placeholder="a[0..7]  v3[5]  s4" maxlength="200"></form></div>
<output id="said" for="printed" hidden></output>
${TABS.map(view).join('\n')}</div></div></section>`;

const DIALOGS = `<dialog id="sure" aria-labelledby="sureText"><form method="dialog"><p id="sureText"></p><menu><button value="no" autofocus>Cancel</button><button value="yes" class="danger">Do it</button></menu></form></dialog>
<dialog id="help" aria-labelledby="helpTitle"><form method="dialog"><h2 id="helpTitle">Keys</h2><dl>${KEYS.map(([key, text]) => `<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`).join('')}</dl><menu><button autofocus>Close</button></menu></form></dialog>`;

export function livePage(nonce: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Atoll</title><link rel="icon" href="data:,"><style nonce="${nonce}">${LIVE_STYLE}</style></head><body>
<header><div class="name"><h1 id="program">Atoll</h1><p id="facts" class="dim"></p></div>
<p id="state" class="state" role="status">connecting</p>
<div class="buttons"><button type="button" id="hold" aria-keyshortcuts="Space" disabled>Pause</button><button type="button" id="end" class="danger" disabled>End program</button><button type="button" id="leave" hidden>Close the server</button><button type="button" id="keys" aria-label="Keys">?</button></div></header>
<main><dl class="numbers" id="numbers"></dl>
<section aria-labelledby="runningTitle"><h2 id="runningTitle">Running</h2><div id="running"></div></section>
${INSPECTOR}
<section aria-labelledby="speedTitle"><h2 id="speedTitle">Work-groups per second</h2><div class="plot"><canvas id="speed" role="img" aria-labelledby="speedTitle"></canvas></div></section>
<section id="simulated" aria-labelledby="simulatedTitle" hidden><h2 id="simulatedTitle">Simulated time</h2><div class="scroll" tabindex="0" role="group" aria-labelledby="simulatedTitle"><table><thead><tr><th>kernel</th><th class="number">launches</th><th class="number">cycles</th><th class="number">time</th><th>cycles of slots</th></tr></thead><tbody id="simulatedKernels"></tbody></table></div></section>
<div class="columns"><section aria-labelledby="kernelsTitle"><h2 id="kernelsTitle">Kernels by time</h2><div class="scroll" tabindex="0" role="group" aria-labelledby="kernelsTitle"><table><thead><tr><th>kernel</th><th class="number">launches</th><th class="number">total</th><th class="number">mean</th><th class="number">longest</th><th class="number">work-groups</th></tr></thead><tbody id="kernels"></tbody></table></div></section>
<section aria-labelledby="recentTitle"><h2 id="recentTitle">Last launches</h2><div class="scroll" tabindex="0" role="group" aria-labelledby="recentTitle"><table><thead><tr><th class="number">#</th><th>kernel</th><th>global size</th><th>local size</th><th class="number">time</th></tr></thead><tbody id="recent"></tbody></table></div></section></div>
</main>${DIALOGS}
<script nonce="${nonce}">${chartLibrary()}</script>
<script nonce="${nonce}">${browserCode('live/main')}</script></body></html>
`;
}

// The look that pages about runs have in common: colours of both themes, cards, tables, buttons.

export const LOOK = `
:root { color-scheme: light dark; --back: light-dark(#f6f7f9, #14171c); --card: light-dark(#fff, #1c2027); --line: light-dark(#d9dde3, #333a45);
  --text: light-dark(#1a1e24, #e6e9ee); --dim: light-dark(#5a6472, #9aa5b4); --main: light-dark(#1565c0, #6cb0ff); --soft: light-dark(#dbe9fb, #203a5a);
  --good: light-dark(#1b7a33, #5fce7c); --warn: light-dark(#8a5300, #ffc46b); --bad: light-dark(#b3261e, #ff8a80); --here: light-dark(#fff3c4, #4a3d12); --hot: 255 112 32; }
* { box-sizing: border-box; } [hidden] { display: none !important; } body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: .95rem; margin: 0 0 .5rem; overflow-wrap: anywhere; } h3 { font-size: .85rem; margin: 0 0 .3rem; color: var(--dim); font-weight: 600; overflow-wrap: anywhere; } p { margin: 0; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 1.2rem; background: var(--card); border-bottom: 1px solid var(--line); } .name { flex: 1 1 16rem; min-width: 0; }
.dim { color: var(--dim); font-size: .85rem; } :focus-visible { outline: 2px solid var(--main); outline-offset: 2px; }
main { max-width: 1500px; margin: 0 auto; padding: 1rem 1.2rem 3rem; display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem 1rem; min-width: 0; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .8rem; margin: 0; }
.numbers div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .5rem .9rem; } .numbers dt { color: var(--dim); font-size: .8rem; } .numbers dd { margin: 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
.scroll { overflow: auto; max-height: 22rem; } table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th, td { text-align: left; padding: .2rem .6rem .2rem 0; white-space: nowrap; border-bottom: 1px solid var(--line); } th { position: sticky; top: 0; background: var(--card); color: var(--dim); font-weight: 600; }
.number + :not(.number) { padding-left: .6rem; } .number { text-align: right; font-variant-numeric: tabular-nums; } .bad, tr.bad td { color: var(--bad); }
td.share { background: linear-gradient(to right, var(--soft) calc(100% * var(--part)), transparent 0); padding-left: .3rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1rem; }
.plot { position: relative; height: 130px; } summary { cursor: pointer; }
select, input { font: inherit; font-size: .85rem; padding: .25rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); }
@media (max-width: 50rem) { main { padding: .7rem; } .plot { min-height: 180px; } }
@media print { :root { color-scheme: light; } body { background: #fff; } section { break-inside: auto; border: 0; padding: 0; } .scroll { max-height: none !important; overflow: visible !important; } th { position: static; } th, td { white-space: normal; } }`;

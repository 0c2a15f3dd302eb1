/** The stylesheet of all pages. Nothing is said by colour alone. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --text: #1d2327;
  --quiet: #50575e;
  --ground: #ffffff;
  --panel: #f3f4f5;
  --line: #8c8f94;
  --accent: #0a4b78;
  --on-accent: #ffffff;
  --error: #a11414;
  --done: #14612e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #f0f0f1;
    --quiet: #c3c4c7;
    --ground: #16191c;
    --panel: #23282d;
    --line: #8c8f94;
    --accent: #9ec2e6;
    --on-accent: #10151a;
    --error: #ffabaf;
    --done: #8fdba5;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  color: var(--text);
  background: var(--ground);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
header { border-bottom: 1px solid var(--line); }
header p { margin: 0.25rem 0; }
h1 { margin: 0.5rem 0 1rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus-visible { outline: none; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.5rem 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.375rem 0; }
nav a[aria-current] { font-weight: bold; text-decoration-thickness: 3px; }
.site, .quiet { color: var(--quiet); }
.skip { position: absolute; inset-inline-start: 1rem; top: -10rem; padding: 0.5rem 1rem; background: var(--ground); }
.skip:focus { top: 0.5rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.cards { display: grid; gap: 1rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.cards > li, .panel { padding: 1rem; border: 1px solid var(--line); border-radius: 0.25rem; background: var(--panel); }
.panel { margin-bottom: 1.5rem; }
.cards p, .cards ul { margin: 0.5rem 0; }
.status { font-weight: bold; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin-top: 0.75rem; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.25rem 1rem; margin: 0.5rem 0 1.5rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; margin-bottom: 1.5rem; }
caption { margin-bottom: 0.5rem; font-size: 1.25rem; font-weight: bold; text-align: start; }
th, td { padding: 0.375rem 0.5rem; border-bottom: 1px solid var(--line); text-align: start; }
td { text-align: end; font-variant-numeric: tabular-nums; }
form { margin: 0; }
.fields { max-width: 24rem; }
.fields p { margin: 0 0 1rem; }
label { display: block; }
label.check { display: flex; gap: 0.5rem; align-items: center; }
input:not([type="checkbox"]) {
  width: 100%;
  padding: 0.5rem;
  border: 1px solid var(--line);
  border-radius: 0.25rem;
  color: inherit;
  background: var(--ground);
  font: inherit;
}
input[type="checkbox"] { width: 1.25rem; height: 1.25rem; }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.25rem;
  color: var(--on-accent);
  background: var(--accent);
  font: inherit;
  cursor: pointer;
}
.notice { padding: 0.75rem 1rem; border: 1px solid currentcolor; border-inline-start-width: 0.5rem; }
.error { color: var(--error); }
.done { color: var(--done); }
`

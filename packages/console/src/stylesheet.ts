/** The stylesheet of all pages. No information is conveyed by colour alone. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --text: #1b1f24;
  --quiet: #545c66;
  --ground: #f5f6f8;
  --surface: #ffffff;
  --sunken: #eef0f3;
  --line: #d8dce2;
  --field: #7b838e;
  --accent: #1f4fbf;
  --accent-strong: #173c94;
  --accent-soft: #e6edfb;
  --on-accent: #ffffff;
  --error: #a11b1b;
  --error-soft: #fcecec;
  --warning: #7a4b00;
  --warning-soft: #fdf1dc;
  --done: #14612e;
  --done-soft: #e5f5ea;
  --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 1px 3px rgb(16 24 40 / 8%);
  --radius: 0.625rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e8eaed;
    --quiet: #a9b1bc;
    --ground: #101317;
    --surface: #181c22;
    --sunken: #222730;
    --line: #313843;
    --field: #7d8794;
    --accent: #8fb4ff;
    --accent-strong: #b3ccff;
    --accent-soft: #1d2a45;
    --on-accent: #0d1420;
    --error: #ffabab;
    --error-soft: #3a1d20;
    --warning: #f3c677;
    --warning-soft: #35290f;
    --done: #8fdba5;
    --done-soft: #15301e;
    --shadow: none;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  color: var(--text);
  background: var(--ground);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
h1 { margin: 0 0 1.25rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 0 0 0.5rem; font-size: 1.125rem; line-height: 1.35; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { color: var(--accent-strong); }
code, kbd, .code { font-family: ui-monospace, monospace; font-size: 0.9375em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus-visible { outline: none; }

/* The frame of a page */
header { border-bottom: 1px solid var(--line); background: var(--surface); }
.bar {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  align-items: baseline;
  justify-content: space-between;
  max-width: 72rem;
  margin: 0 auto;
  padding: 0.75rem 1rem;
}
.bar p { margin: 0; }
.site, .quiet, .hint { color: var(--quiet); }
.site::before { content: "/"; margin-inline: 0.125rem 0.375rem; color: var(--field); }
.frame { max-width: 72rem; margin: 0 auto; padding: 0 1rem 3rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0; padding: 0.75rem 0 0; list-style: none; }
nav a {
  display: flex;
  align-items: center;
  min-height: 2.75rem;
  padding: 0.375rem 0.75rem;
  border-radius: 0.5rem;
  color: var(--text);
  text-decoration: none;
}
nav a:hover { color: var(--text); background: var(--sunken); }
nav a[aria-current] { color: var(--accent); background: var(--accent-soft); font-weight: 600; }
main { min-width: 0; padding-top: 1.25rem; }
.alone { max-width: 28rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
.alone > main {
  padding: 1.5rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  box-shadow: var(--shadow);
}
@media (min-width: 56rem) {
  .frame { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 0 2.5rem; padding-top: 1.25rem; }
  .frame > :only-child { grid-column: 1 / -1; }
  nav ul { flex-direction: column; padding-top: 1rem; }
  nav a { min-height: 2.25rem; }
  .alone { padding-top: 4rem; }
}
.skip {
  position: absolute;
  z-index: 1;
  inset-inline-start: 1rem;
  top: -10rem;
  padding: 0.5rem 1rem;
  border-radius: 0.5rem;
  background: var(--surface);
}
.skip:focus { top: 0.5rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

/* Cards, panels and lists of values */
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
  gap: 1rem;
  margin: 0 0 2rem;
  padding: 0;
  list-style: none;
}
.cards > li, .panel {
  padding: clamp(1rem, 4vw, 1.25rem);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  box-shadow: var(--shadow);
}
.cards > li { display: flex; flex-direction: column; align-items: flex-start; }
.cards > li > :last-child { margin-bottom: 0; }
.cards > li > .actions, .cards > li > form { margin-top: auto; }
.panel { margin: 0 0 1.5rem; }
.panel > :last-child { margin-bottom: 0; }
.cards p, .cards ul { margin: 0 0 0.75rem; }
.cards ul { padding-inline-start: 1.25rem; }
.status {
  display: inline-block;
  padding: 0.0625rem 0.5rem;
  border: 1px solid transparent;
  border-radius: 1rem;
  color: var(--quiet);
  background: var(--sunken);
  font-size: 0.8125rem;
  font-weight: 600;
}
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin-top: 0.25rem; }
dl { display: grid; grid-template-columns: minmax(min(5.5rem, 30%), max-content) minmax(min(11rem, 60%), 1fr); gap: 0.375rem 1rem; align-self: stretch; margin: 0 0 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
.tiles { grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: 0.75rem; margin-bottom: 1.5rem; }
.tiles > div {
  display: flex;
  flex-direction: column-reverse;
  justify-content: flex-end;
  padding: 0.75rem 1rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  box-shadow: var(--shadow);
}
.tiles dt { font-size: 0.875rem; }
.tiles dd { font-size: 1.5rem; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; margin-bottom: 1.5rem; }
caption { margin-bottom: 0.5rem; font-size: 1.125rem; font-weight: bold; text-align: start; }
th, td { padding: 0.5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--quiet); font-size: 0.875rem; font-weight: 600; }
.number { text-align: end; font-variant-numeric: tabular-nums; }

.rows { margin: 0 0 1rem; padding: 0; list-style: none; }
.rows > li { padding: 0.75rem 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; }
.panel.rows { padding: 0.25rem 1.25rem; }
h3 { margin: 0 0 0.5rem; font-size: 1rem; line-height: 1.4; }
.secret { font-size: 1.125rem; user-select: all; }

/* Forms */
form { margin: 0; }
.fields { max-width: 28rem; }
.fields p { margin: 0 0 1.125rem; }
.fields > p:last-child { margin-bottom: 0; }
fieldset { margin: 0 0 1.125rem; padding: 0; border: 0; }
.fields fieldset p, fieldset p { margin-bottom: 0.375rem; }
.actions + form, .rows + form { margin-top: 1.5rem; }
.fields + p { margin: 1rem 0 0; }
legend { margin-bottom: 0.375rem; padding: 0; font-weight: 600; }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
label.check { display: flex; gap: 0.625rem; align-items: center; min-height: 1.75rem; font-weight: normal; }
.hint { display: block; margin-top: 0.25rem; font-size: 0.875rem; }
input:not([type="checkbox"], [type="radio"]), select, textarea {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--field);
  border-radius: 0.5rem;
  color: inherit;
  background: var(--surface);
  font: inherit;
}
textarea { resize: vertical; }
input[aria-invalid="true"] { border-color: var(--error); border-width: 2px; }
input[type="checkbox"], input[type="radio"] { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
input:is([type="checkbox"], [type="radio"]):focus-visible, input:focus-visible { outline-offset: 1px; }
button, .button {
  min-height: 2.75rem;
  padding: 0.375rem 1.125rem;
  border: 1px solid var(--accent);
  border-radius: 0.5rem;
  color: var(--on-accent);
  background: var(--accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.button { display: inline-flex; align-items: center; text-decoration: none; }
button:hover, .button:hover { border-color: var(--accent-strong); color: var(--on-accent); background: var(--accent-strong); }
button.secondary { border-color: var(--field); color: var(--text); background: transparent; }
button.secondary:hover { background: var(--sunken); }
button.danger { border-color: var(--error); color: var(--error); background: transparent; }
button.danger:hover { background: var(--error-soft); }
.search { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: flex-end; }
.search > p:not(:last-child) { flex: 1 1 12rem; }
.pagination ul { flex-direction: row; padding: 0; }

/* The interface */
pre { margin: 0 0 1rem; font-family: ui-monospace, monospace; font-size: 0.875rem; line-height: 1.5; overflow-x: auto; }
.scroll { overflow-x: auto; overflow-wrap: normal; }
.json { max-height: 70vh; overflow: auto; }
.json-name { color: var(--accent); }
.json-text { color: var(--done); }
.json-text a { color: inherit; }
.json-value { color: var(--warning); }
.call > p, .call details { max-width: 40rem; }
.plain { margin: 0; padding: 0; list-style: none; }
.cards .plain { margin: 0; padding: 0; }
.plain > li { padding: 0.25rem 0; }
details { margin: 0 0 1rem; }
summary { min-height: 2rem; cursor: pointer; font-weight: 600; }

/* Messages */
.notice {
  margin: 0 0 1.5rem;
  padding: 0.75rem 1rem;
  border: 1px solid currentcolor;
  border-inline-start-width: 0.375rem;
  border-radius: 0.5rem;
}
.error { color: var(--error); }
.warning { color: var(--warning); }
.done { color: var(--done); }
.notice.error, .status.error { background: var(--error-soft); }
.notice.warning, .status.warning { background: var(--warning-soft); }
.notice.done, .status.done { background: var(--done-soft); }
`

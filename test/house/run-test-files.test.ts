import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from './workspace.js'

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Runner {
  runTestFiles(
    units: readonly { name: string; scripts: readonly string[] }[],
    options: { jobs: number; timeoutSeconds: number; print: (text: string) => void },
  ): Promise<Counts>
}

const { runTestFiles } = (await import(pathToFileURL(join(root, 'scripts/run-test-files.mjs')).href)) as Runner

const tap = pathToFileURL(join(root, 'node_modules/tap/dist/esm/index.js')).href

const samples: { name: string; text: string; counts: Counts; says?: RegExp }[] = [
  {
    name: 'assertions in subtests, counted singly',
    text: 't.ok(1); t.test("a", async t => { t.ok(1); await t.test("b", async t => { t.ok(1); t.ok(1) }) })',
    counts: { passed: 4, failed: 0, skipped: 0 },
  },
  {
    name: 'a failed assertion, with the way to it and what differs',
    text: 't.test("outer", async t => { await t.test("inner", async t => { t.equal("seen", "wanted", "same") }); t.ok(1) })',
    counts: { passed: 1, failed: 1, skipped: 0 },
    says: /outer > inner > same[\s\S]*-wanted\n\s*\+seen/,
  },
  {
    name: 'an exception in a subtest',
    text: 't.test("a", async t => { t.ok(1); throw new Error("boom") })',
    counts: { passed: 1, failed: 1, skipped: 0 },
    says: /boom/,
  },
  { name: 'an exception on loading', text: 'throw new Error("boom")', counts: { passed: 0, failed: 1, skipped: 0 } },
  { name: 'a plan not kept', text: 't.plan(2); t.ok(1)', counts: { passed: 1, failed: 1, skipped: 0 } },
  { name: 'a test that never ends', text: 't.test("a", () => {})', counts: { passed: 0, failed: 1, skipped: 0 } },
  { name: 'an early exit', text: 't.test("a", t => process.exit(0))', counts: { passed: 0, failed: 1, skipped: 0 } },
  {
    name: 'a file without assertions',
    text: '',
    counts: { passed: 0, failed: 1, skipped: 0 },
    says: /asserted nothing/,
  },
  { name: 'a subtest alone, empty', text: 't.test("a", async () => {})', counts: { passed: 0, failed: 1, skipped: 0 } },
  {
    name: 'what is skipped or still to do',
    text: 't.ok(1); t.test("a", { skip: true }, async () => {}); t.fail("b", { todo: true })',
    counts: { passed: 1, failed: 0, skipped: 2 },
  },
  {
    name: 'a file that hangs',
    text: 't.ok(1); setInterval(() => {}, 1000)',
    counts: { passed: 1, failed: 1, skipped: 0 },
    says: /still running/,
  },
]

for (const { name, text, counts, says } of samples) {
  t.test(name, { timeout: 120_000 }, async t => {
    const folder = t.testdir({ 'sample.mjs': `import t from '${tap}'\n${text}` })
    const printed: string[] = []
    const units = [{ name, scripts: [join(folder, 'sample.mjs')] }]
    // Only the one that hangs must reach the limit; the others may run on a busy machine.
    const timeoutSeconds = text.includes('setInterval') ? 5 : 60
    const options = { jobs: 1, timeoutSeconds, print: (text: string) => printed.push(text) }
    t.same(await runTestFiles(units, options), counts, printed.join('\n'))
    if (says) t.match(printed.join('\n'), says)
  })
}

t.test('a file that was not compiled', async t => {
  const printed: string[] = []
  const units = [{ name: 'gone', scripts: [join(root, 'build/gone.test.js')] }]
  const options = { jobs: 1, timeoutSeconds: 2, print: (text: string) => printed.push(text) }
  t.same(await runTestFiles(units, options), { passed: 0, failed: 1, skipped: 0 })
  t.match(printed.join('\n'), /not compiled/)
})

t.test('files that share a process are judged one by one', async t => {
  const file = (text: string) => `import t from '${tap}'\n${text}`
  const folder = t.testdir({
    'good.mjs': file('t.test("a", async t => { await new Promise(r => setTimeout(r, 20)); t.ok(1) }); t.ok(1)'),
    'silent.mjs': file(''),
    'broken.mjs': file('throw new Error("boom")'),
    'bad.mjs': file('t.test("b", async t => t.equal(1, 2, "same"))'),
    'tidy.mjs': file('const made = [1]; t.teardown(() => made.pop()); t.ok(1); globalThis.made = made'),
    'after.mjs': file('await new Promise(r => setTimeout(r, 50)); t.equal(globalThis.made.length, 0, "tidied")'),
    'last.mjs': file('t.test("c", async t => { t.ok(t.testdir().length < 300) })'),
  })
  const printed: string[] = []
  const run = (names: readonly string[]) =>
    runTestFiles([{ name: 'all', scripts: names.map(name => join(folder, `${name}.mjs`)) }], {
      jobs: 1,
      timeoutSeconds: 60,
      print: text => printed.push(text),
    })
  t.same(await run(['good', 'last']), { passed: 3, failed: 0, skipped: 0 }, printed.join('\n'))
  t.same(await run(['tidy', 'after', 'last']), { passed: 3, failed: 0, skipped: 0 }, printed.join('\n'))
  t.same(await run(['good', 'silent', 'broken', 'bad', 'last']), { passed: 3, failed: 3, skipped: 0 })
  t.match(
    printed.join('\n'),
    /silent\.mjs asserted nothing[\s\S]*broken\.mjs could not be loaded[\s\S]*boom[\s\S]*b > same/,
  )
})

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
    files: readonly { name: string; script: string; alone: boolean; flags: readonly string[] }[],
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
  {
    name: 'a plan not kept',
    text: 't.test("a", async t => { t.plan(2); t.ok(1) })',
    counts: { passed: 1, failed: 1, skipped: 0 },
  },
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

// Their processes wait more than they work.
t.test('what files do', { jobs: 4, timeout: 240_000 }, async t => {
  for (const { name, text, counts, says } of samples) {
    t.test(name, { timeout: 120_000, buffered: true }, async t => {
      const folder = t.testdir({ 'sample.mjs': `import t from '${tap}'\n${text}` })
      const printed: string[] = []
      const files = [{ name, script: join(folder, 'sample.mjs'), alone: true, flags: [] }]
      // Only the one that hangs must reach the limit; the others may run on a busy machine.
      const timeoutSeconds = text.includes('setInterval') ? 5 : 60
      const options = { jobs: 1, timeoutSeconds, print: (text: string) => printed.push(text) }
      t.same(await runTestFiles(files, options), counts, printed.join('\n'))
      if (says) t.match(printed.join('\n'), says)
    })
  }
})

t.test('a file that was not compiled', async t => {
  const printed: string[] = []
  const files = [{ name: 'gone', script: join(root, 'build/gone.test.js'), alone: false, flags: [] }]
  const options = { jobs: 1, timeoutSeconds: 2, print: (text: string) => printed.push(text) }
  t.same(await runTestFiles(files, options), { passed: 0, failed: 1, skipped: 0 })
  t.match(printed.join('\n'), /not compiled/)
})

t.test('files that share a process are judged one by one', { timeout: 120_000 }, async t => {
  const file = (text: string) => `import t from '${tap}'\n${text}`
  const folder = t.testdir({
    'good.mjs': file('t.test("a", async t => { await new Promise(r => setTimeout(r, 20)); t.ok(1) }); t.ok(1)'),
    'silent.mjs': file(''),
    'broken.mjs': file('throw new Error("boom")'),
    'bad.mjs': file('t.test("b", async t => t.equal(1, 2, "same"))'),
    'tidy.mjs': file('const made = [1]; t.teardown(() => made.pop()); t.ok(1); globalThis.made = made'),
    'after.mjs': file('await new Promise(r => setTimeout(r, 50)); t.equal(globalThis.made.length, 0, "tidied")'),
    'exits.mjs': file('t.ok(1); t.test("d", async () => process.exit(0))'),
    'open.mjs': file('t.ok(1); setInterval(() => {}, 1000)'),
    'last.mjs': file('t.test("c", async t => { t.ok(t.testdir().length < 300) })'),
  })
  const run = async (names: readonly string[], timeoutSeconds = 60) => {
    const printed: string[] = []
    const files = names.map(name => ({ name, script: join(folder, `${name}.mjs`), alone: false, flags: [] }))
    const options = { jobs: 1, timeoutSeconds, print: (text: string) => printed.push(text) }
    return { counts: await runTestFiles(files, options), text: printed.join('\n') }
  }
  const [good, tidied, wrong, exited, open] = await Promise.all([
    run(['good', 'last']),
    run(['tidy', 'after', 'last']),
    run(['good', 'silent', 'broken', 'bad', 'last']),
    run(['exits', 'last']),
    run(['open', 'last'], 5),
  ])
  t.match(good, {
    counts: { passed: 3, failed: 0, skipped: 0 },
    text: /ok: good {2}2 passed, 0 failed.*\nok: last {2}1 passed/,
  })
  t.match(tidied, { counts: { passed: 3, failed: 0, skipped: 0 } })
  t.match(wrong, {
    counts: { passed: 3, failed: 3, skipped: 0 },
    text: /silent .*\n.*asserted nothing[\s\S]*FAILED: broken[\s\S]*could not be loaded[\s\S]*boom[\s\S]*b > same/,
  })
  t.match(exited, {
    counts: { passed: 2, failed: 1, skipped: 0 },
    text: /FAILED: exits .*\n[\s\S]*\nok: last/,
  })
  t.match(open, {
    counts: { passed: 2, failed: 1, skipped: 0 },
    text: /ok: open .*\nok: last .*\nFAILED: the end [\s\S]*still running/,
  })
})

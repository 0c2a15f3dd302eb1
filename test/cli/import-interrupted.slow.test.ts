import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importWxr } from '@platen/cli'
import t from 'tap'
import { chunksOf, exportText, item } from './export-text.js'
import { run } from './fake-terminal.js'
import { contentsOf, newFolder, newSite, storeKinds } from './new-site.js'

const bin = fileURLToPath(new URL('../../../packages/cli/bundle/bin.js', import.meta.url))
const garden = exportText(Array.from({ length: 250 }, (_, i) => item({ title: `Plant ${i}`, guid: `p${i}` })).join(''))

for (const kind of storeKinds) {
  t.test(`an import into ${kind} that is aborted changes nothing`, async t => {
    const site = await newSite(t, kind)
    const before = await contentsOf(site.context.store)
    const chunks = chunksOf(garden, 1000)
    for (const after of [0, 1, chunks.length - 1, chunks.length]) {
      const controller = new AbortController()
      const source = async function* () {
        for (const [index, chunk] of [...chunks, new Uint8Array()].entries()) {
          if (index === after) controller.abort(new Error('enough'))
          yield chunk
        }
      }
      const { signal } = controller
      await t.rejects(importWxr(site.context, source(), { signal }), { message: 'enough' }, `chunk ${after}`)
    }
    t.same(await contentsOf(site.context.store), before)
    const { signal } = new AbortController()
    t.match((await importWxr(site.context, chunks, { signal })).get('posts of type post'), { created: 250 })
  })
}

t.test('an import that waits for its input can be aborted', async t => {
  const site = await newSite(t)
  const controller = new AbortController()
  const source = async function* () {
    yield* chunksOf(garden.slice(0, 5000))
    setImmediate(() => controller.abort(new Error('enough')))
    await new Promise(() => {})
  }
  await t.rejects(importWxr(site.context, source(), { signal: controller.signal }), { message: 'enough' })
})

for (const source of ['-', 'a file'] as const) {
  t.test(`a process that is interrupted while it imports ${source} says that nothing was stored`, async t => {
    const data = newFolder(t)
    await run(['init', '--data', data])
    const path = join(data, 'large.xml')
    const large = () => garden.replace('</channel>', `${item({ content: 'x'.repeat(50_000) }).repeat(1000)}</channel>`)
    if (source !== '-') writeFileSync(path, large())
    const words = [bin, 'import', source === '-' ? '-' : path, '--data', data]
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'pipe'] })
    t.teardown(() => child.kill('SIGKILL'))
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      errors += text
    })
    child.stdin.on('error', () => {})
    if (source === '-') child.stdin.write(garden.slice(0, -1000))
    // It listens for signals before it opens the store, whose log appears then.
    await appears(`${join(data, 'site.sqlite')}-wal`)
    await new Promise(resolve => setTimeout(resolve, 200))
    child.kill('SIGINT')
    const [code] = await once(child, 'close')
    t.equal(code, 130)
    t.equal(errors, 'platen: Interrupted. Nothing was imported.\n')
    writeFileSync(path, garden)
    t.match(await run(['import', path, '--data', data]), { code: 0, out: /posts of type post +250 +0/ })
  })
}

async function appears(path: string): Promise<void> {
  while (!existsSync(path)) await new Promise(resolve => setTimeout(resolve, 20))
}

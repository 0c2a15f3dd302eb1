import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

const withType = (type: string, rest = '') =>
  `export default { types: { ${type}: { label: '${type}', public: true, showInRest: true } } ${rest} }`

/** Serves a configuration with `--watch`. */
async function watched(t: Parameters<typeof newFolder>[0], config: string, folder = newFolder(t)) {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('platen.config.ts', config)
  const words = ['serve', '--watch', '--store', 'memory', '--port', '0', '--config', join(folder, 'platen.config.ts')]
  const running = start(words)
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, url = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  const has = async (type: string) => (await fetch(`${url}/cms/v2/types/${type}`)).status === 200
  /** Resolves after this number of reloads since the start. */
  const reloads = (count: number) => running.printed(new RegExp(`(?:Reloaded platen[^]*){${count}}`))
  return { ...running, folder, write, url, has, reloads }
}

t.test('a change is served over the same connection, and a broken file changes nothing', async t => {
  const { write, url, has, reloads, complained } = await watched(t, withType('book'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const ports = new Set<number | undefined>()
  const send = async () => {
    const request = get(`${url}/cms/v2/types`, { agent })
    const [response] = await once(request, 'response')
    ports.add(request.socket?.localPort)
    await once(response.resume(), 'end')
    return response.statusCode
  }
  t.equal(await send(), 200)
  t.ok(await has('book'))
  write('platen.config.ts', withType('film'))
  await reloads(1)
  t.ok(await has('film'))
  t.notOk(await has('book'))

  for (const [broken, message] of [
    ['export default {', /platen\.config\.ts:1:17/],
    ['export default { tpyes: {} }', /did you mean "types"/],
    ["export default { types: { film: { label: 'a', supports: ['titel'] } } }", /unknown feature "titel"/],
  ] as const) {
    write('platen.config.ts', broken)
    await complained(message)
    t.ok(await has('film'), 'served as before')
  }
  write('platen.config.ts', withType('song'))
  await reloads(2)
  t.ok(await has('song'))
  t.equal(await send(), 200)
  t.equal(ports.size, 1, 'the connection is the same')
})

t.test('imported, missing and listed files are watched', async t => {
  const config = `import { name } from './names.js'
import { readFileSync } from 'node:fs'
const feature = {
  name: 'shelf',
  async load(site) {
    const type = readFileSync(new URL('shelf.txt', import.meta.url), 'utf8')
    site.registerPostType(type, { label: type, public: true, showInRest: true })
  },
}
${withType('book', ", watch: ['shelf.txt'], features: [feature]").replace('types: { book', 'types: { [name]')}`
  const folder = newFolder(t)
  writeFileSync(join(folder, 'names.ts'), "export const name: string = 'book'")
  writeFileSync(join(folder, 'shelf.txt'), 'shelf')
  const { write, has, reloads, complained } = await watched(t, config, folder)
  t.ok((await has('book')) && (await has('shelf')))

  write('names.ts', "export const name = 'film'")
  await reloads(1)
  t.ok(await has('film'))

  write('shelf.txt', 'rack')
  await reloads(2)
  t.ok((await has('rack')) && !(await has('shelf')), 'features load again')

  rmSync(join(folder, 'names.ts'))
  await complained(/Cannot find module/)
  write('names.ts', "export const name = 'song'")
  await reloads(3)
  t.ok(await has('song'))
  write('other.txt', 'nothing that is watched')
})

t.test('requests that are running finish on the site that they began on', async t => {
  const slow = (answer: string) => `
    export default { setup(site) {
      site.registerRoute('slow/v1', '/wait', { endpoints: [{ methods: 'GET', permission: 'public', handler: async () => {
        if ('${answer}' === 'old') await new Promise(resolve => { globalThis.finish = resolve })
        return { body: '${answer}' }
      } }] })
    } }`
  const { write, url, reloads } = await watched(t, slow('old'))
  const running = fetch(`${url}/slow/v1/wait`).then(response => response.json())
  const finish = async (): Promise<() => void> => {
    for (;;) {
      const found = (globalThis as { finish?: () => void }).finish
      if (found) return found
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  const end = await finish()
  write('platen.config.ts', slow('new'))
  await reloads(1)
  t.equal(await (await fetch(`${url}/slow/v1/wait`)).json(), 'new')
  end()
  t.equal(await running, 'old')
})

t.test('what only the next start applies is named', async t => {
  const { write, printed } = await watched(t, 'export default { port: 1 }')
  write('platen.config.ts', 'export default { port: 2 }')
  t.ok(await printed(/Reloaded platen\.config\.ts\. "port" takes effect at the next start\./))
})

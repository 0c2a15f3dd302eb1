import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { routed } from '../site/plugins/plugin-packages.js'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'
import { command } from './spawned-command.js'

/** A configuration with a route that tells which process responds, and with three requests an hour for another route. */
const CONFIG = `${routed('own', 'process.pid').replace('export default', 'const own =')}
export default {
  processes: 2,
  features: [own],
  rateLimits: { routes: [{ path: '/cms/v2/search', burst: 3, seconds: 3600 }] },
}`

/** Sends a request over a connection of its own: connections are distributed among the processes. */
async function send(url: string): Promise<{ readonly status: number | undefined; readonly body: unknown }> {
  // What is passed on to a process that is killed at that moment gets no response.
  const signal = AbortSignal.timeout(2000)
  const [response] = await once(get(url, { agent: false, signal }), 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, body: JSON.parse(text) }
}

t.test('two processes serve a new site, count together and are replaced', async t => {
  const folder = newFolder(t)
  const config = join(folder, 'platen.config.mjs')
  writeFileSync(config, CONFIG)
  const { child, exit, printed, out, err } = command(t, ['--config', config])
  const [, url = ''] = await printed(/^ +interface +(\S+)\/$/m)

  const pidOf = async () => Number(((await send(`${url}/own/v1/about`)).body as { readonly value: unknown }).value)
  /** The processes that respond, once there are two of them. */
  const serving = async () => {
    const pids = new Set<number>()
    while (pids.size < 2) {
      pids.add(await pidOf().catch(() => child.pid ?? 0))
      pids.delete(child.pid ?? 0)
      await setTimeout(20)
    }
    return pids
  }
  const pids = await serving()
  t.match(out().match(/interface/g), { length: 1 }, 'printed once')
  t.match(out().match(/ password /g), { length: 2 }, 'the site was created once')

  const statuses: unknown[] = []
  for (let i = 0; i < 6; i++) statuses.push((await send(`${url}/cms/v2/search?search=word-${i}`)).status)
  t.same(statuses, [200, 200, 200, 429, 429, 429], 'the limit is that of one process')

  const [killed = 0] = pids
  process.kill(killed, 'SIGKILL')
  for (;;) {
    const now = await serving()
    if (!now.has(killed)) break
  }
  t.match(err(), /a process has ended and will be replaced/)
  t.same((await send(`${url}/cms/v2/search?search=another`)).status, 429, 'the counts stay')

  const last = await serving()
  child.kill('SIGTERM')
  t.same(await exit, [0, null])
  for (const pid of last) t.throws(() => process.kill(pid, 0), { code: 'ESRCH' }, 'no process stays behind')
})

t.test('Ctrl-C, which reaches all processes, while some of them start', async t => {
  const { child, exit, printed, err } = command(t, ['--data', newFolder(t), '--processes', '4'], { detached: true })
  await printed(/interface/)
  process.kill(-Number(child.pid), 'SIGINT')
  t.same(await exit, [0, null])
  t.notMatch(err(), /Error/)
})

t.test('a server that cannot start', async t => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  t.teardown(() => other.close())
  const { port } = other.address() as AddressInfo
  const { exit, err } = command(t, ['--processes', '2', '--port', String(port), '--data', newFolder(t)])
  t.same(await exit, [1, null])
  t.match(err(), new RegExp(`Cannot listen on port ${port}: it is in use`))
  t.match(err(), /The server did not start\.\n$/)
})

t.test('what several processes cannot do', async t => {
  t.match(await run(['serve', '--store', 'memory', '--processes', '2']), {
    code: 2,
    err: /cannot share a store in memory/,
  })
  for (const count of ['0', '-1', 'two', '1.5', '1000'])
    t.match(await run(['serve', '--processes', count]), { code: 2, err: /Expected a number from 1/ }, count)
})

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
      await setTimeout(5)
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

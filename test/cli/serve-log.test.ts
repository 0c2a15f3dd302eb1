import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Ran, type Surroundings, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

/** Serves a site of which one route fails; resolves with the result after two requests. */
async function serve(t: Parameters<typeof newFolder>[0], words: readonly string[], surroundings?: Surroundings) {
  const config = join(newFolder(t), 'platen.config.mjs')
  const fail = `() => { throw new Error('bell \\u0007 and \\u001b[31mred') }`
  const route = `{ endpoints: [{ methods: 'GET', permission: 'public', handler: ${fail} }] }`
  writeFileSync(config, `export default { setup: site => site.registerRoute('own/v1', '/fail', ${route}) }`)
  const running = start(['serve', '--port', '0', '--store', 'memory', '--config', config, ...words], surroundings)
  const [, api = ''] = await running.printed(/^ +interface +(\S+)$/m)
  await fetch(api)
  await fetch(`${api}own/v1/fail`)
  running.interrupt()
  return running.ended
}

const isText = ({ log, texts }: Ran) => log.length === 0 && texts.length > 0
const isJson = ({ log, texts }: Ran) => log.length > 0 && texts.length === 0

t.test('the log is readable on a terminal', async t => {
  const ran = await serve(t, [], { isInteractive: true })
  t.ok(isText(ran))
  t.match(ran.texts[0], /^\d\d:\d\d:\d\d answered GET \/cms-json\/ 200 ms=[\d.]+ remote=\S+\n$/)
  const failure = ran.texts.find(text => text.includes('ERROR a handler failed')) ?? ''
  t.match(
    failure,
    /^\d\d:\d\d:\d\d ERROR a handler failed GET \/own\/v1\/fail\n {2}Error: bell \\x07 and \\x1b\[31mred\n {6}at /,
  )
  t.match(ran.texts.at(-1), /ending\n$/)
})

t.test('elsewhere, it consists of JSON lines', async t => {
  const ran = await serve(t, [])
  t.ok(isJson(ran))
  t.match(ran.log, [{ level: 30, msg: 'answered', path: '/cms-json/' }])
})

t.test('the format can be chosen', async t => {
  t.ok(isJson(await serve(t, ['--log-format', 'json'], { isInteractive: true })))
  t.ok(isText(await serve(t, ['--log-format', 'text'])))
  const { texts } = await serve(t, ['--log-format', 'text', '--log-level', 'error'])
  t.ok(texts.length > 0 && texts.every(text => text.includes('ERROR')))
})

t.test('a refusal with the status 500 is not logged as an error', async t => {
  const running = start(['serve', '--port', '0', '--store', 'memory', '--dialect', 'wp'])
  const [, api = ''] = await running.printed(/^ +interface +(\S+)$/m)
  const [, password = ''] = await running.printed(/^ +application password +(\S.*)$/m)
  const response = await fetch(`${api}wp/v2/users/me`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ slug: 'x'.repeat(60) }),
  })
  t.match({ status: response.status, body: await response.json() }, { status: 500, body: { code: /user/ } })
  running.interrupt()
  const { log } = await running.ended
  t.match(log, [{ level: 30, path: '/wp-json/wp/v2/users/me', status: 500 }, { msg: 'ending' }])
})

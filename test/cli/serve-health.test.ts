import t from 'tap'
import { start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

for (const dialect of ['cms', 'wp'])
  t.test(`a new site on this machine has nothing to improve (${dialect})`, async t => {
    const words = ['serve', '--create', '--port', '0', '--data', newFolder(t), '--log-level', 'silent']
    const running = start([...words, '--dialect', dialect])
    t.teardown(async () => {
      running.interrupt()
      await running.ended
    })
    const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
    const [, password = ''] = await running.printed(/^ +application password +(\S.*)$/m)
    const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }
    const namespace = `/${dialect}-site-health/v1`
    const { routes } = (await (await fetch(api + namespace, { headers })).json()) as { routes: object }
    const tests = Object.keys(routes).filter(path => path.includes('/tests/'))
    t.ok(tests.length >= 6)
    for (const path of tests) t.match(await (await fetch(api + path, { headers })).json(), { status: 'good' }, path)
  })

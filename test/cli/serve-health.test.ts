import t from 'tap'
import { serveNewSite } from './serve-new-site.js'

for (const dialect of ['cms', 'wp'])
  t.test(`a new site on this machine has nothing to improve (${dialect})`, async t => {
    const { api, authorization } = await serveNewSite(t, dialect)
    const headers = { authorization }
    const namespace = `/${dialect}-site-health/v1`
    const { routes } = (await (await fetch(api + namespace, { headers })).json()) as { routes: object }
    const tests = Object.keys(routes).filter(path => path.includes('/tests/'))
    t.ok(tests.length >= 6)
    for (const path of tests) t.match(await (await fetch(api + path, { headers })).json(), { status: 'good' }, path)
  })

import t from 'tap'
import { exchange, plain } from '../http/serve.js'
import { servedSite } from './served-site.js'

t.test('TRACE shows nobody the headers of a request', async t => {
  const { port } = await servedSite(t)
  for (const path of ['/cms-json/cms/v2/posts', '/cms-json/', '/', '/files/a.txt']) {
    const { status, raw } = await exchange(port, plain('TRACE', path, ['X-Secret: hidden']))
    t.ok([404, 405].includes(status), `${path}: ${status}`)
    t.notMatch(raw, /hidden/)
  }
})

t.test('plain requests are not redirected to HTTPS: clients must notice that they are not encrypted', async t => {
  const { port } = await servedSite(t)
  for (const path of ['/cms-json/', '/cms-json/cms/v2/posts', '/cms-json/cms/v2/users/me']) {
    const { status, headers } = await exchange(port, plain('GET', path))
    t.notOk(status >= 300 && status < 400, `${path}: ${status}`)
    t.equal(headers['location'], undefined)
  }
})

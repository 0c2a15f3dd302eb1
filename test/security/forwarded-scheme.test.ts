import { createConsole } from '@platen/console'
import type { HttpOptions } from '@platen/http'
import t, { type Test } from 'tap'
import { plain, serve } from '../http/serve.js'
import { makeSite } from '../site/make-site.js'

const HTTPS = 'https://site.example'
const HTTP = 'http://site.example'

/** How a site, behind a proxy or without one, interprets what clients claim about their connection. */
async function served(t: Test, url: string, trustProxy: HttpOptions['trustProxy']) {
  const { site } = await makeSite({ url, cache: true })
  const as = site.system
  const { secret } = await site.content.applicationPasswords.create({ user: 1, name: 'x', secure: true }, { as })
  const options = trustProxy === undefined ? {} : { trustProxy }
  const { send } = await serve(t, { ...options, pages: createConsole(site) }, request => site.dispatch(request))
  const authorization = `Authorization: Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`
  return async (...lines: string[]) => {
    const me = await send(plain('GET', '/cms-json/cms/v2/users/me', [authorization, ...lines]))
    const root = await send(plain('GET', '/cms-json/?_fields=authentication', lines))
    const { authentication } = JSON.parse(root.body) as { authentication: object }
    return { uses: me.status === 200, discovers: 'application-passwords' in authentication }
  }
}

const YES = { uses: true, discovers: true }
const NO = { uses: false, discovers: false }
const REFUSED = { uses: false, discovers: true }

for (const [url, trustProxy, lines, expected] of [
  [HTTP, undefined, [], NO],
  [HTTP, undefined, ['X-Forwarded-Proto: https'], NO],
  [HTTP, false, ['X-Forwarded-Proto: https', 'X-Forwarded-For: 127.0.0.1'], NO],
  [
    HTTP,
    undefined,
    ['Forwarded: proto=https', 'X-Forwarded-Ssl: on', 'Front-End-Https: on', 'X-Url-Scheme: https'],
    NO,
  ],
  [HTTP, 1, [], NO],
  [HTTP, 1, ['X-Forwarded-Proto: http'], NO],
  [HTTP, 1, ['X-Forwarded-Proto: https'], YES],
  [HTTP, true, ['X-Forwarded-Proto: HTTPS'], YES],
  [HTTP, 1, ['X-Forwarded-Proto: https, http'], NO],
  [HTTP, 1, ['X-Forwarded-Proto: https', 'X-Forwarded-Proto: http'], NO],
  [HTTP, 2, ['X-Forwarded-Proto: https, http'], YES],
  [HTTP, 1, ['X-Forwarded-Proto: httpsx'], NO],
  [HTTPS, undefined, [], YES],
  [HTTPS, undefined, ['X-Forwarded-Proto: http'], YES],
  [HTTPS, 1, ['X-Forwarded-Proto: https'], YES],
  [HTTPS, 1, ['X-Forwarded-Proto: http'], REFUSED],
] as const) {
  t.test(`${url}, ${trustProxy} trusted, ${lines}`, async t => {
    const visit = await served(t, url, trustProxy)
    await visit('X-Forwarded-Proto: https')
    await visit()
    t.same(await visit(...lines), expected)
  })
}

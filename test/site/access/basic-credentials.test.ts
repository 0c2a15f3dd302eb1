import t from 'tap'
import { makeSite } from '../make-site.js'

const encode = (text: string) => Buffer.from(text).toString('base64')

async function siteWithPassword() {
  const made = await makeSite()
  const answer = await made.send('POST /users/me/application-passwords', { as: 'editor', body: { name: 'Phone' } })
  const { password } = answer.body as { password: string }
  const authenticate = (authorization: string | undefined) =>
    made.site.authenticate({ method: 'GET', path: '/', headers: { authorization } })
  return { authenticate, password }
}

t.test('the scheme is case-insensitive, and spaces around the credentials are ignored', async t => {
  const { authenticate, password } = await siteWithPassword()
  const given = encode(`editor:${password}`)
  for (const header of [
    `Basic ${given}`,
    `basic ${given}`,
    `BASIC   ${given}`,
    `Basic ${given} `,
    `Basic ${given.replace(/=+$/, '')}`,
  ]) {
    t.ok((await authenticate(header)).authenticated, header)
  }
})

t.test('the password begins after the first colon', async t => {
  const { authenticate, password } = await siteWithPassword()
  t.ok((await authenticate(`Basic ${encode(`editor::${password}:`)}`)).authenticated, 'colons are not letters')
})

t.test('other headers have no credentials', async t => {
  const { authenticate, password } = await siteWithPassword()
  const given = encode(`editor:${password}`)
  const headers = [
    undefined,
    '',
    'Basic',
    'Basic ',
    `Basic${given}`,
    `Bearer ${given}`,
    `Basic ${encode('editor')}`,
    'Basic !!!',
    `x Basic ${given}`,
    `Basic ${given} x`,
  ]
  for (const header of headers) t.notOk((await authenticate(header)).authenticated, String(header))
})

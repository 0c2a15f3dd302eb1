import { wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'

onEveryStore(t, 'a text to search for is one line without markup', async (t, make) => {
  const { send } = await make({ dialect: wpDialect })
  await send('POST /posts', { body: { title: 'Alpha beta', status: 'publish' } })
  await send('POST /tags', { body: { name: 'Alpha beta' } })
  await send('POST /users', { body: { username: 'alpha', name: 'Alpha beta', email: 'a@example.com', password: 'x' } })
  for (const [text, isFound] of [
    ['alpha', true],
    ['<b>alpha</b>', true],
    ['alpha<i>', true],
    ['  alpha \n beta ', true],
    ['alpha\u0000', true],
    ['alpha%41', true],
    ['gamma', false],
    ['<b>gamma</b>', false],
  ] as const)
    for (const path of ['/posts', '/tags', '/users', '/search', '/search?type=term']) {
      const query = `${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(text)}`
      const { status, body } = await send(`GET ${path}${query}`)
      t.equal(status, 200)
      t.equal((body as unknown as unknown[]).length > 0, isFound, `${path} ${JSON.stringify(text)}`)
    }
  for (const path of ['/posts', '/tags']) {
    const { body } = await send(`GET ${path}?search=${encodeURIComponent('<b>')}`)
    t.equal((body as unknown as unknown[]).length, 1, 'nothing is searched for')
  }
})

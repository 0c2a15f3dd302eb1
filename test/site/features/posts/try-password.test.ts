import type { RestRequest } from '@platen/core'
import type { RateLimitOptions } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

async function protectedSite(rateLimits?: RateLimitOptions) {
  const state = { now: Date.UTC(2024, 0, 1) }
  const made = await makeSite({ ...(rateLimits && { rateLimits }), cache: true, services: { clock: () => state.now } })
  const { send, site } = made
  const write = async (path: string, body: object) =>
    ((await send(`POST ${path}`, { body })).body as { readonly id: number }).id
  const post = await write('/posts', { title: 'A', content: 'hidden words', status: 'publish', password: 'sesame' })
  const other = await write('/posts', { title: 'B', content: 'hidden words', status: 'publish', password: 'sesame' })
  const comment = await write('/comments', { post, content: 'A comment' })
  const from = async (remoteAddress: string | undefined, path: string, request: Partial<RestRequest> = {}) => {
    const [name = '', query = ''] = path.split('?')
    const target = { method: 'GET', path: `/${site.context.namespace}${name}`, query, remoteAddress, ...request }
    return site.dispatch(target)
  }
  return { ...made, state, post, other, comment, from }
}

const CLIENT = '198.51.100.66'

for (const [name, pathOf] of Object.entries({
  'the post': ({ post }) => `/posts/${post}?`,
  'the list of its comments': ({ post }) => `/comments?post=${post}&`,
  'one of its comments': ({ comment }) => `/comments/${comment}?`,
} satisfies Record<string, (made: Awaited<ReturnType<typeof protectedSite>>) => string>))
  t.test(`passwords of a post are limited by network: ${name}`, async t => {
    const made = await protectedSite()
    const { from, state, post, other } = made
    const path = pathOf(made)
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess++) statuses.push((await from(CLIENT, `${path}password=guess${guess}`)).status)
    t.same(
      statuses.slice(0, 10).map(status => status < 405),
      Array(10).fill(true),
    )
    t.equal(statuses[10], 429)
    const refused = await from(CLIENT, `${path}password=sesame`)
    t.match(refused, { status: 429, body: { code: 'rest_too_many_attempts' }, headers: { 'Retry-After': '1' } })
    t.equal((await from(CLIENT, `/posts/${post}`)).status, 200, 'without a password')
    t.equal((await from(CLIENT, `/posts/${other}?password=sesame`)).status, 200, 'another post')
    t.equal((await from('203.0.113.7', `${path}password=sesame`)).status, 200, 'another network')
    t.equal((await from(CLIENT, `${path}password=sesame`)).status, 429, 'never from the cache')
    t.equal((await from(undefined, `${path}password=sesame`)).status, 200, 'in process')
    state.now += 1000
    t.equal((await from(CLIENT, `${path}password=sesame`)).status, 200)
    t.equal((await from(CLIENT, `${path}password=guess`)).status < 405, true, 'the right one resets the count')
  })

t.test('the right password is not counted, and OPTIONS is not a way around', async t => {
  const { from, post } = await protectedSite()
  for (let use = 0; use < 30; use++) t.equal((await from(CLIENT, `/posts/${post}?password=sesame`)).status, 200)
  const allowOf = async (password: string) =>
    (await from(CLIENT, `/posts/${post}?password=${password}`, { method: 'OPTIONS' })).headers['Allow']
  t.equal(await allowOf('sesame'), 'GET')
  for (let guess = 0; guess < 10; guess++) t.notOk(await allowOf(`guess${guess}`))
  t.notOk(await allowOf('sesame'))
})

t.test('new comments do not answer guesses either', async t => {
  const { from, post } = await protectedSite()
  const comment = async (password: string) => {
    const value = { post, password, content: `With ${password}`, author_name: 'Ann', author_email: 'ann@example.com' }
    const request = { method: 'POST', headers: { 'x-as': 'subscriber' }, body: { kind: 'json', value } } as const
    return (await from(CLIENT, '/comments', request)).status
  }
  for (let guess = 0; guess < 10; guess++) t.equal(await comment(`guess${guess}`), 403)
  t.equal(await comment('sesame'), 429)
})

t.test('all posts together, and other limits or none', async t => {
  const rule = { burst: 3, seconds: 60 }
  const byNetwork = await protectedSite({ postPasswords: { network: rule } })
  for (const id of [byNetwork.post, byNetwork.other, byNetwork.post])
    t.equal((await byNetwork.from(CLIENT, `/posts/${id}?password=x`)).status, 403)
  t.equal((await byNetwork.from(CLIENT, `/posts/${byNetwork.other}?password=x`)).status, 429)
  const byPost = await protectedSite({ postPasswords: { post: rule } })
  for (let guess = 0; guess < 3; guess++) await byPost.from(CLIENT, `/posts/${byPost.post}?password=x`)
  t.equal((await byPost.from(CLIENT, `/posts/${byPost.post}?password=x`)).status, 429)
  const without = await protectedSite({ postPasswords: false })
  for (let guess = 0; guess < 30; guess++)
    t.equal((await without.from(CLIENT, `/posts/${without.post}?password=x`)).status, 403)
})

import type { Store } from '@platen/storage'
import type { Test } from 'tap'
import { makeSite } from '../site/make-site.js'

const ATTACKER = '198.51.100.66'
const OWNER = '203.0.113.7'
const BURST = 10

/** Tests that the sites of several processes over one store limit guesses together. */
export async function checkSharedGuesses(t: Test, stores: readonly Store[]): Promise<void> {
  const time = { now: Date.UTC(2026, 0, 1) }
  const services = {
    clock: () => time.now,
    passwords: {
      hash: async (text: string) => `plain:${text}`,
      verify: async (hash: string, text: string) => hash === `plain:${text}`,
    },
  }
  const made: Awaited<ReturnType<typeof makeSite>>[] = []
  const open = (store: Store) => makeSite({ store, services, rateLimits: { shared: true } })
  for (const store of stores) made.push(await open(store))
  const siteAt = (at: number) => {
    const each = made[at % made.length]
    if (each === undefined) throw new Error('There are no stores.')
    return each
  }
  const signIn = async (at: number, password: string, remoteAddress: string, login = 'admin') => {
    try {
      return (await siteAt(at).site.sessions.signIn({ login, password, remoteAddress })) === undefined ? 'wrong' : 'in'
    } catch (error) {
      return (error as { readonly code: string }).code
    }
  }
  const throttled = 'rest_too_many_attempts'

  const guesses: string[] = []
  for (let at = 0; at < 4 * BURST; at++) guesses.push(await signIn(at, `guess ${at}`, ATTACKER))
  t.same(
    guesses,
    guesses.map((_, at) => (at < BURST ? 'wrong' : throttled)),
    'one after the other',
  )
  for (let at = 0; at < made.length; at++) {
    t.equal(await signIn(at, 'secret', ATTACKER), throttled, 'not even the right one')
    t.equal(await signIn(at, 'secret', OWNER), 'in', 'the owner')
  }
  const restarted = await open(stores[0] ?? siteAt(0).store)
  const refused = restarted.site.sessions.signIn({ login: 'admin', password: 'secret', remoteAddress: ATTACKER })
  await t.rejects(refused, { code: throttled }, 'a process that was started meanwhile')

  const many = await Promise.all(Array.from({ length: 200 }, (_, at) => signIn(at, 'guess', ATTACKER, 'editor')))
  const wrong = many.filter(result => result === 'wrong').length
  t.ok(wrong >= BURST && wrong <= BURST + (made.length * BURST) / 4, `${wrong} guesses of 200 at once`)

  const header = (password: string) => ({
    authorization: `Basic ${Buffer.from(`author:${password}`).toString('base64')}`,
  })
  const me = (at: number, password: string) =>
    siteAt(at).site.dispatch({
      method: 'GET',
      path: '/cms/v2/users/me',
      headers: header(password),
      remoteAddress: ATTACKER,
    })
  const statuses: number[] = []
  for (let at = 0; at < 4 * BURST; at++) statuses.push((await me(at, `${'x'.repeat(20)}${at}`)).status)
  t.equal(statuses.filter(status => status === 401).length, BURST, 'application passwords')
  t.equal(statuses.at(-1), 429)

  time.now += 24 * 60 * 60 * 1000
  t.equal(await signIn(1, 'secret', ATTACKER), 'in', 'the limit ends')
}

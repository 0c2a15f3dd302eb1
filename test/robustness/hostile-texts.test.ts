import { cmsDialect } from '@platen/site'
import t from 'tap'
import { openSite } from './open-site.js'
import { complaintAbout } from './sound-answers.js'

/** Pieces of which long texts are made: what patterns and parsers look for, never finished. */
const PIECES: readonly string[] = [
  ...['<', '>', '<a ', '<a b="', '</', '<!--', '-->', '<p>', '</p>', '<b><i>', '<br/>', '<script', '<style>', '<pre>', '<![CDATA[', '<?', '<img src=x ', '<table><tr><td>'],
  ...['<!-- wp:', '<!-- wp:a {', '<!-- wp:a -->', '<!-- /wp:a -->', '<!-- wp:a {"b":', '<!--more-->', '<!-- wp:paragraph --><p>a'],
  ...['[', ']', '[[', '[a', '[a ', '[a b=', '[a]', '[/a]', '[gallery '],
  ...['&', '&#', '&#x', '&amp', '&amp;', '&lt;', '"', "'", '`', '“', '\\', '%', '%2', '%25', '%e9'],
  ...[' ', '\t', '\n', '\r\n', '\n\n', ' \n', '\0', '\u00a0', '\u200b'],
  ...['-', '--', '---', '.', '...', ',', ', ', ';', ':', '(', '{', '#', '=', '@', '*', '_', '0', '1,', '9x9', "a's ", 'x '],
  ...['a@', 'a@a.', '@a', 'a.', 'a-', 'a/', '//', 'http://', 'http://a.', 'www.', 'a:', ':)', '8-)'],
  ...['é', 'ß', 'ﬁ', '🎈', '日', 'a\u0301', 'İ'],
]
const LENGTH = 60_000

/** Where a text can be put: method, path, and the member that holds it. */
const PLACES: readonly (readonly [method: string, path: string, member: string, more?: Readonly<Record<string, unknown>>])[] = [
  ['POST', '/posts', 'title', { status: 'publish' }],
  ['POST', '/posts', 'content', { status: 'publish' }],
  ['POST', '/posts', 'excerpt', { title: 'a' }],
  ['POST', '/posts', 'slug', { title: 'a' }],
  ['POST', '/posts', 'date', { title: 'a' }],
  ['POST', '/pages', 'password', { title: 'a' }],
  ['POST', '/posts', 'meta', { title: 'a' }],
  ['POST', '/categories', 'name'],
  ['POST', '/categories', 'description', { name: 'a' }],
  ['POST', '/tags', 'slug', { name: 'a' }],
  ['POST', '/users', 'username', { email: 'a@example.com', password: 'p' }],
  ['POST', '/users', 'email', { username: 'a', password: 'p' }],
  ['POST', '/users', 'url', { username: 'a', password: 'p', email: 'a@example.com' }],
  ['POST', '/users/me', 'description'],
  ['POST', '/users/me', 'name'],
  ['POST', '/settings', 'title'],
  ['POST', '/settings', 'timezone'],
  ['POST', '/settings', 'email'],
  ['POST', '/users/me/application-passwords', 'name'],
  ['POST', '/comments', 'content', { post: 1 }],
  ['GET', '/posts', 'search'],
  ['GET', '/posts', 'slug'],
  ['GET', '/posts', 'after'],
  ['GET', '/search', 'search'],
  ['GET', '/tags', 'search'],
  ['GET', '/users', 'search'],
  ['GET', '/posts', '_fields'],
  ['GET', '/posts', 'include'],
]

/** A pattern that looks again and again takes seconds for such a text; honest work takes a few milliseconds. */
const TOO_LONG = 1000

for (const [method, path, member, more] of PLACES) {
  t.test(`${method} ${path}: ${member}`, async t => {
    const { site, errors } = await openSite(cmsDialect)
    let slowest = 0
    for (const piece of PIECES) {
      for (const text of [piece.repeat(LENGTH / piece.length), `a${piece.repeat(LENGTH / piece.length)}b`]) {
        const params = { ...more, [member]: member === 'meta' ? { subtitle: text } : text }
        const sent = method === 'GET' ? { query: params } : { body: { kind: 'json', value: params } as const }
        const began = performance.now()
        const answer = await site.dispatch({ method, path: `/cms/v2${path}`, headers: { 'x-as': 'administrator' }, ...sent })
        const written = answer.text()
        const took = performance.now() - began
        slowest = Math.max(slowest, took)
        const complaint = complaintAbout({ ...answer, text: written }, cmsDialect)
        if (complaint !== undefined || errors.length > 0) {
          t.fail(`${JSON.stringify(piece)}: ${complaint}`, { cause: String((errors[0] as Error | undefined)?.stack) })
        }
        if (took > TOO_LONG) t.fail(`${JSON.stringify(piece)} took ${Math.round(took)} ms`)
        errors.length = 0
      }
    }
    t.comment(`${Math.round(slowest)} ms at most`)
    t.ok(slowest > 0)
  })
}

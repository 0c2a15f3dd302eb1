import { cmsDialect } from '@platen/site'
import t from 'tap'
import { openSite } from './open-site.js'
import { complaintAbout } from './sound-answers.js'

t.setTimeout(120_000)

/** Pieces of which long texts are made: what patterns and parsers look for, never finished. */
const PIECES: readonly string[] = [
  ...[
    '<',
    '>',
    '<a ',
    '<a b="',
    '</',
    '<!--',
    '-->',
    '<p>',
    '</p>',
    '<b><i>',
    '<br/>',
    '<script',
    '<style>',
    '<pre>',
    '<![CDATA[',
    '<?',
    '<img src=x ',
    '<table><tr><td>',
  ],
  ...[
    '<!-- wp:',
    '<!-- wp:a {',
    '<!-- wp:a -->',
    '<!-- /wp:a -->',
    '<!-- wp:a {"b":',
    '<!--more-->',
    '<!-- wp:paragraph --><p>a',
  ],
  ...['[', ']', '[[', '[a', '[a ', '[a b=', '[a]', '[/a]', '[gallery '],
  ...['&', '&#', '&#x', '&amp', '&amp;', '&lt;', '"', "'", '`', '“', '\\', '%', '%2', '%25', '%e9'],
  ...[' ', '\t', '\n', '\r\n', '\n\n', ' \n', '\0', '\u00a0', '\u200b'],
  ...[
    '-',
    '--',
    '---',
    '.',
    '...',
    ',',
    ', ',
    ';',
    ':',
    '(',
    '{',
    '#',
    '=',
    '@',
    '*',
    '_',
    '0',
    '1,',
    '9x9',
    "a's ",
    'x ',
  ],
  ...['a@', 'a@a.', '@a', 'a.', 'a-', 'a/', '//', 'http://', 'http://a.', 'www.', 'a:', ':)', '8-)'],
  ...['é', 'ß', 'ﬁ', '🎈', '日', 'a\u0301', 'İ'],
]
const LENGTH = 24_000

/** What opens and closes: texts that are as deep as they are long. */
const NESTS: readonly (readonly [open: string, close: string])[] = [
  ...([
    ['<', '>'],
    ['<b>', '</b>'],
    ['<p>', '</p>'],
    ['<ul><li>', '</li></ul>'],
    ['<!--', '-->'],
    ['[', ']'],
    ['[a]', '[/a]'],
  ] as const),
  ...([
    ['<!-- wp:group -->', '<!-- /wp:group -->'],
    ['<!-- wp:a {"b":', '} -->'],
    ['%', '41'],
    ['&', 'amp;'],
    ['(', ')'],
    ['"', '"'],
    ['“', '”'],
  ] as const),
]

const TEXTS: readonly (readonly [what: string, text: (length: number) => string])[] = [
  ...PIECES.map(piece => [piece, (length: number) => piece.repeat(length / piece.length)] as const),
  ...NESTS.map(([open, close]) => {
    const nest = (length: number) => open.repeat(length / 2 / open.length) + close.repeat(length / 2 / close.length)
    return [`${open}…${close}`, nest] as const
  }),
]

/** Where a text can be put: method, path, and the member that holds it. */
const PLACES: readonly (readonly [
  method: string,
  path: string,
  member: string,
  more?: Readonly<Record<string, unknown>>,
])[] = [
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

/** Milliseconds of the processor beyond which a text is looked at twice, and beyond which it is too slow anyway. */
const SUSPICIOUS = 250
const TOO_LONG = 6000

for (const [method, path, member, more] of PLACES) {
  t.test(`${method} ${path}: ${member}`, async t => {
    const { site, errors } = await openSite(cmsDialect)
    const cost = async (text: string) => {
      const params = { ...more, [member]: member === 'meta' ? { subtitle: text } : text }
      const sent = method === 'GET' ? { query: params } : { body: { kind: 'json', value: params } as const }
      errors.length = 0
      const before = process.cpuUsage()
      const answer = await site.dispatch({
        method,
        path: `/cms/v2${path}`,
        headers: { 'x-as': 'administrator' },
        ...sent,
      })
      const written = answer.text()
      const { user, system } = process.cpuUsage(before)
      const complaint = complaintAbout({ ...answer, text: written }, cmsDialect)
      const cause = errors[0] instanceof Error ? errors[0].stack : errors[0]
      return {
        complaint: complaint ?? (cause === undefined ? undefined : 'an error'),
        cause,
        took: (user + system) / 1000,
      }
    }
    let slowest = 0
    const wrong = new Map<unknown, string>()
    for (const [what, text] of TEXTS) {
      const { complaint, cause, took } = await cost(text(LENGTH))
      slowest = Math.max(slowest, took)
      if (complaint !== undefined && !wrong.has(cause)) wrong.set(cause, `${JSON.stringify(what)}: ${complaint}`)
      if (took > TOO_LONG) t.fail(`${JSON.stringify(what)} took ${Math.round(took)} ms`)
      else if (took > SUSPICIOUS) {
        // Four times the text may cost four times as much, not sixteen times.
        const quarter = (await cost(text(LENGTH / 4))).took
        const whole = Math.min(took, (await cost(text(LENGTH))).took)
        if (whole > SUSPICIOUS && whole > quarter * 8) {
          t.fail(`${JSON.stringify(what)} takes ${Math.round(whole)} ms, a quarter of it ${Math.round(quarter)} ms`)
        }
      }
    }
    for (const [cause, told] of wrong) t.fail(told, { cause: String(cause) })
    t.comment(`${Math.round(slowest)} ms at most`)
    t.ok(slowest > 0)
  })
}

import t from 'tap'
import { growsWith } from '../../../growth.js'
import { makeSite } from '../../make-site.js'

const NONE = 'empty_term_name'

const NAMES: readonly (readonly [given: string, stored: string])[] = [
  ['Plain', 'Plain'],
  ['0', '0'],
  ['  padded \n\t name  ', 'padded name'],
  ['Salt & Pepper', 'Salt &amp; Pepper'],
  ['Salt &amp; Pepper', 'Salt &amp; Pepper'],
  ['R&D;', 'R&amp;D;'],
  ['&copy; &#39; &#x27;', '&copy; &#039; &#x27;'],
  ['"quoted" \'single\'', '"quoted" \'single\''],
  ['back\\slash', 'back\\slash'],
  ['<em>Slanted</em> text', 'Slanted text'],
  ['<script>alert(1)</script>x', 'x'],
  ['<STYLE type="a">p{}</style>y', 'y'],
  ['<script>open', 'open'],
  ['a<!-- c -->b', 'ab'],
  ['a<!-- b', 'a&lt;!-- b'],
  ['<img alt=">" src=x onerror=alert(1)>img', 'img'],
  ['a < b', 'a &lt; b'],
  ['5 > 3 <', '5 &gt; 3 &lt;'],
  ['<b', '&lt;b'],
  ['&lt;b&gt;c</b>', '&lt;b&gt;c'],
  ['100% of %41 %zz', '100% of %zz'],
  ['%%4141 d', 'd'],
  ['bell\u0007 nul\u0000 unit\u001f', 'bell nul unit'],
  ['Émile “quoted” 🎈', 'Émile “quoted” 🎈'],
  ['<b></b>', NONE],
  [' \n ', NONE],
]

const { send } = await makeSite()
const { id } = (await send('POST /tags', { body: { name: 'Tag' } })).body as { id: number }

/** The name that a term has after it was given one, or the code of the refusal. */
async function named(name: string): Promise<string | undefined> {
  const { body } = await send(`PUT /tags/${id}`, { body: { name } })
  const { name: stored, code } = body as { name?: string; code?: string }
  return stored ?? code
}

for (const [given, stored] of NAMES) {
  t.test(JSON.stringify(given), async t => {
    t.equal(await named(given), stored)
    if (stored !== NONE) t.equal(await named(stored), stored, 'what was read can be sent back')
  })
}

t.test('long names of brackets and marks are read in linear time', async t => {
  for (const piece of ['<script', '<script>', '<!--', '<a"', "<a'", '%', '%%41', '&#', '<b '])
    t.equal(await growsWith(piece, named, 50_000 * piece.length), undefined, piece)
})

t.test('a post loads all of its terms, so that descriptions have a limit', async t => {
  const tooLong = { description: '🎈'.repeat(65_536) }
  t.match(await send(`PUT /tags/${id}`, { body: tooLong }), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send('POST /tags', { body: { name: 'Long', ...tooLong } }), {
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { description: String } } },
  })
  const longest = { description: '🎈'.repeat(65_535) }
  t.match(await send(`PUT /tags/${id}`, { body: longest }), { status: 200, body: longest })
})

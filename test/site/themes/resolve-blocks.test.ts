import { wpDialect } from '@platen/site'
import type { BlockPatternOptions } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../make-site.js'

const paragraph = (text: string, attributes = '') =>
  `<!-- wp:paragraph ${attributes}--><p>${text}</p><!-- /wp:paragraph -->`
const use = (slug: string) => `<!-- wp:pattern {"slug":"${slug}"} /-->`
const named = (metadata: object) => `{"metadata":${JSON.stringify(metadata)}} `

const PATTERNS: Readonly<Record<string, Partial<BlockPatternOptions> & { readonly content: string }>> = {
  'a/one': {
    content: `\n${paragraph('One')}\n`,
    title: 'One <b>x</b>',
    description: 'What <i>it</i> is',
    categories: ['query', 'text'],
  },
  'a/two': { content: `${paragraph('A')}\n${paragraph('B')}` },
  'a/named': { content: paragraph('N', '{"metadata":{"name":"mine","x":1}} ') },
  'a/text': { content: 'only text' },
  'a/empty': { content: ' ' },
  'a/group': { content: `<!-- wp:group --><div>(${use('a/two')})</div><!-- /wp:group -->` },
  'a/loop': { content: `${paragraph('L')}${use('a/loop')}!` },
  'a/part': { content: '<!-- wp:template-part {"slug":"p"} /-->' },
  'a/other-part': { content: '<!-- wp:template-part {"slug":"p","theme":"x"} /-->' },
  'a/map': { content: paragraph('M', '{"style":{"a":{}}} ') },
}

const ONE = paragraph(
  'One',
  named({ patternName: 'a/one', name: 'One x', description: 'What it is', categories: ['query', 'text'] }),
)

const CASES: readonly (readonly [content: string, expected: string])[] = [
  ['no blocks', 'no blocks'],
  [use('a/one'), ONE],
  [`x ${use('a/one')} y`, `x ${ONE} y`],
  [use('a/two'), `${paragraph('A')}\n${paragraph('B')}`],
  [use('a/named'), paragraph('N', named({ name: 'T', x: 1, patternName: 'a/named' }))],
  [`(${use('a/text')})(${use('a/empty')})`, '(only text)()'],
  [
    use('a/group'),
    `<!-- wp:group {"metadata":{"patternName":"a/group","name":"T"}} --><div>(${paragraph('A')}\n${paragraph('B')})</div><!-- /wp:group -->`,
  ],
  [
    `<!-- wp:group --><div>1${use('a/two')}2${use('a/none')}3${use('a/empty')}4</div><!-- /wp:group -->`,
    `<!-- wp:group --><div>1${paragraph('A')}\n${paragraph('B')}2${use('a/none')}34</div><!-- /wp:group -->`,
  ],
  [use('a/loop'), `${paragraph('L')}!`],
  ['<!-- wp:pattern /--><!-- wp:pattern {"slug":7} /-->', '<!-- wp:pattern /--><!-- wp:pattern {"slug":7} /-->'],
  ['<!-- wp:template-part {"slug":"p"} /-->', '<!-- wp:template-part {"slug":"p","theme":"platen"} /-->'],
  ['<!-- wp:template-part {"slug":"p","theme":"x"} /-->', '<!-- wp:template-part {"slug":"p","theme":"x"} /-->'],
  [
    '<!-- wp:core/paragraph {"b":1,  "a":"<"} --><p>x</p><!-- /wp:core/paragraph -->',
    paragraph('x', '{"b":1,"a":"\\u003c"} '),
  ],
]

async function listed(patterns: typeof PATTERNS, dialect = wpDialect): Promise<ReadonlyMap<string, string>> {
  const { send } = await makeSite({
    dialect,
    register(site) {
      for (const [name, options] of Object.entries(patterns))
        site.registerBlockPattern(name, { title: 'T', ...options })
    },
  })
  const { body } = await send('GET /block-patterns/patterns')
  return new Map((body as { name: string; content: string }[]).map(({ name, content }) => [name, content]))
}

t.test('the blocks of patterns take the place of their placeholders', async t => {
  const cases = CASES.map(([content], index) => [`case/${index}`, { content }] as const)
  const contents = await listed({ ...PATTERNS, ...Object.fromEntries(cases) })
  for (const [index, [content, expected]] of CASES.entries()) t.equal(contents.get(`case/${index}`), expected, content)
  t.equal(contents.get('a/loop'), `${paragraph('L')}${paragraph('L')}!!`, 'a pattern within itself, once')
  t.equal(contents.get('a/map'), paragraph('M', '{"style":{"a":[]}} '), 'as the dialect writes empty objects')
})

t.test('patterns that double with each level, and deep ones, are bounded', async t => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `d/p${i}`,
      { content: i === 0 ? 'x'.repeat(1000) : use(`d/p${i - 1}`).repeat(2) },
    ]),
  )
  const deep = 20_000
  const contents = await listed({
    ...doubling,
    'd/deep': { content: `${'<!-- wp:group -->'.repeat(deep)}${use('d/p0')}${'<!-- /wp:group -->'.repeat(deep)}` },
    'd/attributes': { content: `<!-- wp:paragraph {"a":${'['.repeat(deep)}${']'.repeat(deep)}} /-->` },
  })
  t.ok((contents.get('d/p39')?.length ?? Number.POSITIVE_INFINITY) < 20 * 1024 * 1024)
  t.ok(contents.get('d/deep')?.includes('x'.repeat(1000)))
  t.type(contents.get('d/attributes'), 'string')
})

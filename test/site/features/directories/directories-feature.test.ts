import type { BlockDirectoryQuery, DirectoryBlock, DirectoryPattern, PatternDirectoryQuery } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const block = (id: string): DirectoryBlock => ({
  name: `${id}/block`,
  title: '<b>A</b> block',
  description: 'What it does',
  id,
  rating: 4.5,
  ratingCount: 3,
  activeInstalls: 100,
  author: 'Somebody',
  authorBlockRating: 4,
  authorBlockCount: 2,
  icon: 'https://directory.example/icon.svg',
  lastUpdated: '2024-05-01T12:00:00Z',
  humanizedUpdated: '1 month ago',
})

const pattern: DirectoryPattern = {
  id: 7,
  title: 'A <i>pattern</i>',
  content: '<!-- wp:paragraph --><p onclick="x()">Text<script>x()</script></p><!-- /wp:paragraph -->',
  categories: ['text'],
  keywords: ['core'],
  description: 'A text',
  viewportWidth: 800,
  blockTypes: ['core/paragraph'],
}

/** A site with directories that remember what they are asked. */
async function siteWithDirectories() {
  const queries: (BlockDirectoryQuery | PatternDirectoryQuery)[] = []
  const { send } = await makeSite({
    blockDirectory: {
      async search(query) {
        queries.push(query)
        if (query.term === 'down') throw new Error('no connection')
        return ['one', 'two', 'three'].map(block)
      },
    },
    patternDirectory: {
      async search(query) {
        queries.push(query)
        if (query.search === 'down') throw new Error('no connection')
        return [pattern]
      },
    },
  })
  return { send, queries }
}

t.test('blocks of a directory', async t => {
  const { send, queries } = await siteWithDirectories()
  const { status, body } = await send('GET /block-directory/search?term=crate&page=2&per_page=2')
  t.same(queries, [{ term: 'crate', page: 2, perPage: 2 }])
  t.equal(status, 200)
  t.equal((body as unknown[]).length, 2, 'a directory does not exceed the page')
  t.same((body as unknown[])[0], {
    name: 'one/block',
    title: 'A block',
    description: 'What it does',
    id: 'one',
    rating: 4.5,
    rating_count: 3,
    active_installs: 100,
    author_block_rating: 4,
    author_block_count: 2,
    author: 'Somebody',
    icon: 'https://directory.example/icon.svg',
    last_updated: '2024-05-01T12:00:00Z',
    humanized_updated: '1 month ago',
    _links: {
      'cms:install-plugin': [{ href: 'https://site.example/cms-json/cms/v2/plugins?slug=one' }],
      curies: [{ name: 'cms', href: 'https://site.example/relations/{rel}', templated: true }],
    },
  })
})

t.test('patterns of a directory are filtered', async t => {
  const { send, queries } = await siteWithDirectories()
  const { body } = await send(
    'GET /pattern-directory/patterns?search=x&category=2&keyword=11&slug[]=a&order=asc&offset=3',
  )
  t.same(queries, [
    {
      page: 1,
      perPage: 100,
      offset: 3,
      search: 'x',
      category: 2,
      keyword: 11,
      slugs: ['a'],
      order: 'asc',
      orderBy: 'date',
    },
  ])
  t.same(body, [
    {
      id: 7,
      title: 'A pattern',
      content: '<!-- wp:paragraph --><p>Textx()</p><!-- /wp:paragraph -->',
      categories: ['text'],
      keywords: ['core'],
      description: 'A text',
      viewport_width: 800,
      block_types: ['core/paragraph'],
    },
  ])
  const edited = (await send('GET /pattern-directory/patterns?context=edit&_fields=id,block_types')).body
  t.same(edited, [{ id: 7 }])
})

t.test('a directory that cannot be reached, and none', async t => {
  const { send } = await siteWithDirectories()
  t.match(await send('GET /block-directory/search?term=down'), { status: 500, body: { code: 'plugins_api_failed' } })
  t.match(await send('GET /pattern-directory/patterns?search=down'), {
    status: 500,
    body: { code: 'pattern_api_failed' },
  })
  const without = await makeSite()
  t.match(await without.send('GET /block-directory/search?term=x'), {
    status: 500,
    body: { code: 'plugins_api_failed', data: { status: 500 } },
  })
  t.match(await without.send('GET /pattern-directory/patterns'), {
    status: 500,
    body: { code: 'http_request_not_executed' },
  })
})

t.test('who may not search does not reach the directory', async t => {
  const { send, queries } = await siteWithDirectories()
  t.equal((await send('GET /block-directory/search?term=x', { as: 'editor' })).status, 403)
  t.equal((await send('GET /pattern-directory/patterns', { as: 'subscriber' })).status, 403)
  t.same(queries, [])
  t.equal((await send('GET /pattern-directory/patterns', { as: 'contributor' })).status, 200)
})

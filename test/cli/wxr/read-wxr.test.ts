import { readWxr, type WxrComment, WxrError, type WxrPost, type WxrRecord } from '@platen/cli'
import t from 'tap'
import { carries, chunksOf, element, exportText, item, meta } from '../export-text.js'
import { sharedExports, withoutSharedExports } from '../shared-data.js'

async function recordsOf(text: string | Uint8Array[], size?: number): Promise<WxrRecord[]> {
  const records: WxrRecord[] = []
  for await (const record of readWxr(typeof text === 'string' ? chunksOf(text, size) : text)) records.push(record)
  return records
}

const first = async (body: string, version?: string) => (await recordsOf(exportText(body, version)))[0]

t.test('an author', async t => {
  const author = element('wp:author', {
    'wp:author_id': 7,
    'wp:author_login': 'ada',
    'wp:author_email': 'ada@example.com',
    'wp:author_display_name': 'Ada & Co',
    'wp:author_first_name': 'Ada',
    'wp:author_last_name': 'Lin',
  })
  t.match(await first(author), {
    kind: 'author',
    line: 10,
    id: 7,
    login: 'ada',
    email: 'ada@example.com',
    displayName: 'Ada & Co',
    firstName: 'Ada',
    lastName: 'Lin',
    description: '',
  })
})

const terms = {
  'a category': {
    xml: element('wp:category', {
      'wp:term_id': 3,
      'wp:category_nicename': 'herbs',
      'wp:category_parent': 'plants',
      'wp:cat_name': 'Herbs',
      'wp:category_description': 'Green <b>things</b>',
    }),
    term: {
      id: 3,
      taxonomy: 'category',
      slug: 'herbs',
      parent: 'plants',
      name: 'Herbs',
      description: 'Green <b>things</b>',
    },
  },
  'a tag': {
    xml: element('wp:tag', { 'wp:tag_slug': 'red', 'wp:tag_name': 'Red', 'wp:tag_description': 'Warm' }),
    term: { id: 0, taxonomy: 'post_tag', slug: 'red', parent: '', name: 'Red', description: 'Warm' },
  },
  'a term of another taxonomy': {
    xml: element(
      'wp:term',
      { 'wp:term_taxonomy': 'soil', 'wp:term_slug': 'sand', 'wp:term_parent': 'dry', 'wp:term_name': 'Sand' },
      element('wp:termmeta', { 'wp:meta_key': 'ph', 'wp:meta_value': '7' }),
    ),
    term: {
      taxonomy: 'soil',
      slug: 'sand',
      parent: 'dry',
      name: 'Sand',
      description: '',
      meta: [{ key: 'ph', value: '7' }],
    },
  },
}
for (const [name, { xml, term }] of Object.entries(terms)) {
  t.test(name, async t => t.match(await first(xml), { kind: 'term', ...term }))
}

t.test('a post with everything', async t => {
  const comment = element(
    'wp:comment',
    {
      'wp:comment_id': 5,
      'wp:comment_author': 'Bo',
      'wp:comment_author_email': 'bo@example.com',
      'wp:comment_author_url': 'https://bo.example',
      'wp:comment_author_IP': '192.0.2.1',
      'wp:comment_date': '2020-01-02 03:04:05',
      'wp:comment_date_gmt': '2020-01-02 02:04:05',
      'wp:comment_content': 'Nice.',
      'wp:comment_approved': '1',
      'wp:comment_type': '',
      'wp:comment_parent': 4,
      'wp:comment_user_id': 7,
    },
    element('wp:commentmeta', { 'wp:meta_key': 'stars', 'wp:meta_value': '5' }),
  )
  const post = await first(
    item(
      {
        title: ' A “title” ',
        guid: 'http://old.example/?p=9',
        pubDate: 'Thu, 02 Jan 2020 02:04:05 +0000',
        creator: 'ada',
        content: '<!-- wp:paragraph -->\n<p>Text [x] &amp;</p>',
        excerpt: 'Short',
        post_id: 9,
        post_date: '2020-01-02 03:04:05',
        post_date_gmt: '0000-00-00 00:00:00',
        post_modified: '2020-02-30 03:04:05',
        post_modified_gmt: '2020-01-03 02:04:05',
        comment_status: 'closed',
        ping_status: 'closed',
        post_name: '%ce%b5',
        status: 'private',
        post_parent: 8,
        menu_order: -2,
        post_type: 'page',
        post_password: ' secret ',
        is_sticky: 1,
        nobody_knows: 'what this is',
      },
      carries('category', 'herbs', 'Herbs & more') + carries('tag', 'red') + meta('_thumbnail_id', '12') + comment,
    ),
  )
  t.same(post, {
    kind: 'post',
    line: 10,
    id: 9,
    type: 'page',
    status: 'private',
    title: ' A “title” ',
    content: '<!-- wp:paragraph -->\n<p>Text [x] &amp;</p>',
    excerpt: 'Short',
    slug: '%ce%b5',
    guid: 'http://old.example/?p=9',
    creator: 'ada',
    date: '2020-01-02T03:04:05',
    dateGmt: undefined,
    modified: undefined,
    modifiedGmt: '2020-01-03T02:04:05',
    published: '2020-01-02T02:04:05',
    parent: 8,
    menuOrder: -2,
    commentStatus: 'closed',
    pingStatus: 'closed',
    password: ' secret ',
    sticky: true,
    attachmentUrl: '',
    terms: [
      { taxonomy: 'category', slug: 'herbs', name: 'Herbs & more' },
      { taxonomy: 'post_tag', slug: 'red', name: 'red' },
    ],
    meta: [{ key: '_thumbnail_id', value: '12' }],
    comments: [
      {
        line: 11,
        id: 5,
        parent: 4,
        author: 7,
        authorName: 'Bo',
        authorEmail: 'bo@example.com',
        authorUrl: 'https://bo.example',
        authorIp: '192.0.2.1',
        date: '2020-01-02T03:04:05',
        dateGmt: '2020-01-02T02:04:05',
        content: 'Nice.',
        approved: '1',
        type: 'comment',
        meta: [{ key: 'stars', value: '5' }],
      } satisfies WxrComment,
    ],
  } satisfies WxrPost)
})

t.test('what items leave out', async t => {
  t.match(await first('<item><title>A</title></item>'), {
    type: 'post',
    status: 'draft',
    slug: '',
    date: undefined,
    commentStatus: 'open',
    sticky: false,
    terms: [],
    meta: [],
    comments: [],
  })
})

t.test('the address of an attachment is that of its file, or its guid', async t => {
  const attachment = { post_type: 'attachment', guid: 'http://old.example/a.jpg' }
  t.match(await first(item({ ...attachment, attachment_url: 'http://old.example/b.jpg' })), {
    attachmentUrl: 'http://old.example/b.jpg',
  })
  t.match(await first(item(attachment)), { attachmentUrl: 'http://old.example/a.jpg' })
})

const categories = {
  'categories without a taxonomy count alone': { xml: '<category>Boat</category>', names: ['Boat'] },
  'they repeat those with one': {
    xml: `<category>Boat</category>${carries('category', 'boat', 'A boat')}`,
    names: ['A boat'],
  },
  'those with a taxonomy and no slug as well': {
    xml: `<category domain="category">Boat</category>${carries('category', 'boat', 'A boat')}`,
    names: ['A boat'],
  },
}
for (const [name, { xml, names }] of Object.entries(categories)) {
  t.test(name, async t => {
    const post = (await first(item({}, xml), '1.0')) as WxrPost
    t.same(
      post.terms.map(term => term.name),
      names,
    )
  })
}

const texts = {
  'plain text': { xml: 'a &lt;b&gt; &amp; &#233;', text: 'a <b> & é' },
  'text in a section': { xml: '<![CDATA[a <b> &amp; ]]>', text: 'a <b> &amp; ' },
  'layout around a section': { xml: '\n    <![CDATA[\n a ]]>\n  ', text: '\n a ' },
  'two sections in a row': { xml: '<![CDATA[a ]]]]><![CDATA[> b]]>', text: 'a ]]> b' },
  'text and a section': { xml: 'a <![CDATA[b]]> c', text: 'a b c' },
  nothing: { xml: '', text: '' },
  'more than the Basic Multilingual Plane': { xml: '🌱<![CDATA[🌳]]>', text: '🌱🌳' },
}
for (const [name, { xml, text }] of Object.entries(texts)) {
  t.test(`content: ${name}`, async t => {
    const post = (await first(`<item><content:encoded>${xml}</content:encoded></item>`)) as WxrPost
    t.equal(post.content, text)
  })
}

t.test('chunks may break anywhere', async t => {
  const text = exportText(item({ title: 'Ünder 🌳', content: 'a ]] b' }, carries('post_tag', 'grün')))
  const whole = await recordsOf(text)
  t.equal(whole.length, 1)
  for (const size of [1, 2, 3, 7, 300]) t.same(await recordsOf(text, size), whole, `${size} bytes`)
})

t.test('prefixes of the file are its own matter', async t => {
  const text = exportText(item({ post_id: 4, content: 'c' }))
  const renamed = text.replace(/wp:/g, 'w:').replace('xmlns:w:', 'xmlns:w').replace('xmlns:wp', 'xmlns:w')
  const records = await recordsOf(renamed.replace(/content:encoded/g, 'c:encoded').replace('xmlns:content', 'xmlns:c'))
  t.match(records, [{ id: 4, content: 'c' }])
})

t.test('elements of other vocabularies are passed over, whatever their names', async t => {
  const text = exportText(item({ post_id: 4 }, '<x:post_id>5</x:post_id><x:item><title>No</title></x:item>'))
  t.match(await recordsOf(text.replace('xmlns:wp', 'xmlns:x="urn:other" xmlns:wp')), [{ id: 4, title: '' }])
  const channel = exportText('<image><title>A</title><url>b</url></image><category>c</category>')
  t.same(await recordsOf(channel), [])
})

t.test('encodings', async t => {
  const text = exportText(item({ title: 'Grün' }))
  const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')
  const wide = Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')
  for (const [name, bytes] of Object.entries({ latin, wide, marked: Buffer.from(`\uFEFF${text}`) })) {
    t.match(await recordsOf([bytes]), [{ title: 'Grün' }], name)
  }
})

for (const version of ['1.0', '1.1', '1.2']) {
  t.test(`version ${version}`, async t => t.match(await first(item({ title: 'A' }), version), { title: 'A' }))
}

const begin = exportText('').split('</channel>')[0]
const bad: Record<string, { text: string | Uint8Array[]; line: number; column: number }> = {
  'nothing at all': { text: '', line: 1, column: 1 },
  'no XML': { text: '\n Hello', line: 2, column: 2 },
  JSON: { text: '{"posts": []}', line: 1, column: 1 },
  'a page': { text: '<!DOCTYPE html>\n<html><body></body></html>', line: 2, column: 1 },
  'a feed that is not an export': { text: '<rss><channel>\n  <item></item></channel></rss>', line: 2, column: 3 },
  'an empty feed': { text: '<rss>\n<channel/></rss>', line: 2, column: 16 },
  'a version to come': { text: exportText('', '2.0'), line: 9, column: 1 },
  'an invalid version': { text: exportText('').replace('>1.2<', '>one<'), line: 9, column: 1 },
  'a file that breaks off in an item': { text: `${begin}<item>\n<title>Half`, line: 12, column: 11 },
  'a file that breaks off between items': { text: `${begin}${item({})}\n`, line: 12, column: 1 },
  'a file that breaks off in a section': { text: `${begin}<item><title><![CDATA[a`, line: 11, column: 23 },
  'an element that is not closed': { text: exportText('<item><title></item>'), line: 10, column: 14 },
  'invalid bytes': {
    text: [Buffer.from(`${begin}<item><title>Ü`), Buffer.from([0x41, 0xff, 0x42])],
    line: 11,
    column: 15,
  },
  'an encoding that nobody knows': { text: '<?xml version="1.0" encoding="x-none"?><rss/>', line: 1, column: 1 },
}
for (const [name, { text, line, column }] of Object.entries(bad)) {
  t.test(name, async t => {
    const error = await recordsOf(text).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    t.ok(error instanceof WxrError, String(error))
    t.match(error, { line, column })
  })
}

t.test('what comes before a mistake is read', async t => {
  const records: WxrRecord[] = []
  const text = `${begin}${item({ title: 'A' })}${'\n'.repeat(100)}<item>`
  await t.rejects(async () => {
    for await (const record of readWxr(chunksOf(text, 50))) records.push(record)
  })
  t.match(records, [{ title: 'A' }])
})

t.test('declared entities are not expanded', async t => {
  const declared = '<!DOCTYPE rss [<!ENTITY a "bbbb"><!ENTITY c SYSTEM "file:///etc/passwd">]>\n<rss'
  const text = exportText('<item><title>&a;&c;</title></item>').replace('<rss', declared)
  t.match(await recordsOf(text), [{ title: '&a;&c;' }])
})

t.test('exports of others', { skip: withoutSharedExports }, async t => {
  const counts: Record<string, number> = {}
  for (const path of sharedExports) {
    const { createReadStream } = await import('node:fs')
    for await (const record of readWxr(createReadStream(path))) {
      const kind = record.kind === 'post' ? record.type : record.kind
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  }
  t.same(counts, {
    site: 2,
    author: 4,
    term: 209,
    post: 126,
    page: 22,
    attachment: 46,
    nav_menu_item: 70,
    wp_navigation: 1,
  })
})

t.test('elements that are not part of exports nest to any depth', async t => {
  const nested = exportText(`<item><title>A</title>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</item>`)
  t.match(await recordsOf(nested), [{ title: 'A' }])
})

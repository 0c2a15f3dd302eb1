import { importWxrFiles } from '@platen/cli'
import t, { type Test } from 'tap'
import { carries, chunksOf, element, exportText, item, meta } from '../export-text.js'
import { newSite } from '../new-site.js'
import { category, comment, importText } from './imported.js'

async function notesOf(t: Test, body: string) {
  const summary = await importText(await newSite(t), body)
  return {
    kinds: Object.fromEntries(summary),
    notes: summary.notes.map(({ line, text, count }) => `${line}: ${text} (${count})`),
  }
}

/** What an export may contain that is not imported as it is, and the note on it. */
const cases: Record<string, { body: string; note: string }> = {
  'an unknown field': {
    body: item({ title: 'A', reading_time: 4 }),
    note: '10: <wp:reading_time> in <item> is not imported (1)',
  },
  'an unknown field, several times': {
    body: item({ title: 'A', mood: 1 }) + item({ title: 'B', mood: 2 }),
    note: '10: <wp:mood> in <item> is not imported (2)',
  },
  'an unknown field of a comment': {
    body: item({}, `\n${comment(1, 0, 'a', { 'wp:comment_karma': 3 })}`),
    note: '11: <wp:comment_karma> in <wp:comment> is not imported (1)',
  },
  'an unknown field of an author': {
    body: element('wp:author', { 'wp:author_login': 'ada', 'wp:author_url': 'http://a.example' }),
    note: '10: <wp:author_url> in <wp:author> is not imported (1)',
  },
  'an unknown field of a term': {
    body: element('wp:category', { 'wp:category_nicename': 'a', 'wp:cat_name': 'A', 'wp:term_order': 3 }),
    note: '10: <wp:term_order> in <wp:category> is not imported (1)',
  },
  'an unknown record': {
    body: element('wp:link', { 'wp:link_url': 'http://a.example' }),
    note: '10: <wp:link> in <channel> is not imported (1)',
  },
  'a second value of a field': {
    body: item({ title: 'A' }, '<title>B</title>'),
    note: '10: another <title> in <item> is not imported (1)',
  },
  'text between fields': { body: '<item>lost<title>A</title></item>', note: '10: text in <item> is not imported (1)' },
  'a date that does not exist': {
    body: item({ post_date: '2020-02-30 00:00:00' }),
    note: '10: <wp:post_date> is not a date (1)',
  },
  'a date in another form': {
    body: item({ post_modified_gmt: '1 May 2020' }),
    note: '10: <wp:post_modified_gmt> is not a date (1)',
  },
  'a date of a comment': {
    body: item({}, comment(1, 0, 'a', { 'wp:comment_date': 'today' })),
    note: '10: <wp:comment_date> is not a date (1)',
  },
  'the only date of a feed': { body: item({ pubDate: 'yesterday' }), note: '10: <pubDate> is not a date (1)' },
  'an id that is not a number': {
    body: item({ post_id: 'x7' }),
    note: '10: <wp:post_id> is not an integer of up to 15 digits (1)',
  },
  'an id that is too large': {
    body: item({ post_parent: '9'.repeat(16) }),
    note: '10: <wp:post_parent> is not an integer of up to 15 digits (1)',
  },
  'meta without a key': { body: item({}, meta('', 'a')), note: '10: <wp:postmeta> without a key is not imported (1)' },
  'an author without a login': {
    body: element('wp:author', { 'wp:author_display_name': 'Ada' }),
    note: '10: an author without a login is not imported (1)',
  },
  'a term without a name': {
    body: element('wp:tag', { 'wp:tag_description': 'x' }),
    note: '10: a term without a name or a taxonomy is not imported (1)',
  },
  'a category without a name': {
    body: item({}, '<category domain="category"></category>'),
    note: '10: <category> without a name is not imported (1)',
  },
  'a status that is not registered': {
    body: item({ status: 'pitch' }),
    note: '10: the status "pitch" of posts is not registered, they are not shown (1)',
  },
  'a type of comments': {
    body: item({}, comment(1, 0, 'a', { 'wp:comment_type': 'review' })),
    note: '10: comments of the type "review" are not shown (1)',
  },
  'a status of comments': {
    body: item({}, comment(1, 0, 'a', { 'wp:comment_approved': 'maybe' })),
    note: '10: comments with the status "maybe" are not shown (1)',
  },
  'control characters': { body: item({ title: 'a\u0001' }), note: '10: control characters are removed (1)' },
}
for (const [name, { body, note }] of Object.entries(cases)) {
  t.test(name, async t => t.same((await notesOf(t, body)).notes, [note]))
}

const silent: Record<string, string> = {
  'what every export contains': `<title>A</title><link>b</link><pubDate>c</pubDate><language>en</language><generator>g</generator>
    <wp:base_site_url>http://a</wp:base_site_url><image><url>x</url></image>${item(
      { title: 'A', post_date: '0000-00-00 00:00:00', post_id: '', pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000' },
      '<link>a</link><description></description>',
    )}`,
  'a field that is repeated with the same value': item({ title: 'A' }, '<title>A</title>'),
  'categories that repeat others': item({}, `<category>Herbs</category>${carries('category', 'herbs', 'Herbs')}`),
  'statuses that are registered': ['publish', 'draft', 'pending', 'private', 'future', 'trash', 'inherit', 'auto-draft']
    .map(status => item({ status }))
    .join(''),
}
for (const [name, body] of Object.entries(silent)) {
  t.test(`no note: ${name}`, async t => t.same((await notesOf(t, body)).notes, []))
}

t.test('everything is counted', async t => {
  const body =
    element('wp:author', { 'wp:author_login': 'ada' }).repeat(2) +
    element('wp:author', {}) +
    category('herbs').repeat(2) +
    element('wp:category', {}) +
    item({ guid: 'a' }, carries('category', 'herbs') + carries('category', 'trees') + comment(1, 0, 'a')).repeat(2)
  t.match((await notesOf(t, body)).kinds, {
    authors: { created: 1, skipped: 1, refused: 1 },
    'terms of category': { created: 2, skipped: 1, refused: 1 },
    'posts of type post': { created: 2, skipped: 0 },
    comments: { created: 2, skipped: 0 },
  })
})

t.test('notes name the file', async t => {
  const { context } = await newSite(t)
  const file = (name: string, fields: Readonly<Record<string, string>>) => ({
    name,
    chunks: chunksOf(exportText(item(fields))),
  })
  const summary = await importWxrFiles(context, [
    file('a.xml', { mood: '1' }),
    file('b.xml', { mood: '2', title: 'B' }),
  ])
  t.match(summary.notes, [
    { file: 'a.xml', line: 10, count: 1 },
    { file: 'b.xml', line: 10, count: 1 },
  ])
  const broken = { name: 'c.xml', chunks: chunksOf('<rss>') }
  await t.rejects(importWxrFiles(context, [file('a.xml', { title: 'New' }), broken]), {
    name: 'WxrError',
    file: 'c.xml',
    line: 1,
    column: 5,
  })
})

t.test('a file of many unknown fields has a limited number of notes', async t => {
  const fields = Array.from({ length: 1000 }, (_, i) => `<wp:x${i}>a</wp:x${i}>`).join('')
  const summary = await importText(await newSite(t), `<item>${fields}</item>`)
  t.ok(summary.notes.length <= 101)
  t.equal(
    summary.notes.reduce((sum, { count }) => sum + count, 0),
    1000,
  )
})

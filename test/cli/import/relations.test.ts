import { commentsIn, metaIn, usersIn, whereMeta } from '@platen/site'
import t from 'tap'
import { element, item, meta } from '../export-text.js'
import { newSite, storeKinds } from '../new-site.js'
import { comment, importText, metaOf, postOf, termOf } from './imported.js'

const file = [
  element('wp:author', { 'wp:author_id': 1, 'wp:author_login': 'ada', 'wp:author_email': 'ada@old.example' }),
  element('wp:term', {
    'wp:term_id': 1,
    'wp:term_taxonomy': 'category',
    'wp:term_slug': 'news',
    'wp:term_name': 'News',
  }),
  item(
    { title: 'Event', guid: 'e', post_id: 20 },
    meta('venue', 1) +
      meta('speakers', 1) +
      meta('speakers', 99) +
      meta('topics', 'a:2:{i:0;s:1:"1";i:1;i:77;}') +
      meta('quote', 5) +
      meta('note', 1),
  ),
  item({ title: 'Lost', guid: 'l', post_id: 21 }, meta('venue', 88) + meta('topics', 'a:1:{i:0;i:77;}')),
  item({ title: 'Text', guid: 't', post_id: 22 }, meta('venue', 'the old hall')),
  item({ title: 'Venue', guid: 'v', post_id: 1, post_type: 'page' }),
].join('')

for (const kind of storeKinds)
  t.test(`ids in keys that refer to other records become those of this site (${kind})`, async t => {
    const site = await newSite(t, kind)
    const of = { object: 'post', subtype: 'post' } as const
    const one = { ...of, type: 'integer', single: true } as const
    site.registerMeta({ ...one, key: 'venue', refersTo: { object: 'post', subtypes: ['page'] }, onDelete: 'refuse' })
    site.registerMeta({ ...of, type: 'integer', key: 'speakers', refersTo: { object: 'user' } })
    site.registerMeta({
      ...of,
      type: 'array',
      single: true,
      schema: { items: { type: 'integer' } },
      key: 'topics',
      refersTo: { object: 'term', subtypes: ['category'] },
    })
    site.registerMeta({ ...one, key: 'quote', refersTo: { object: 'comment' } })
    site.registerMeta({ ...one, key: 'note' })
    await site.content.posts.create({ title: 'Own' }, { as: site.system })
    const { losses } = await importText(site, file)

    const venue = await postOf(site, 'Venue')
    const event = await postOf(site, 'Event')
    const news = await termOf(site, 'news')
    const ada = (await usersIn(site.context.store).find({})).records.find(({ login }) => login === 'ada')
    t.not(venue.id, 1)
    t.not(news.id, 1)
    t.same(await metaOf(site, event.id), { venue: venue.id, speakers: ada?.id, topics: [news.id], note: 1 })
    t.same(await metaOf(site, (await postOf(site, 'Lost')).id), {})
    t.same(await metaOf(site, (await postOf(site, 'Text')).id), { venue: 'the old hall' })
    t.match(losses.get('missing posts that "venue" refers to'), { count: 1, examples: [/88 of post/] })
    t.match(losses.get('missing users that "speakers" refers to'), { count: 1 })
    t.match(losses.get('missing terms that "topics" refers to'), { count: 2 })
    t.match(losses.get('missing comments that "quote" refers to'), { count: 1 })
    await t.rejects(site.content.posts.delete(venue.id, { as: site.system }), { code: 'rest_referred_to' })
  })

const ofTermsAndComments = [
  element(
    'wp:term',
    { 'wp:term_id': 1, 'wp:term_taxonomy': 'category', 'wp:term_slug': 'halls', 'wp:term_name': 'Halls' },
    element('wp:termmeta', { 'wp:meta_key': 'main', 'wp:meta_value': 1 }) +
      element('wp:termmeta', { 'wp:meta_key': 'main', 'wp:meta_value': 44 }),
  ),
  item(
    { title: 'Event', guid: 'e', post_id: 20 },
    element(
      'wp:comment',
      { 'wp:comment_id': 1, 'wp:comment_date': '2020-01-02 03:04:05', 'wp:comment_approved': '1' },
      element('wp:commentmeta', { 'wp:meta_key': 'about', 'wp:meta_value': 1 }),
    ),
  ),
  item({ title: 'Venue', guid: 'v', post_id: 1, post_type: 'page' }),
].join('')

for (const kind of storeKinds)
  t.test(`so do those of terms and comments (${kind})`, async t => {
    const site = await newSite(t, kind)
    const pages = { type: 'integer', refersTo: { object: 'post', subtypes: ['page'] }, onDelete: 'clear' } as const
    site.registerMeta({ ...pages, object: 'term', subtype: 'category', key: 'main' })
    site.registerMeta({ ...pages, object: 'comment', key: 'about', single: true })
    const as = { as: site.system }
    const own = await site.content.posts.create({ title: 'Own', status: 'publish' }, as)
    await site.content.comments.create(
      { post: own.id, content: 'Mine', authorName: 'A', authorEmail: 'a@b.example' },
      as,
    )
    const { losses } = await importText(site, ofTermsAndComments)

    const venue = await postOf(site, 'Venue')
    const valuesOf = async (object: string) =>
      (await metaIn(site.context.store).find({ where: whereMeta.eq('kind', object) })).records.flatMap(
        ({ key, value }) => (key.startsWith('_') ? [] : [[key, value]]),
      )
    t.not(venue.id, 1)
    t.same(await valuesOf('term'), [['main', venue.id]])
    t.same(await valuesOf('comment'), [['about', venue.id]])
    t.match(losses.get('missing posts that "main" refers to'), { count: 1, examples: [/44 of term/] })
    await site.content.posts.delete(venue.id, as)
    t.same(await valuesOf('comment'), [], 'the reference is indexed')
  })

const byNumber = (one: unknown, other: unknown) => Number(one) - Number(other)

const home = '<wp:base_blog_url>https://old.example</wp:base_blog_url>'
const quotes = (...ids: readonly number[]) => ids.map(id => meta('quotes', id)).join('')
const commented =
  home +
  item(
    { title: 'Event', guid: 'https://old.example/?p=20', post_id: 20 },
    comment(1, 0, 'Moved') + comment(30, 1, 'Kept') + quotes(1, 30, 40, 2, 99),
  ) +
  item({ title: 'Without guid', post_id: 25 }, comment(40, 0, 'Also kept'))

for (const kind of storeKinds)
  t.test(`references to comments follow to their new ids, also from later files (${kind})`, async t => {
    const site = await newSite(t, kind)
    site.registerMeta({
      object: 'post',
      subtype: 'post',
      type: 'integer',
      key: 'quotes',
      refersTo: { object: 'comment' },
    })
    const as = { as: site.system }
    const own = await site.content.posts.create({ title: 'Own', status: 'publish' }, as)
    for (const content of ['Mine', 'And mine'])
      await site.content.comments.create({ post: own.id, content, authorName: 'A', authorEmail: 'a@b.example' }, as)
    const { losses } = await importText(site, commented)
    const later = { title: 'Later', guid: 'https://old.example/?p=21', post_id: 21 }
    const second = await importText(site, home + item(later, quotes(30, 1, 2)))
    const others = { title: 'Others', guid: 'https://new.example/?p=5', post_id: 5 }
    const third = await importText(
      site,
      `<wp:base_blog_url>https://new.example</wp:base_blog_url>${item(others, quotes(30, 1))}`,
    )

    const comments = (await commentsIn(site.context.store).find({})).records
    const moved = comments.find(({ content }) => content.includes('Moved'))
    t.ok(moved !== undefined && moved.id > 40)
    const quoted = async (title: string) => {
      const { id } = await postOf(site, title)
      const where = whereMeta.and(whereMeta.eq('object', id), whereMeta.eq('key', 'quotes'))
      return (await metaIn(site.context.store).find({ where })).records.map(({ value }) => value)
    }
    t.same((await quoted('Event')).toSorted(byNumber), [30, 40, moved?.id])
    t.same((await quoted('Later')).toSorted(byNumber), [30, moved?.id])
    t.same(await quoted('Others'), [], 'those of another site')
    t.match(
      losses.get('missing comments that "quotes" refers to'),
      { count: 2 },
      'one of them is a comment of this site',
    )
    t.match(second.losses.get('missing comments that "quotes" refers to'), { count: 1 })
    t.match(third.losses.get('missing comments that "quotes" refers to'), { count: 2 })
  })

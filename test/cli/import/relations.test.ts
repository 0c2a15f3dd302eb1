import { metaIn, usersIn, whereMeta } from '@platen/site'
import t from 'tap'
import { element, item, meta } from '../export-text.js'
import { newSite, storeKinds } from '../new-site.js'
import { importText, metaOf, postOf, termOf } from './imported.js'

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
    t.match(losses.get('references to comments, whose ids may differ'), { count: 1, examples: ['quote of post 20'] })
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

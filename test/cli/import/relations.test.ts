import { usersIn } from '@platen/site'
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

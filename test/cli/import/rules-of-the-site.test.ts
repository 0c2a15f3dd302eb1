import { importWxr } from '@platen/cli'
import { postsIn, wherePosts } from '@platen/site'
import t from 'tap'
import { chunksOf, exportText, item, meta } from '../export-text.js'
import { newSite, storeKinds } from '../new-site.js'

for (const kind of storeKinds) {
  t.test(`imported records follow the rules of the site, in ${kind}`, async t => {
    const site = await newSite(t, kind)
    const { store } = site.context
    const page = (id: number, slug: string, parent = 0) =>
      item({ guid: `${id}`, title: `${id}`, post_id: id, post_parent: parent, post_type: 'page', post_name: slug })
    const file = [
      page(10, 'a', 12),
      page(11, 'a'),
      page(12, 'b'),
      page(13, 'feed'),
      page(14, '2020'),
      item({ guid: '15', title: '15', post_id: 15, is_sticky: 1 }),
      item({ guid: '16', title: '16', post_id: 16, is_sticky: 1 }),
      item(
        {
          guid: '17',
          title: 'Leaf',
          post_id: 17,
          post_type: 'attachment',
          status: 'inherit',
          post_name: 'b',
          attachment_url: 'http://old.example/leaf.jpg',
        },
        meta('_wp_attachment_image_alt', 'A green leaf'),
      ),
    ].join('')
    await importWxr(site.context, chunksOf(exportText(file)))
    await importWxr(site.context, chunksOf(exportText(file)))

    const slugs: Record<string, string> = {}
    for (const { id, slug } of (await postsIn(store).find({ where: wherePosts.ne('type', 'post') })).records)
      slugs[id] = slug
    t.match(
      slugs,
      { 10: 'a', 11: 'a', 12: 'b', 17: 'b-2' },
      'who waits for a parent takes nothing from those who do not',
    )
    t.match(slugs, { 13: 'feed-2', 14: '2020-2' }, 'addresses of the site are not taken')
    t.same(await store.options.get('sticky_posts'), [15, 16], 'once, however often it is imported')

    const { body } = await site.dispatch({ method: 'GET', path: '/cms/v2/media/17' })
    t.match(body, {
      source_url: 'http://old.example/leaf.jpg',
      alt_text: 'A green leaf',
      mime_type: 'image/jpeg',
      media_type: 'image',
    })
  })
}

import { postsIn, wherePosts } from '@platen/site'
import { defineFeature, defineListArgument, defineListOrder } from '@platen/site/extend'
import { defineCollection, integer } from '@platen/storage'
import t from 'tap'
import { noServer, openNewSchema } from '../../sql/postgres/new-schema.js'
import { makeSite } from '../make-site.js'
import { samplePost } from '../sample-records.js'

const reason = await noServer()

const heights = defineCollection({
  name: 'heights',
  columns: { post: integer(), height: integer() },
  unique: { post: ['post'] },
})

const plants = defineFeature({
  name: 'plants',
  collections: [heights],
  listArguments: [
    defineListArgument('post', 'min_height', {
      schema: { type: 'integer' },
      search: true,
      where: height =>
        wherePosts.exists(heights.where, { foreign: 'post', local: 'id' }, heights.where.gte('height', height)),
    }),
  ],
  listOrders: [
    defineListOrder('post', 'position', {
      steps: direction => [
        { by: 'field', field: 'menuOrder', direction },
        { by: 'field', field: 'title', direction: direction === 'asc' ? 'desc' : 'asc', folded: true },
      ],
    }),
  ],
})

t.test(
  'own arguments and orders on PostgreSQL are those in memory',
  reason === undefined ? {} : { skip: reason },
  async t => {
    const store = await openNewSchema()
    t.teardown(() => store.close())
    const sites = [await makeSite({ features: [plants] }), await makeSite({ store, features: [plants] })]
    for (const { store } of sites) {
      await store.prepare([heights])
      await store.transaction(async tx => {
        for (let i = 0; i < 300; i++) {
          const status = i % 10 === 0 ? 'draft' : 'publish'
          const { id: post } = await postsIn(tx).insert(
            samplePost({ title: `Post ${i % 5}`, menuOrder: i % 7, status }),
          )
          await tx.collection(heights).insert({ post, height: i })
        }
      })
    }
    for (const query of [
      'posts?min_height=150&orderby=position&per_page=41',
      'posts?min_height=0&orderby=position&order=asc&per_page=41',
      'posts?status=draft&min_height=100&orderby=position',
      'search?min_height=250&per_page=100',
    ]) {
      const read = async ({ send }: (typeof sites)[number]) => {
        const pages: unknown[] = []
        let next: string | undefined = query.startsWith('search') ? query : `${query}&cursor=`
        while (next !== undefined) {
          const { status, headers, body } = await send(`GET /${next}&_fields=id`)
          pages.push([status, headers['X-CMS-Total'], body])
          next = /cms\/v2\/([^>]*)>; rel="next"/.exec(headers['Link'] ?? '')?.[1]
        }
        return pages
      }
      const [expected, found] = await Promise.all(sites.map(read))
      t.match(expected, [[200, /[1-9]/, [{ id: Number }]]], query)
      t.strictSame(found, expected, query)
    }
  },
)

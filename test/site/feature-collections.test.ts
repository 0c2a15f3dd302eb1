import { endpoint } from '@platen/core'
import { createSite } from '@platen/site'
import { defineFeature } from '@platen/site/extend'
import { defineCollection, text } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from './every-store.js'

const url = 'https://site.example'

const loans = defineCollection({
  name: 'loans',
  columns: { book: text(), borrower: text({ folded: true }) },
  unique: { book: ['book'] },
})

const lending = defineFeature({
  name: 'lending',
  collections: [loans],
  routes(site) {
    const collection = site.store.collection(loans)
    site.registry.route('library/v1', '/loans', {
      endpoints: [
        endpoint({
          methods: 'GET',
          args: {},
          permission: 'public',
          handler: async () => ({ body: (await collection.find({})).records }),
        }),
        endpoint({
          methods: 'POST',
          args: { book: { type: 'string', required: true } },
          permission: 'public',
          handler: async ({ params }) => ({ body: await collection.insert({ book: params.book, borrower: 'Änne' }) }),
        }),
      ],
    })
  },
})

onEveryStore(t, 'a feature with a collection', async (t, make) => {
  const { site, store } = await make()
  site.use(lending)
  t.match(await site.call('POST', '/library/v1/loans', { book: 'a' }), { ok: true })
  t.match(await site.call('POST', '/library/v1/loans', { book: 'a' }), { status: 409, body: { code: 'rest_conflict' } })
  const again = createSite({ store, url, features: [lending] })
  t.match((await again.call('GET', '/library/v1/loans')).body, [{ id: 1, version: 1, book: 'a', borrower: 'Änne' }])
  const without = createSite({ store, url })
  t.match(await without.call('GET', '/cms/v2/posts'), { ok: true })
  t.equal(await store.collection(loans).count(loans.where.equalsText('borrower', 'ANNE')), 1, 'what it stored stays')
})

onEveryStore(t, 'two features with the same collection name', async (t, make) => {
  const { site } = await make()
  site.use(lending)
  const other = defineCollection({ name: 'loans', columns: { book: text() } })
  site.use(defineFeature({ name: 'others', collections: [other] }))
  await t.rejects(site.ready(), { message: 'Two collections are named "loans".' })
})

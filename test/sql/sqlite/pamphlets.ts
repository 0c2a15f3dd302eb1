import { type CollectionMigration, defineCollection, integer, text, withDefault } from '@platen/storage'

const columns = { title: text({ folded: true }), pages: withDefault(integer(), 4) }

const titles: CollectionMigration = { name: 'titles', rename: { name: 'title' } }

const morePages: CollectionMigration = {
  name: 'more pages',
  async run(pamphlets) {
    const { records } = await pamphlets.find({})
    for (const { id, pages } of records) await pamphlets.update(id, { pages: Number(pages) + 1 })
  },
}

/** A collection as the versions of a feature declare it, one after the other. */
export const versions = [
  defineCollection({ name: 'pamphlets', columns: { name: text() }, unique: { name: ['name'] } }),
  defineCollection({
    ...{ name: 'pamphlets', columns, indexes: { byTitle: { key: [{ folded: 'title' }] } } },
    migrations: [titles, morePages],
  }),
  defineCollection({
    name: 'pamphlets',
    columns,
    migrations: [titles, morePages, { ...morePages, drop: ['no such'] }],
  }),
] as const

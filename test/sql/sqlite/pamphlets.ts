import { defineCollection, integer, text, withDefault } from '@platen/site'

/** A collection as two versions of a feature declare it, one after the other. */
export const versions = [
  defineCollection({ name: 'pamphlets', columns: { name: text() }, unique: { name: ['name'] } }),
  defineCollection({
    name: 'pamphlets',
    columns: { title: text({ folded: true }), pages: withDefault(integer(), 4) },
    indexes: { byTitle: { key: [{ folded: 'title' }] } },
    migrations: [
      { name: 'titles', rename: { name: 'title' } },
      {
        name: 'a page more',
        async run(pamphlets) {
          const { records } = await pamphlets.find({})
          for (const { id, pages } of records) await pamphlets.update(id, { pages: Number(pages) + 1 })
        },
      },
    ],
  }),
] as const

// Reviews in /search?type=review: one query for a page, whatever it finds.
import type { SearchHandlerFactory } from '@platen/site/extend'
import { reviews } from './collection.js'

/** Finds reviews by their words. */
export const reviewSearch: SearchHandlerFactory = site => ({
  subtypes: [],
  showsSubtypes: false,
  async find({ text, offset, limit }) {
    const { records, total = 0 } = await site.store.collection(reviews).find({
      ...(text !== '' && { where: reviews.where.containsText('words', text) }),
      order: [{ by: 'field', field: 'id', direction: 'desc' }],
      offset,
      limit,
      total: true,
    })
    const url = (id: number) => `${site.apiUrl}/reviews/v1/reviews/${id}`
    return {
      items: records.map(({ id, words, stars }) => ({
        id,
        type: 'review',
        title: () => `${stars}/5: ${words}`,
        url: () => url(id),
        links: () => ({ self: [{ href: url(id), embeddable: true }] }),
      })),
      total,
    }
  },
})

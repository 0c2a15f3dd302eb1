// A feature of one's own in one folder: everything it needs, it brings.
import { defineFeature, postDeleted } from '@platen/site/extend'
import { starsBlock } from './block.js'
import { reviews } from './collection.js'
import { reviewRoutes } from './routes.js'
import { reviewSearch } from './search.js'

/** Reviews of posts: hand it to `createSite({ features: [reviewsFeature] })`. */
export const reviewsFeature = defineFeature({
  name: 'reviews',
  collections: [reviews],
  rules: {
    edit_review: ({ principal }) =>
      principal.can('moderate_comments') || (principal.id !== 0 && reviews.where.eq('author', principal.id)),
  },
  capabilities: { administrator: ['write_reviews'], editor: ['write_reviews'], author: ['write_reviews'] },
  meta: [{ object: 'post', subtype: 'post', key: 'reviews_note', type: 'string', single: true }],
  settings: { reviews_per_page: { type: 'integer', default: 10, description: 'How many reviews a page has.' } },
  blocks: [starsBlock],
  searchHandlers: { review: reviewSearch },
  setup(site) {
    // A post that is gone takes its reviews with it.
    site.on(postDeleted, async ({ post }) => {
      await site.context.store.collection(reviews).removeWhere(reviews.where.eq('post', post.id))
    })
  },
  routes: reviewRoutes,
})

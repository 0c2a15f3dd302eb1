// A dynamic block: what all its uses on a page of posts need is loaded at once, then each is rendered synchronously.
import { defineBlock } from '@platen/site/extend'
import { type Review, reviews } from './collection.js'

/** `reviews/stars`: the average of a post's stars, that of the post around it unless `post` names another. */
export const starsBlock = defineBlock({
  name: 'reviews/stars',
  attributes: { post: { type: 'integer', minimum: 1 } },
  async load(uses, { site }): Promise<ReadonlyMap<number, readonly Review[]>> {
    const posts = uses.map(({ attributes, postId }) => attributes.post ?? postId)
    const { records } = await site.store.collection(reviews).find({ where: reviews.where.in('post', posts) })
    const byPost = new Map<number, Review[]>()
    for (const review of records) byPost.set(review.post, [...(byPost.get(review.post) ?? []), review])
    return byPost
  },
  render({ post }, _content, loaded, { postId }) {
    const given = loaded.get(post ?? postId) ?? []
    if (given.length === 0) return '<p class="stars">Not reviewed yet</p>'
    const average = given.reduce((sum, { stars }) => sum + stars, 0) / given.length
    return `<p class="stars">${average.toFixed(1)} of 5, by ${given.length}</p>`
  },
})

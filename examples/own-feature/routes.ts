// Reviews through REST: a table of fields, and the routes that are declared from it.

import { type HandlerRequest, memoKey, pageReply } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { crudRoutes, inTransaction, siteResource } from '@platen/site/extend'
import { type Review, reviews } from './collection.js'
import {
  createReview,
  deleteReview,
  mayEditReview,
  mayReview,
  noSuchReview,
  type ReviewInput,
  updateReview,
} from './operations.js'

const addressed = memoKey<Promise<Review | undefined>>('review')

/** Reviews as a resource. */
function reviewResource(site: SiteContext) {
  return siteResource<Review, undefined, never, ReviewInput>(site, 'review', {
    title: 'review',
    fields: {
      id: { schema: { description: 'The id of the review.', type: 'integer' }, readonly: true, get: ({ id }) => id },
      post: {
        schema: { description: 'The id of the reviewed post.', type: 'integer', minimum: 1, required: true },
        argument: 'create',
        get: ({ post }) => post,
        set: (input, value) => {
          input.post = Number(value)
        },
      },
      author: {
        schema: { description: 'The id of the author.', type: 'integer' },
        readonly: true,
        get: ({ author }) => author,
      },
      stars: {
        schema: { description: 'From one star to five.', type: 'integer', minimum: 1, maximum: 5, required: true },
        get: ({ stars }) => stars,
        set: (input, value) => {
          input.stars = Number(value)
        },
      },
      words: {
        schema: { description: 'What the author says.', type: 'string', maxLength: 2000 },
        get: ({ words }) => words,
        set: (input, value) => {
          input.words = String(value)
        },
      },
    },
    load: () => undefined,
    links: {
      of: ({ post }) => ({ up: [{ href: `${site.apiUrl}/${site.namespace}/posts/${post}`, embeddable: true }] }),
    },
  })
}

/** Declares the routes of reviews: `reviews/v1/reviews` and `reviews/v1/reviews/{id}`. */
export function reviewRoutes(site: SiteContext): void {
  const resource = reviewResource(site)
  const collection = site.store.collection(reviews)
  const inputOf = async (request: HandlerRequest): Promise<ReviewInput> => {
    const input: ReviewInput = {}
    await resource.apply(input, request)
    return input
  }
  const find = (request: HandlerRequest) =>
    request.once(addressed, async () => collection.get(Number(request.params['id'])))
  const mayEdit = async (request: HandlerRequest) => {
    const review = await find(request)
    return review === undefined ? noSuchReview() : mayEditReview(request.principal, review)
  }
  crudRoutes<Review>(
    site,
    { namespace: 'reviews/v1', path: '/reviews', batch: true },
    {
      resource,
      id: 'The id of the review.',
      url: `${site.apiUrl}/reviews/v1/reviews`,
      find,
      notFound: noSuchReview,
      list: {
        args: {
          context: resource.contextArg(),
          post: { description: 'Only reviews of this post.', type: 'integer' },
          page: { type: 'integer', minimum: 1, default: 1 },
        },
        permission: () => true,
        async handler(request) {
          const { where } = reviews
          const perPage = (await site.options()).number('reviews_per_page', 10)
          const page = Number(request.params['page'])
          const { post } = request.params
          const { records, total = 0 } = await collection.find({
            ...(typeof post === 'number' && { where: where.eq('post', post) }),
            order: [{ by: 'field', field: 'created', direction: 'desc' }],
            limit: perPage,
            offset: (page - 1) * perPage,
            total: true,
          })
          return pageReply(
            { items: await resource.present(records, request), total, page, perPage },
            request,
            site.registry,
          )
        },
      },
      create: {
        permission: request => mayReview(request.principal),
        async run(request) {
          const input = await inputOf(request)
          return inTransaction(site, tx => createReview(tx, site.principal(request), input))
        },
      },
      read: { permission: () => true },
      update: {
        permission: mayEdit,
        async run({ id }, request) {
          const changes = { ...(await inputOf(request)), id, version: request.expectedVersion }
          return inTransaction(site, tx => updateReview(tx, site.principal(request), changes))
        },
      },
      remove: {
        force: 'Must be true: reviews have no trash.',
        trash: 'Reviews have no trash: deleting them takes force=true.',
        permission: mayEdit,
        run: ({ id }, request) => inTransaction(site, tx => deleteReview(tx, site.principal(request), { id })),
      },
    },
  )
}

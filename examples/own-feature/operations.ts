// What can be done with reviews, apart from REST. Each operation runs in a transaction, in which it checks its actor again.

import { type Principal, RestError } from '@platen/core'
import { postsIn } from '@platen/site'
import { defineEvent, defineOperation, permit, refusal } from '@platen/site/extend'
import { StoreError } from '@platen/storage'
import { type Review, reviews } from './collection.js'

/** A review was written or changed. */
export const reviewSaved = defineEvent<{ readonly review: Review }>('review.saved')

/** What a review says. */
export interface ReviewInput {
  post?: number
  stars?: number
  words?: string
}

/** That there is no such review. */
export const noSuchReview = () => new RestError('reviews_not_found', 'There is no such review.', 404)

/** Whether an actor may write reviews at all. */
export const mayReview = (actor: Principal) =>
  actor.can('write_reviews') ||
  refusal({ principal: actor }, 'reviews_cannot_create', 'You are not allowed to write reviews.')

/** Whether an actor may change or delete a review. */
export const mayEditReview = (actor: Principal, review: Review) =>
  actor.can('edit_review', review) ||
  refusal({ principal: actor }, 'reviews_cannot_edit', 'You are not allowed to edit this review.')

/** Writes the actor's review of a post; nobody reviews a post twice, or one that is closed for reviews. */
export const createReview = defineOperation(async (tx, actor, input: ReviewInput): Promise<Review> => {
  permit(mayReview(actor))
  const { post = 0, stars = 0, words = '' } = input
  const reviewed = await postsIn(tx.store).get(post)
  if (reviewed === undefined || !actor.can('read_post', reviewed))
    throw new RestError('reviews_no_such_post', 'There is no such post.', 400)
  const created = (await tx.site.options()).time.utc(tx.site.services.clock())
  try {
    const review = await tx.store.collection(reviews).insert({ post, author: actor.id, stars, words, created })
    tx.emit(reviewSaved, { review })
    return review
  } catch (error) {
    if (error instanceof StoreError && error.code === 'conflict')
      throw new RestError('reviews_exists', 'You have reviewed this post.', 409, { cause: error })
    throw error
  }
})

/** Changes a review. A version that is not the stored one is refused. */
export const updateReview = defineOperation(
  async (
    tx,
    actor,
    { id, version, stars, words }: ReviewInput & { readonly id: number; readonly version?: number | undefined },
  ): Promise<Review> => {
    const before = await tx.store.collection(reviews).get(id)
    if (before === undefined) throw noSuchReview()
    permit(mayEditReview(actor, before))
    const changes = { ...(stars !== undefined && { stars }), ...(words !== undefined && { words }) }
    const review = await tx.store.collection(reviews).update(id, changes, { version })
    tx.emit(reviewSaved, { review })
    return review
  },
)

/** Deletes a review. */
export const deleteReview = defineOperation(async (tx, actor, { id }: { readonly id: number }): Promise<void> => {
  const review = await tx.store.collection(reviews).get(id)
  if (review === undefined) throw noSuchReview()
  permit(mayEditReview(actor, review))
  await tx.store.collection(reviews).remove(id)
})

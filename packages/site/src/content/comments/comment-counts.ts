import type { StoreSession } from '@platen/storage'
import { type CommentRecord, isCounted, postsIn } from '../../kernel/records/index.js'

/**
 * Adjusts the comment counts of posts to a change of one comment; `undefined` means that it does not exist. Runs in the
 * same transaction.
 */
export async function shiftCommentCounts(
  store: StoreSession,
  before: CommentRecord | undefined,
  after: CommentRecord | undefined,
): Promise<void> {
  const shifts = new Map<number, number>()
  const shift = (comment: CommentRecord | undefined, by: number) => {
    if (comment !== undefined && isCounted(comment)) shifts.set(comment.post, (shifts.get(comment.post) ?? 0) + by)
  }
  shift(before, -1)
  shift(after, 1)
  for (const [id, by] of shifts) {
    const post = by === 0 ? undefined : await postsIn(store).get(id)
    if (post === undefined) continue
    const commentCount = Math.max(0, post.commentCount + by)
    await postsIn(store).update(id, { commentCount }, { keepVersion: true })
  }
}

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
  if (shifts.size > 0) await postsIn(store).increment('commentCount', shifts, { keepVersion: true })
}

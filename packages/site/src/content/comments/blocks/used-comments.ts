import type { BlockUse, BlockValues } from '@platen/rendering'
import { type BlockScope, oncePerPage } from '../../../kernel/blocks/index.js'
import type { CommentRecord, PostRecord } from '../../../kernel/records/index.js'

/** A comment of a list on the page, and its post. */
export interface ListedComment {
  readonly comment: CommentRecord
  readonly post: PostRecord
}

const listed = oncePerPage<Map<number, ListedComment>>('comments listed')

/** The comments that lists on the page have loaded, by their ids. */
export const listedComments = (scope: BlockScope): Map<number, ListedComment> => listed(scope, '', () => new Map())

/** The comments that the uses of a block are about. */
export interface UsedComments {
  of(context: BlockValues): CommentRecord | undefined
  postOf(context: BlockValues): PostRecord | undefined
  readonly all: readonly ListedComment[]
}

/** Finds the comments that the uses of a block refer to: those of the surrounding list, which has loaded them. */
export function usedComments(uses: readonly BlockUse<unknown>[], scope: BlockScope): UsedComments {
  const listed = listedComments(scope)
  const find = ({ commentId }: BlockValues) => (typeof commentId === 'number' ? listed.get(commentId) : undefined)
  const all = new Map<number, ListedComment>()
  for (const { context } of uses) {
    const comment = find(context)
    if (comment !== undefined) all.set(comment.comment.id, comment)
  }
  return {
    of: context => find(context)?.comment,
    postOf: context => find(context)?.post,
    all: [...all.values()],
  }
}

/** The posts of the comments that the uses of a block are about. */
export const commentedPosts = ({ all }: UsedComments): readonly PostRecord[] => [
  ...new Map(all.map(({ post }) => [post.id, post])).values(),
]

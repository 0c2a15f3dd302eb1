import type { BlockUse, BlockValues } from '@platen/rendering'
import type { BlockScope } from '../../../kernel/blocks/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { postTypes, supports } from '../../types/index.js'
import { authorLink } from '../index.js'
import { loadUsers } from './post-relations.js'
import { usedPosts } from './used-posts.js'

/** The authors of the posts that the uses of a block are about. */
export interface UsedAuthors {
  of(context: BlockValues): UserRecord | undefined
  /** The author of a post whose type shows authors. */
  named(context: BlockValues): UserRecord | undefined
  /** The URL of the archive of an author. */
  linkOf(author: UserRecord): string
}

/** Loads the authors of the posts that the uses of a block refer to, with one query besides that for the posts. */
export async function usedAuthors(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<UsedAuthors> {
  const posts = await usedPosts(uses, scope)
  const users = await loadUsers(
    scope,
    posts.all.map(post => post.author),
  )
  const of = (context: BlockValues) => users.get(posts.of(context)?.author ?? 0)
  return {
    of,
    named(context) {
      const type = scope.site.get(postTypes).get(posts.of(context)?.type ?? '')
      return type === undefined || supports(type, 'author') ? of(context) : undefined
    },
    linkOf: author => authorLink(scope.site, author, scope.options),
  }
}

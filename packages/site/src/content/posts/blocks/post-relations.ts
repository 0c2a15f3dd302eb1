import { type BlockScope, oncePerPage } from '../../../kernel/blocks/index.js'
import {
  type MetaRecord,
  type PostRecord,
  postsIn,
  type TermRecord,
  type UserRecord,
  usersById,
} from '../../../kernel/records/index.js'
import { type FeaturedImages, loadFeaturedImages } from '../../media/index.js'
import { compareNames } from '../../terms/index.js'
import { loadPermalinks, postLink } from '../index.js'

const keyOf = (ids: Iterable<number>): string => [...ids].sort((a, b) => a - b).join()

const links = oncePerPage<Promise<(post: PostRecord) => string>>('posts links')

/** Loads the data of the permalinks of posts, and returns the function that writes them. */
export const loadLinks = (scope: BlockScope, posts: readonly PostRecord[]): Promise<(post: PostRecord) => string> =>
  links(scope, keyOf(posts.map(post => post.id)), async () => {
    const permalinks = await loadPermalinks(scope.site, posts, scope.principal)
    return post => postLink(post, permalinks)
  })

/** The terms of posts, by name, and their meta. */
export interface PostRelations {
  termsOf(post: PostRecord): readonly TermRecord[]
  metaOf(post: PostRecord): readonly MetaRecord[]
}

const relations = oncePerPage<Promise<PostRelations>>('posts relations')

/** Loads the terms and the meta of posts. */
export const loadRelations = (scope: BlockScope, posts: readonly PostRecord[]): Promise<PostRelations> => {
  const ids = posts.map(post => post.id)
  return relations(scope, keyOf(ids), async () => {
    const { terms, meta } = await postsIn(scope.site.store).related(ids, ['terms', 'meta'])
    const ordered = new Map([...terms].map(([id, termsOfPost]) => [id, [...termsOfPost].sort(compareNames)]))
    return { termsOf: post => ordered.get(post.id) ?? [], metaOf: post => meta.get(post.id) ?? [] }
  })
}

const images = oncePerPage<Promise<FeaturedImages>>('posts images')

/** Loads the featured images of posts. */
export const loadImages = (scope: BlockScope, posts: readonly PostRecord[]): Promise<FeaturedImages> =>
  images(scope, keyOf(posts.map(post => post.id)), () => loadFeaturedImages(scope, posts))

const users = oncePerPage<Promise<ReadonlyMap<number, UserRecord>>>('posts users')
/** The maximum number of users on a page of records. */
const MAX_USERS = 1000

/** Loads users by their ids. */
export const loadUsers = (scope: BlockScope, ids: Iterable<number>): Promise<ReadonlyMap<number, UserRecord>> => {
  const distinct = [...new Set(ids)].filter(id => Number.isSafeInteger(id) && id > 0).slice(0, MAX_USERS)
  return users(scope, keyOf(distinct), () => usersById(scope.site.store, distinct))
}

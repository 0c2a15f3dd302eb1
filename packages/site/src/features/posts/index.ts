export {
  type ImportedPost,
  importPosts,
  type PostPlacement,
  placePosts,
  rewriteContent,
} from './import-posts.js'
export {
  type PostRecord,
  type PostRelated,
  type PostRelations,
  posts,
  postsIn,
  wherePosts,
} from './post-collection.js'
export type { PostsContent } from './post-content.js'
export {
  postContent,
  postDeleted,
  postExcerpt,
  postInput,
  postPermalink,
  postSaved,
  postTitle,
} from './post-hooks.js'
export type { NewPost, PostChanges, PostInput, PostTarget } from './post-input.js'
export { postMetaKeys } from './post-meta-keys.js'
export { createPost, deletePost, publishDuePost, trashPost, updatePost } from './post-operations.js'
export type { RuledPost } from './post-rights.js'
export { type SlugRequest, uniqueSlug } from './post-slugs.js'

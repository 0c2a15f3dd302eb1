// Posts of every type, their permalinks and their REST families.
export { type Footnote, footnotesOf } from './footnotes.js'
export { dateOf, rawOf } from './input-values.js'
export { setInternalMeta } from './internal-meta.js'
export { omittedOfPost } from './omitted-of-post.js'
export { assignTerms, defaultTermOf } from './operations/assign-terms.js'
export { type TemplateSource, templateSources } from './operations/check-post-input.js'
export { type ContentWriter, contentWriters } from './operations/content-writers.js'
export {
  type ImportedPost,
  importPosts,
  type PostPlacement,
  placePosts,
  rewriteContent,
} from './operations/import-posts.js'
export { type PostCompanion, postCompanions, saveCompanions } from './operations/post-companions.js'
export { type PostsContent, postsContent } from './operations/post-content.js'
export type { NewPost, PostChanges, PostInput, PostTarget } from './operations/post-input.js'
export {
  autosaveDraft,
  createPost,
  deletePost,
  publishDuePost,
  reloadPost,
  trashPost,
  updatePost,
} from './operations/post-operations.js'
export { type PostsOfType, postsOfType } from './operations/posts-of-type.js'
export {
  type PreparedPost,
  permitStatus,
  preparePost,
  requireTextLengths,
  writtenTexts,
} from './operations/prepare-post.js'
export { publishDuePosts } from './operations/publish-due-posts.js'
export { type PostsThatFollow, postRemovals, removePosts } from './operations/remove-posts.js'
export { insertPost, insertRecord, storePostChanges } from './operations/store-post.js'
export { freeTrashedSlugs, trashPosts } from './operations/trash-posts.js'
export { authorLink, dateLink, typeArchiveLink } from './permalinks/archive-links.js'
export { loadPermalinks } from './permalinks/load-permalinks.js'
export { isId, isSamePage, mainPageOf, type PostAtUrl, postAtUrl, postsAtUrls } from './permalinks/post-at-url.js'
export { commentPermalink, type PermalinkScope, plainLink, postLink } from './permalinks/post-link.js'
export { ancestorsOf, type TermAncestors, termLink } from './permalinks/term-link.js'
export { boundPost, boundPosts, postDataSource, postMetaSource } from './post-bindings.js'
export {
  ADDRESSING_NEEDS,
  addressedPost,
  addressedPostKey,
  allowedOnPost,
  checkOrder,
  idCondition,
  loadPostView,
  mayCreate,
  mayDelete,
  mayList,
  mayRead,
  mayUpdate,
  orderOf,
  type PostAddressing,
  type PostFields,
  type PostListExtras,
  type PostNeed,
  type PostPage,
  type PostView,
  postFamilies,
  postFamily,
  postFields,
  postLinks,
  postListArgs,
  postRoutes,
  type RegisteredFamily,
  type RevisionResource,
  relationsOf,
  selfLink,
  setText,
  withContexts,
} from './post-family.js'
export { postContent, postDeleted, postExcerpt, postInput, postPermalink, postSaved, postTitle } from './post-hooks.js'
export { postLocks, TERMS_LOCK, treeLock } from './post-locks.js'
export { FORMAT_SLUG_PREFIX, FORMAT_TAXONOMY, POST_FORMATS, postMetaKeys, STICKY_OPTION } from './post-meta-keys.js'
export type { PostsConfig } from './post-options.js'
export { cutParentLoop } from './post-parents.js'
export { renderedContent, renderedExcerpt, renderedTitle, shownTitle } from './post-rendering.js'
export { type PostSearch, relevanceOrder, searchCondition } from './post-search.js'
export { type SlugRequest, uniqueSlug } from './post-slugs.js'
export { ownMeta, termIds } from './post-values.js'
export { postsFeature } from './posts-feature.js'
export { reassignPosts, removePostsOf } from './posts-of-author.js'
export { type ClassLists, createClassLists } from './rest/class-list.js'
export { postsAround, type ShownPosts } from './rest/list-posts.js'
export { listedPages } from './rest/listed-pages.js'
export { isShown, searchedPosts } from './rest/searched-posts.js'
export { mayCreatePost, mayDeletePost, mayEditPost, noSuchPost } from './rules/post-access.js'
export { canReadPost, deletePosts, editPosts, type RuledPost, readPosts, unlockedPosts } from './rules/post-rights.js'
export { inheritedFrom, inheritedOnce, preloadInherited } from './rules/post-visibility.js'
export { countedTerms, publishedObjects, recountTerms, shiftTermCounts } from './term-counts.js'
export { tryPassword } from './try-password.js'

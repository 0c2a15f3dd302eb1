import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature, type SetupCalls } from '../../kernel/features/index.js'
import { meta, posts } from '../../kernel/records/index.js'
import { collectionUrl } from '../../kernel/rest/index.js'
import type { MetaRegistrations } from '../meta/index.js'
import { type PostStatusOptions, postTypes, supports, type TypeRegistrations } from '../types/index.js'
import { builtInPostTypes } from './built-in-post-types.js'
import { registerBuiltInMeta } from './footnotes.js'
import { postsContent } from './operations/post-content.js'
import { createDuePostWatch } from './operations/publish-due-posts.js'
import { postRoutes } from './post-family.js'
import { postLocks } from './post-locks.js'
import { facetLimitOption } from './post-options.js'
import { postSearchHandler } from './rest/post-search-handler.js'
import { postRules, readPosts } from './rules/post-rights.js'

/** The built-in statuses of posts, in the order of the list of statuses. */
const builtInStatuses: Readonly<Record<string, PostStatusOptions>> = Object.freeze({
  publish: { label: 'Published', public: true },
  future: { label: 'Scheduled', protected: true },
  draft: { label: 'Draft', protected: true, dateFloating: true },
  pending: { label: 'Pending', protected: true, dateFloating: true },
  private: { label: 'Private', private: true },
  trash: { label: 'Trash', internal: true, showInRest: true },
  'auto-draft': { label: 'Auto draft', internal: true, dateFloating: true },
  inherit: { label: 'Inherited', internal: true },
  'request-pending': { label: 'Pending request', internal: true },
  'request-confirmed': { label: 'Confirmed request', internal: true },
  'request-failed': { label: 'Failed request', internal: true },
  'request-completed': { label: 'Completed request', internal: true },
})

/** Posts of every type, their statuses, and the built-in post types. */
export const postsFeature = defineFeature({
  name: 'posts',
  options: [facetLimitOption],
  collections: [posts, meta],
  metaObjects: [
    {
      name: 'post',
      collection: posts,
      subtype: 'type',
      subtypes: (site: SiteContext) =>
        site
          .get(postTypes)
          .all()
          .filter(type => type.showInRest && (type.controller !== 'posts' || supports(type, 'custom-fields')))
          .map(({ name }) => name),
      targets: {
        readable: readPosts,
        // Types with the routes of posts, and attachments.
        urls: (site: SiteContext) =>
          new Map(
            site
              .get(postTypes)
              .filter(type => type.showInRest && (type.controller === 'posts' || type.inheritsStatus))
              .map(type => [type.name, collectionUrl(site, type)]),
          ),
        locks: (ids: readonly number[]) => ids.flatMap(id => postLocks(id)),
      },
    },
  ],
  rules: postRules,
  supports: [
    'title',
    'editor',
    'author',
    'excerpt',
    'slug',
    'custom-fields',
    'page-attributes',
    'comments',
    'trackbacks',
  ],
  searchHandlers: { post: postSearchHandler },
  setup(site: SetupCalls & MetaRegistrations & TypeRegistrations) {
    for (const [name, status] of Object.entries(builtInStatuses)) site.registerStatus(name, status)
    for (const [name, type] of Object.entries(builtInPostTypes(site.context.dialect.prefix)))
      site.registerPostType(name, type)
    registerBuiltInMeta(site)
  },
  content: calls => ({ posts: postsContent(calls) }),
  // Other types have resources of their own.
  routes(site) {
    for (const type of site.get(postTypes).all())
      if (type.showInRest && type.controller === 'posts') postRoutes(site, type)
  },
  beforeRequest: createDuePostWatch,
})

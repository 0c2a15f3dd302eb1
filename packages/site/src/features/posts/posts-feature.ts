import { defineFeature } from '../../feature-base.js'
import { meta } from '../../meta/meta-collection.js'
import type { MetaRegistrations } from '../../meta/meta-feature.js'
import type { TypeRegistrations } from '../../registrations/type-registrations.js'
import type { SetupCalls } from '../../setup-calls.js'
import { registerBuiltInMeta } from './built-in-meta.js'
import { builtInPostTypes } from './built-in-post-types.js'
import { builtInStatuses } from './built-in-statuses.js'
import { posts } from './post-collection.js'
import { postsContent } from './post-content.js'
import { searchTotalLimitOption } from './post-options.js'
import { postRules } from './post-rights.js'
import { postSearchHandler } from './post-search-handler.js'
import { createDuePostWatch } from './publish-due-posts.js'
import { registerPosts } from './register-posts.js'

/** Posts of every type, their statuses, and the built-in post types. */
export const postsFeature = defineFeature({
  name: 'posts',
  options: [searchTotalLimitOption],
  collections: [posts, meta],
  metaObjects: ['post'],
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
  routes: registerPosts,
  beforeRequest: createDuePostWatch,
})

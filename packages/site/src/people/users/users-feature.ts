import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { meta, users } from '../../kernel/records/index.js'
import { usersContent } from './operations/user-content.js'
import { registerUsers } from './rest/register-users.js'
import { usersUrl } from './rest/user-view.js'
import { readUsers, userRules } from './rules/user-rights.js'
import { avatarUrlOption, localesOption } from './user-options.js'

/** The people of a site. */
export const usersFeature = defineFeature({
  name: 'users',
  options: [avatarUrlOption, localesOption],
  collections: [users, meta],
  metaObjects: [
    {
      name: 'user',
      collection: users,
      targets: { readable: readUsers, urls: (site: SiteContext) => new Map([['', usersUrl(site)]]) },
    },
  ],
  rules: userRules,
  meta: [
    {
      object: 'user',
      key: 'persisted_preferences',
      type: 'object',
      single: true,
      description: 'What the user prefers, by scope.',
      schema: {
        context: ['edit'],
        properties: {
          _modified: {
            description: 'When the preferences were last changed.',
            type: 'string',
            format: 'date-time',
            readonly: false,
          },
        },
        additionalProperties: true,
      },
    },
  ],
  content: calls => ({ users: usersContent(calls) }),
  routes: registerUsers,
})

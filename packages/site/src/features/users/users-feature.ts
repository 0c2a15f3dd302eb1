import { defineFeature } from '../../feature-base.js'
import { meta } from '../../meta/meta-collection.js'
import { registerUsers } from './register-users.js'
import { users } from './user-collection.js'
import { usersContent } from './user-content.js'
import { avatarUrlOption, localesOption } from './user-options.js'
import { userRules } from './user-rights.js'

/** The people of a site. */
export const usersFeature = defineFeature({
  name: 'users',
  options: [avatarUrlOption, localesOption],
  collections: [users, meta],
  metaObjects: ['user'],
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

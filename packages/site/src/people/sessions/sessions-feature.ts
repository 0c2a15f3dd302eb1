import { defineFeature } from '../../kernel/features/index.js'
import { rateLimitsOption } from '../access/index.js'
import { sessionAuthenticator } from './session-authenticator.js'
import { sessionsOption } from './session-options.js'

/** Signing in with cookies (specification section 5). */
export const sessionsFeature = defineFeature({
  name: 'sessions',
  options: [sessionsOption, rateLimitsOption],
  authenticators: site => [sessionAuthenticator(site)],
})

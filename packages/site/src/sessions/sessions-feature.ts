import { defineFeature } from '../feature.js'
import { sessionAuthenticator } from './session-authenticator.js'

/** Signing in with cookies (specification section 5). */
export const sessionsFeature = defineFeature({
  name: 'sessions',
  authenticators: site => [sessionAuthenticator(site)],
})

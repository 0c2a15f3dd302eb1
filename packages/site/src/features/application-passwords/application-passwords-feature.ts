import { defineFeature } from '../../feature.js'
import { applicationPasswordAuthenticator } from './application-password-authenticator.js'
import { applicationPasswords } from './application-password-collection.js'
import { applicationPasswordsContent } from './application-password-content.js'
import { registerApplicationPasswords } from './register-application-passwords.js'

/** Passwords of users for applications (specification section 5). */
export const applicationPasswordsFeature = defineFeature({
  name: 'application-passwords',
  collections: [applicationPasswords],
  authenticators: site => [applicationPasswordAuthenticator(site)],
  content: calls => ({ applicationPasswords: applicationPasswordsContent(calls) }),
  routes: registerApplicationPasswords,
})

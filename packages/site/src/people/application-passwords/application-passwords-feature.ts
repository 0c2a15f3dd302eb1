import { defineFeature } from '../../kernel/features/index.js'
import { applicationPasswords } from '../../kernel/records/index.js'
import { applicationPasswordAuthenticator } from './application-password-authenticator.js'
import { applicationPasswordsContent } from './application-password-content.js'
import { applicationPasswordsOption } from './options.js'
import { registerApplicationPasswords } from './register-application-passwords.js'

/** Passwords of users for applications (specification section 5). */
export const applicationPasswordsFeature = defineFeature({
  name: 'application-passwords',
  options: [applicationPasswordsOption],
  collections: [applicationPasswords],
  authenticators: site => [applicationPasswordAuthenticator(site)],
  content: calls => ({ applicationPasswords: applicationPasswordsContent(calls) }),
  routes: registerApplicationPasswords,
})

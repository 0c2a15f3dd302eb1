import { defineFeature } from '../../kernel/features/index.js'
import { emailChangesContent } from './email-changes.js'
import { passwordResetsContent, pendingWork } from './password-resets.js'

/** Links that are mailed to users: to set a new password, and to confirm a new email address. */
export const accountLinksFeature = defineFeature({
  name: 'account-links',
  content: calls => ({ passwordResets: passwordResetsContent(calls), emailChanges: emailChangesContent(calls) }),
  stop: site => site.get(pendingWork).settled(),
})

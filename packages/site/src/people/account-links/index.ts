// Mailed links: resets of passwords, changes of addresses.
export { accountLinksFeature } from './account-links-feature.js'
export type { EmailChange, EmailChangesContent } from './email-changes.js'
export { invalidToken, type LinkMail, type MailedToken, type MailText } from './link-mail.js'
export type { PasswordReset, PasswordResetRequest, PasswordResetsContent } from './password-resets.js'

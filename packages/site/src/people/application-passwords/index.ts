// Application passwords and their approval.
export type { ApplicationPasswordsContent } from './application-password-content.js'
export { applicationPasswordRevoked, applicationPasswordSaved } from './application-password-events.js'
export {
  createApplicationPassword,
  renameApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from './application-password-operations.js'
export { applicationPasswordsFeature } from './application-passwords-feature.js'
export { authorizeUrl } from './approval-page.js'
export { applicationPasswordsAvailable } from './availability.js'
export type { ApplicationPasswordOptions, ApplicationPasswordsConfig } from './options.js'

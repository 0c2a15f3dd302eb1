// Application passwords and their approval.
export type { ApplicationPasswordsContent } from './application-password-content.js'
export {
  applicationPasswordRevoked,
  applicationPasswordSaved,
  createApplicationPassword,
  renameApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from './application-password-operations.js'
export { applicationPasswordsFeature } from './application-passwords-feature.js'
export {
  type ApplicationPasswordOptions,
  type ApplicationPasswordsConfig,
  applicationPasswordsAvailable,
  authorizeUrl,
} from './options.js'
export { limitArgs } from './password-limits.js'

// The context of a site: its configuration, registries, hooks, principals and rules of access.
export { type ConsolePages, consolePages, setConsolePages } from './console-pages.js'
export { createHooks, defineEvent, defineFilter, type EventKey, type FilterKey, type Hooks } from './hooks.js'
export type { CompressionOptions, KernelConfig } from './kernel-config.js'
export { type Observe, type Observed, observeReads } from './observed-reads.js'
export { permit } from './permit.js'
export {
  createRegisteredValues,
  type Lasting,
  registrationKey,
} from './registration-key.js'
export { allBut, allOf, anyOf, conditionOf, holds, type Right, relatedTo, rightBy } from './rights.js'
export { defaultRoles, type Role } from './roles.js'
export type { Credential, ObjectRule, RegistrationKey, RuleScope, SiteContext, SitePrincipal } from './site-context.js'
export { type SiteOption, siteOption } from './site-option.js'
export { type CapabilityHolder, capabilitiesOf, sitePrincipal } from './site-principal.js'

// The context of a site: its configuration, registries, hooks, principals and rules of access.
export type { CompressionOptions } from './compression-options.js'
export { type ConsolePages, consolePages, setConsolePages } from './console-pages.js'
export { createHooks, defineEvent, defineFilter, type EventKey, type FilterKey, type Hooks } from './hooks.js'
export type { KernelConfig } from './kernel-config.js'
export type { ObjectRule, RuleScope } from './object-rules.js'
export { oncePerSite } from './once-per-site.js'
export { permit } from './permit.js'
export {
  createRegisteredValues,
  type LastingValues,
  type RegistrationKey,
  registrationKey,
  type SiteBase,
} from './registration-key.js'
export { allBut, allOf, anyOf, conditionOf, holds, type Right, relatedTo, rightBy } from './rights.js'
export { defaultRoles, type Role } from './roles.js'
export type { SiteContext } from './site-context.js'
export { type SiteOption, siteOption } from './site-option.js'
export {
  type CapabilityHolder,
  type Credential,
  capabilitiesOf,
  type SitePrincipal,
  sitePrincipal,
} from './site-principal.js'

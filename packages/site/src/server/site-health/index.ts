// Tests of a site's health.
export type { HealthRegistrations } from './health-registrations.js'
export type { HealthTestOptions } from './health-tests.js'
export { runtimeVersion } from './runtime-version.js'
export { SERVICE_VERSION } from './service-version.js'
export { siteHealthFeature } from './site-health-feature.js'
export type { SiteHealthConfig, SiteHealthOptions } from './site-health-options.js'
export { type UpdateCheck, updateChecks } from './update-checks.js'

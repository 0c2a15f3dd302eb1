// Tests of a site's health.
export type { HealthTestOptions } from './health-tests.js'
export { type HealthRegistrations, siteHealthFeature } from './site-health-feature.js'
export type { SiteHealthConfig, SiteHealthOptions } from './site-health-options.js'
export { type UpdateCheck, updateChecks } from './tests/updates.js'
export { runtimeVersion, SERVICE_VERSION } from './versions.js'

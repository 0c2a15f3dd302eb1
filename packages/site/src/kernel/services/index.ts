// What a site is given: a clock, a logger, a mailer, hashes of passwords, limits of rates.
export { createMemoryRateLimit } from './memory-rate-limit.js'
export type { RateLimit, RateLimitResult, RateLimitRule, RateLimitUse } from './rate-limit.js'
export {
  argon2Hasher,
  consoleLogger,
  defaultServices,
  type Logger,
  type Mailer,
  noMailer,
  type PasswordHasher,
  type Services,
  silentLogger,
} from './services.js'
export { createStoreRateLimit, type StoreRateLimitOptions } from './store-rate-limit.js'

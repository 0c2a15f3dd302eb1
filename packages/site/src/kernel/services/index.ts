// What a site is given: a clock, a logger, a mailer, hashes of passwords, limits of rates.
export { argon2Hasher, consoleLogger, defaultServices, noMailer, silentLogger } from './default-services.js'
export { createMemoryRateLimit } from './memory-rate-limit.js'
export type { RateLimit, RateLimitResult, RateLimitRule, RateLimitUse } from './rate-limit.js'
export type { Logger, Mailer, PasswordHasher, Services } from './services.js'

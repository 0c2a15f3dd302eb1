import {
  type Authenticator,
  checks,
  type OptionCheck,
  type OptionChecks,
  optionsComplaint,
  queryLimitChecks,
} from '@platen/core'
import type { Store } from '@platen/storage'
import type { CompressionOptions, KernelConfig, Role } from '../kernel/context/index.js'
import { RegistrationError } from '../kernel/registrations/index.js'
import type { Logger, Mailer, PasswordHasher, RateLimit, Services } from '../kernel/services/index.js'
import type { WebClient } from '../kernel/web/index.js'
import { builtInFeatures } from './built-in-features.js'
import type { SiteOptions } from './site.js'

const {
  anObject,
  anyText,
  callable,
  count,
  either,
  flag,
  having,
  headerValue,
  limit,
  listOf,
  recordOf,
  required,
  shaped,
  text,
  texts,
  url,
  where,
} = checks

const roles = recordOf(
  shaped<Role>({ label: required(text), capabilities: required(texts) }),
  'an object with an object for each name',
)

const services = shaped<Partial<Services>>({
  clock: callable,
  logger: having<Logger>('info', 'warn', 'error'),
  random: callable,
  passwords: having<PasswordHasher>('hash', 'verify'),
  mailer: having<Mailer>('send'),
  web: having<WebClient>('permits', 'get'),
  rateLimit: having<RateLimit>('take', 'refund', 'clear'),
})

const usable = having<Store>('prepare', 'transaction')

const store: OptionCheck = {
  ...usable,
  complaint: (value, path) =>
    value instanceof Promise ? `"${path}" is a promise, which must be awaited` : usable.complaint(value, path),
}

const compression = shaped<CompressionOptions>({ minBytes: limit, uncached: flag })

/** Checks of the options that belong to no feature. */
export const kernelChecks: OptionChecks<KernelConfig> = {
  store: required(store),
  // `checkUrls` says more about these.
  url: required(anyText),
  apiUrl: anyText,
  dialect: where('a dialect such as wpDialect', value => typeof value === 'object' && value !== null),
  loginUrl: url,
  roles,
  authenticators: listOf(having<Authenticator>('authenticate'), 'a list of authenticators'),
  services,
  cache: either(flag, count),
  renderCache: either(flag, count),
  compression: either(flag, compression),
  limits: shaped(queryLimitChecks),
  maxBodyBytes: limit,
  maxAnonymousBodyBytes: limit,
  cacheControl: headerValue,
  onError: callable,
}

/** Checks of the options of `createSite`: those of the kernel, and those of the built-in features. */
export const siteChecks: Readonly<Record<string, OptionCheck>> = Object.freeze({
  ...kernelChecks,
  ...Object.fromEntries(
    builtInFeatures.flatMap(({ options = [] }) => options.map(({ name, check }) => [name, check] as const)),
  ),
  features: listOf(anObject, 'a list of features'),
})

/** Throws a `RegistrationError` for unknown and invalid options of `createSite`. */
export function checkSiteOptions(options: SiteOptions): void {
  const complaint = optionsComplaint<object>(options, siteChecks)
  if (complaint !== undefined) throw new RegistrationError(`the options of the site: ${complaint}`)
}

import type { Feature } from './feature.js'
import { assertKnownKeys, RegistrationError } from './registrations/registrations.js'

const MEMBERS: Readonly<Record<keyof Feature, true>> = {
  name: true,
  collections: true,
  metaObjects: true,
  rules: true,
  capabilities: true,
  capabilityAliases: true,
  supports: true,
  meta: true,
  settings: true,
  blocks: true,
  widgets: true,
  bindingSources: true,
  abilities: true,
  abilityCategories: true,
  searchHandlers: true,
  setup: true,
  load: true,
  authenticators: true,
  routes: true,
  content: true,
  beforeRequest: true,
  stop: true,
  revision: true,
}
const NAMES = Object.keys(MEMBERS)

/** Throws a `RegistrationError` for unknown members of a feature, which are probably misspelt. */
export const checkFeature = (feature: Feature): void => assertKnownKeys(`the feature "${feature.name}"`, feature, NAMES)

/** Refuses a promise: its registrations would come too late, and its rejection would end the process. */
export function requireSynchronous({ name }: Feature, member: 'setup' | 'routes', result: unknown): void {
  if (!(result instanceof Promise)) return
  result.catch(() => {})
  throw new RegistrationError(`the feature "${name}" has an asynchronous ${member}; only load may be asynchronous`)
}

import { checks, type OptionChecks } from '@platen/core'
import type { Feature } from './feature.js'
import { checkDefinition, RegistrationError } from './registrations/registrations.js'

const { callable, either, functionsByName, objects, objectsByName, recordOf, required, text, texts } = checks

const featureChecks: OptionChecks<Feature> = {
  name: required(text),
  collections: objects,
  metaObjects: texts,
  rules: functionsByName,
  capabilities: recordOf(texts),
  capabilityAliases: recordOf(text),
  supports: texts,
  meta: objects,
  settings: objectsByName,
  blocks: objects,
  widgets: objects,
  bindingSources: objects,
  abilities: either(callable, objectsByName),
  abilityCategories: objectsByName,
  searchHandlers: functionsByName,
  setup: callable,
  load: callable,
  authenticators: callable,
  routes: callable,
  content: callable,
  beforeRequest: callable,
  stop: callable,
  revision: callable,
}

/** Throws a `RegistrationError` for unknown and invalid members of a feature. */
export const checkFeature = (feature: Feature): void =>
  checkDefinition(`the feature "${feature.name}"`, feature, featureChecks)

/** Refuses a promise: its registrations would come too late, and its rejection would end the process. */
export function requireSynchronous({ name }: Feature, member: 'setup' | 'routes', result: unknown): void {
  if (!(result instanceof Promise)) return
  result.catch(() => {})
  throw new RegistrationError(`the feature "${name}" has an asynchronous ${member}; only load may be asynchronous`)
}

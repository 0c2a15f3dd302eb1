import { checks, type OptionCheck } from '@platen/core'
import type { FeatureBase } from '../kernel/features/index.js'
import { checkDefinition, RegistrationError } from '../kernel/registrations/index.js'

const { callable, functionsByName, objects, objectsByName, recordOf, required, text, texts } = checks

const baseChecks: Readonly<Record<keyof FeatureBase, OptionCheck>> = {
  name: required(text),
  collections: objects,
  rules: functionsByName,
  capabilities: recordOf(texts),
  capabilityAliases: recordOf(text),
  options: objects,
  parts: objectsByName,
  registrations: callable,
  check: callable,
  checkRoutes: callable,
  setup: callable,
  load: callable,
  authenticators: callable,
  routes: callable,
  content: callable,
  beforeRequest: callable,
  start: callable,
  stop: callable,
  revision: callable,
}

/** Throws a `RegistrationError` for unknown and invalid members of a feature; `parts` are those of other features. */
export const checkFeature = (feature: FeatureBase, parts: Readonly<Record<string, OptionCheck>>): void =>
  checkDefinition<object>(`the feature "${feature.name}"`, feature, { ...baseChecks, ...parts })

/** Refuses a promise: its registrations would come too late, and its rejection would end the process. */
export function requireSynchronous({ name }: FeatureBase, member: 'setup' | 'routes', result: unknown): void {
  if (!(result instanceof Promise)) return
  result.catch(() => {})
  throw new RegistrationError(`the feature "${name}" has an asynchronous ${member}; only load may be asynchronous`)
}

import type { Authenticator, OptionCheck } from '@platen/core'
import type { CollectionDefinition } from '@platen/storage'
import type { ObjectRule, SiteContext, SiteOption } from '../context/index.js'
import type { ContentCalls } from '../operations/index.js'
import type { Registering, SetupCalls } from './setup-calls.js'

/** A member that features may have because a built-in feature declares it, such as `blocks`. */
export interface FeaturePart<T = never> {
  readonly check: OptionCheck
  /** Registers the value of a feature. */
  add(registering: Registering, value: T): void
}

/** Declares a part of features: `add` registers the value of a feature, which `check` has accepted. */
export const featurePart = <T>(check: OptionCheck, add: (registering: Registering, value: T) => void): FeaturePart<T> =>
  Object.freeze({ check, add })

/** What every feature may consist of. `Feature` also has the parts of the built-in features. */
export interface FeatureBase {
  /** Identifies the feature in messages. */
  readonly name: string
  /**
   * The feature's collections. When the site becomes ready, the store creates missing ones and applies their migrations.
   * Removing a feature does not delete its data.
   */
  readonly collections?: readonly CollectionDefinition[]
  /** Object rules by capability: which primitive capabilities an action on a specific object requires. */
  readonly rules?: Readonly<Record<string, ObjectRule>>
  /** Capabilities that the feature adds to roles, by role name. Roles that the site does not have are ignored. */
  readonly capabilities?: Readonly<Record<string, readonly string[]>>
  /** Capabilities that are checked as another capability. */
  readonly capabilityAliases?: Readonly<Record<string, string>>
  /** Registers what depends on the site, and listens to events. Runs once, when the feature is added; not asynchronous. */
  setup?(site: SetupCalls): void
  /** Loads external data, such as files. Runs when the site becomes ready; it can still register. */
  load?(site: SetupCalls): Promise<void>
  /** Creates authenticators, which identify the caller of a request. */
  authenticators?(site: SiteContext): readonly Authenticator[]
  /** Declares the feature's routes on `site.registry`, after all registrations; not asynchronous. */
  routes?(site: SiteContext): void
  /** The feature's operations in process, by name: `site.use` returns them. Those of built-in features are in `site.content`. */
  content?(calls: ContentCalls): object
  /**
   * Creates a function that runs before each request, or returns `undefined`. The function must cost almost nothing
   * when there is nothing to do.
   */
  beforeRequest?(site: SiteContext): (() => Promise<void>) | undefined
  /** Runs once when all routes are declared, before the site answers requests. */
  start?(site: SiteContext): Promise<void>
  /**
   * Stops everything that the feature has started, such as timers: when the plugins of the site change, its features
   * are set up again, and the previous ones are stopped. Running requests may still use them.
   */
  stop?(site: SiteContext): void | Promise<void>
  /** Changes whenever data outside the store changes that responses depend on. */
  revision?(site: SiteContext): number | string
  /** The options of `createSite` that the feature reads. */
  readonly options?: readonly SiteOption[]
  /** Members that other features may have, by name. */
  readonly parts?: Readonly<Record<string, FeaturePart>>
  /** Creates the registration calls that the feature adds to the site. */
  registrations?(registering: Registering): object
  /** Checks the references between registrations when all are complete; throws a `RegistrationError`. */
  check?(site: SiteContext): void
  /** Checks what depends on the routes when all are declared; throws a `RegistrationError`. */
  checkRoutes?(site: SiteContext): void
}

/** A feature's operations in process; `undefined` if it declares no `content`. */
export type ContentOf<F extends FeatureBase> = F extends { content(calls: ContentCalls): infer C } ? C : undefined

/** Declares a built-in feature: freezes it and infers its type. */
export const defineFeature = <F extends FeatureBase>(feature: F): Readonly<F> => Object.freeze(feature)

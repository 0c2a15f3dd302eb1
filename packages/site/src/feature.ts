import type { Authenticator } from '@platen/core'
import type { CollectionDefinition } from '@platen/storage'
import type { AbilityOptions } from './abilities/ability.js'
import type { AbilityCategoryOptions } from './abilities/ability-category.js'
import type { ObjectRule } from './access/object-rules.js'
import type { SiteBindingSource, SiteBlock } from './blocks/block-scope.js'
import type { SearchHandlerFactory } from './features/search/search-handler.js'
import type { ContentCalls } from './operations/content-calls.js'
import type { RegistrationCalls } from './registration-calls.js'
import type { MetaOptions } from './registrations/meta-keys.js'
import type { SettingOptions } from './registrations/setting-keys.js'
import type { SiteContext } from './site-context.js'
import type { WidgetDefinition } from './widgets/define-widget.js'

/**
 * A feature of a site: everything that a family of resources consists of. Built-in features use the same API as those
 * passed to `createSite({ features })` and `site.use(feature)`.
 */
export interface Feature {
  /** Identifies the feature in messages. */
  readonly name: string
  /**
   * The feature's collections. When the site becomes ready, the store creates missing ones and applies their migrations.
   * Removing a feature does not delete its data.
   */
  readonly collections?: readonly CollectionDefinition[]
  /** Kinds of objects that can have meta, such as `post`. */
  readonly metaObjects?: readonly string[]
  /** Object rules by capability: which primitive capabilities an action on a specific object requires. */
  readonly rules?: Readonly<Record<string, ObjectRule>>
  /** Capabilities that the feature adds to roles, by role name. Roles that the site does not have are ignored. */
  readonly capabilities?: Readonly<Record<string, readonly string[]>>
  /** Capabilities that are checked as another capability. */
  readonly capabilityAliases?: Readonly<Record<string, string>>
  /** Names that the feature adds to those allowed in `supports` of post types. */
  readonly supports?: readonly string[]
  readonly meta?: readonly MetaOptions[]
  readonly settings?: Readonly<Record<string, SettingOptions>>
  /** Block types; see `defineBlock`. */
  readonly blocks?: readonly SiteBlock[]
  /** Widget types; see `defineWidget`. */
  readonly widgets?: readonly WidgetDefinition[]
  /** Sources of bound attributes of blocks; see `defineBindingSource`. */
  readonly bindingSources?: readonly SiteBindingSource[]
  /**
   * Abilities by name; `defineAbility` types them. A function is called once all routes are declared, for abilities that
   * derive from routes and registrations.
   */
  readonly abilities?: FeatureAbilities | ((site: SiteContext) => FeatureAbilities)
  /** Categories of abilities by slug. */
  readonly abilityCategories?: Readonly<Record<string, AbilityCategoryOptions>>
  /** Search handlers by the `type` parameter of `/search`. */
  readonly searchHandlers?: Readonly<Record<string, SearchHandlerFactory>>
  /** Registers what depends on the site, and listens to events. Runs once, when the feature is added; not asynchronous. */
  setup?(site: RegistrationCalls): void
  /** Loads external data, such as files. Runs when the site becomes ready; it can still register. */
  load?(site: RegistrationCalls): Promise<void>
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
  /**
   * Stops everything that the feature has started, such as timers: when the plugins of the site change, its features
   * are set up again, and the previous ones are stopped. Running requests may still use them.
   */
  stop?(site: SiteContext): void | Promise<void>
  /** Changes whenever data outside the store changes that responses depend on. */
  revision?(site: SiteContext): number | string
}

/** Abilities of a feature, by name. */
export type FeatureAbilities = Readonly<Record<string, AbilityOptions<never>>>

/** A feature's operations in process; `undefined` if it declares no `content`. */
export type ContentOf<F extends Feature> = F extends { content(calls: ContentCalls): infer C } ? C : undefined

/** No members besides those of a feature. */
type OnlyKnown<F> = { readonly [K in Exclude<keyof F, keyof Feature>]: never }

/** Declares a feature: freezes it and infers its type. */
export const defineFeature = <F extends Feature>(feature: F & OnlyKnown<F>): Readonly<F> => Object.freeze(feature)

import type { Authenticator } from '@platen/core'
import type { ObjectRule } from './access/object-rules.js'
import type { SiteBlock } from './blocks/block-scope.js'
import type { SearchHandlerFactory } from './features/search/search-handler.js'
import type { ContentCalls } from './operations/content-calls.js'
import type { RegistrationCalls } from './registration-calls.js'
import type { MetaOptions } from './registrations/meta-keys.js'
import type { SettingOptions } from './registrations/setting-keys.js'
import type { SiteContext } from './site-context.js'
import type { CollectionDefinition } from './storage/index.js'

/**
 * A feature of a site: everything that a family of resources brings. Built-in features and a user's go through the same
 * calls: `createSite({ features })` and `site.use(feature)`.
 */
export interface Feature {
  /** Identifies the feature in messages. */
  readonly name: string
  /**
   * Collections that the store keeps for the feature: it creates what is missing and applies their migrations when the
   * site becomes ready. What a feature stored stays when the feature is taken away.
   */
  readonly collections?: readonly CollectionDefinition[]
  /** Kinds of objects that meta can be registered for, beside those of the other features. */
  readonly metaObjects?: readonly string[]
  /** Rules about objects, by capability: which plain capabilities a caller needs to do this to that object. */
  readonly rules?: Readonly<Record<string, ObjectRule>>
  /** Capabilities that the feature adds to roles, by the name of the role. A role that the site lacks is left out. */
  readonly capabilities?: Readonly<Record<string, readonly string[]>>
  /** Capabilities that stand for another one. */
  readonly capabilityAliases?: Readonly<Record<string, string>>
  /** What post types may name in `supports` thanks to this feature. */
  readonly supports?: readonly string[]
  readonly meta?: readonly MetaOptions[]
  readonly settings?: Readonly<Record<string, SettingOptions>>
  /** Block types; see `defineBlock`. */
  readonly blocks?: readonly SiteBlock[]
  /** How things are searched, by the `type` that clients of `/search` name. */
  readonly searchHandlers?: Readonly<Record<string, SearchHandlerFactory>>
  /** Registers what depends on the site, and listens to events. Runs once, when the feature is added to the site. */
  setup?(site: RegistrationCalls): void
  /** Reads what lies outside the code, such as files. Runs when the site becomes ready; it may still register. */
  load?(site: RegistrationCalls): Promise<void>
  /** Ways of proving who calls. */
  authenticators?(site: SiteContext): readonly Authenticator[]
  /** Declares the feature's routes on `site.registry`, after everything is registered. */
  routes?(site: SiteContext): void
  /** What the feature offers in process, by name: `site.use` returns it. The built-in features make `site.content` of theirs. */
  content?(calls: ContentCalls): object
  /** Creates what runs before each request is answered. It must cost next to nothing when there is nothing to do. */
  beforeRequest?(site: SiteContext): () => Promise<void>
  /** Changes whenever something changes that responses depend on and that is not in the store. */
  revision?(): number | string
}

/** What a feature offers in process; nothing when it declares no `content`. */
export type ContentOf<F extends Feature> = F extends { content(calls: ContentCalls): infer C } ? C : undefined

/** Declares a feature; the value is the feature itself, typed and frozen. */
export const defineFeature = <F extends Feature>(feature: F): Readonly<F> => Object.freeze(feature)

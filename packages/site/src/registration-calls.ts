import type { RouteDefinition } from '@platen/core'
import type { ShortcodeOptions, ShortcodeRenderer } from '@platen/rendering'
import type { SiteBlock } from './blocks/block-scope.js'
import type { SearchHandlerFactory } from './features/search/search-handler.js'
import { searchHandlers } from './features/search/search-handlers.js'
import type { Hooks } from './hooks/hooks.js'
import { type ExtraField, extraFields } from './registrations/extra-fields.js'
import { type MetaOptions, metaKeys } from './registrations/meta-keys.js'
import { type PostType, type PostTypeOptions, postType, postTypes } from './registrations/post-types.js'
import { RegistrationError } from './registrations/registrations.js'
import { type SettingKey, type SettingOptions, settingKey, settingKeys } from './registrations/setting-keys.js'
import { type PostStatus, type PostStatusOptions, postStatus, postStatuses } from './registrations/statuses.js'
import { type Taxonomy, type TaxonomyOptions, taxonomies, taxonomy } from './registrations/taxonomies.js'
import { type PostTemplate, type PostTemplateOptions, postTemplate, postTemplates } from './registrations/templates.js'
import type { SiteContext } from './site-context.js'

/**
 * How everything is registered on a site: what a user adds, and the built-in types, taxonomies, statuses, meta and
 * settings too. After the site is ready every call but `registerRoute` throws a `RegistrationError`.
 */
export interface RegistrationCalls extends Pick<Hooks, 'on' | 'filter'> {
  readonly context: SiteContext
  registerPostType(name: string, options: PostTypeOptions): PostType
  registerTaxonomy(name: string, options: TaxonomyOptions): Taxonomy
  registerStatus(name: string, options: PostStatusOptions): PostStatus
  /** Registers a template that posts of some types may choose. */
  registerTemplate(name: string, options: PostTemplateOptions): PostTemplate
  registerMeta(options: MetaOptions): void
  registerSetting(key: string, options: SettingOptions): SettingKey
  registerField(resources: string | readonly string[], name: string, field: ExtraField<never, never>): void
  registerShortcode(tag: string, handler: ShortcodeRenderer, options?: ShortcodeOptions): void
  /** Registers or replaces a block type; `defineBlock` types it. */
  registerBlockType(definition: SiteBlock): void
  /** Makes things searchable under a `type` of `/search`. */
  registerSearchHandler(type: string, make: SearchHandlerFactory): void
  /** Registers a route of the user's own, or extends or overrides one of the site's; see `Registry.route`. */
  registerRoute(namespace: string, path: string, definition: RouteDefinition): void
}

/** The registration calls of a site, and what the site does with them when it becomes ready. */
export interface Registering {
  readonly calls: RegistrationCalls
  /** Ends registration. */
  seal(): void
  /** Declares the routes that wait for the site's own, so that they can extend and override them. */
  declareRoutes(): void
}

/** Creates the registration calls of a site; `seal` seals its registries. */
export function createRegistrationCalls(context: SiteContext, seal: () => void): Registering {
  const pending: (() => void)[] = []
  let sealed = false
  let routed = false
  const refuseLate = (what: string) => {
    if (sealed) throw new RegistrationError(`${what} comes too late: the site already serves requests`)
  }
  const calls: RegistrationCalls = {
    context,
    on: context.hooks.on,
    filter: context.hooks.filter,
    registerPostType(name, options) {
      const type = postType(name, options, context.namespace)
      context.get(postTypes).add(name, type)
      return type
    },
    registerTaxonomy(name, options) {
      const made = taxonomy(name, options, context.namespace)
      context.get(taxonomies).add(name, made)
      return made
    },
    registerStatus(name, options) {
      const status = postStatus(name, options)
      context.get(postStatuses).add(name, status)
      return status
    },
    registerTemplate(name, options) {
      const template = postTemplate(name, options)
      context.get(postTemplates).add(name, template)
      return template
    },
    registerMeta: options => context.get(metaKeys).register(options),
    registerSetting(key, options) {
      const setting = settingKey(key, options, context.compile)
      context.get(settingKeys).add(key, setting)
      return setting
    },
    registerField: (resources, name, field) => context.get(extraFields).register(resources, name, field),
    registerShortcode(tag, handler, options) {
      refuseLate(`the shortcode "${tag}"`)
      context.shortcodes.register(tag, handler, options)
    },
    registerBlockType(definition) {
      refuseLate(`the block type "${definition.name}"`)
      context.blocks.register(definition)
    },
    registerSearchHandler: (type, make) => context.get(searchHandlers).add(type, make),
    registerRoute(namespace, path, definition) {
      const declare = () => context.registry.route(namespace, path, definition)
      if (routed) declare()
      else pending.push(declare)
    },
  }
  return {
    calls: Object.freeze(calls),
    seal() {
      sealed = true
      seal()
    },
    declareRoutes() {
      routed = true
      for (const declare of pending) declare()
    },
  }
}

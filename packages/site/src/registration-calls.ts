import type { Registry, Schema } from '@platen/core'
import type { ShortcodeOptions, ShortcodeRenderer } from '@platen/rendering'
import { type Ability, type AbilityOptions, ability, type TypedAbility } from './abilities/ability.js'
import { type AbilityCategory, type AbilityCategoryOptions, abilityCategory } from './abilities/ability-category.js'
import { abilities, abilityCategories } from './abilities/registered-abilities.js'
import type { BlockCode } from './blocks/block-file.js'
import { createBlockFolders } from './blocks/block-folders.js'
import type { SiteBindingSource, SiteBlock } from './blocks/block-scope.js'
import { type OembedProviderOptions, oembedProvider, oembedProviders } from './features/oembed/oembed-providers.js'
import type { SearchHandlerFactory } from './features/search/search-handler.js'
import { searchHandlers } from './features/search/search-handlers.js'
import type { Hooks } from './hooks/hooks.js'
import {
  type BlockPattern,
  type BlockPatternCategory,
  type BlockPatternCategoryOptions,
  type BlockPatternOptions,
  blockPattern,
  blockPatternCategories,
  blockPatternCategory,
  blockPatterns,
} from './registrations/block-patterns.js'
import { extraFields, type RegisterField } from './registrations/extra-fields.js'
import {
  type FontCollection,
  type FontCollectionOptions,
  fontCollection,
  fontCollections,
} from './registrations/font-collections.js'
import { type HealthTest, type HealthTestOptions, healthTest, healthTests } from './registrations/health-tests.js'
import {
  type Icon,
  type IconCollection,
  type IconCollectionOptions,
  type IconOptions,
  icon,
  iconCollection,
  iconCollections,
  icons,
} from './registrations/icons.js'
import {
  type MenuLocation,
  type MenuLocationOptions,
  menuLocation,
  menuLocations,
} from './registrations/menu-locations.js'
import { type MetaOptions, metaKeys } from './registrations/meta-keys.js'
import { type PostType, type PostTypeOptions, postType, postTypes } from './registrations/post-types.js'
import type { RegistrationKey } from './registrations/registration-key.js'
import { type Registrations, registeredTooLate } from './registrations/registrations.js'
import { type SettingKey, type SettingOptions, settingKey, settingKeys } from './registrations/setting-keys.js'
import { type Sidebar, type SidebarOptions, sidebar, sidebars } from './registrations/sidebars.js'
import { type PostStatus, type PostStatusOptions, postStatus, postStatuses } from './registrations/statuses.js'
import { type Taxonomy, type TaxonomyOptions, taxonomies, taxonomy } from './registrations/taxonomies.js'
import { type PostTemplate, type PostTemplateOptions, postTemplate, postTemplates } from './registrations/templates.js'
import { type WidgetType, widgetType, widgetTypes } from './registrations/widget-types.js'
import type { SiteContext } from './site-context.js'
import type { WidgetDefinition } from './widgets/define-widget.js'

/**
 * The registration API of a site, used for built-in types, taxonomies, statuses, meta and settings as well as a user's.
 * Once the site is ready, every call except `registerRoute` throws a `RegistrationError`.
 */
export interface RegistrationCalls extends Pick<Hooks, 'on' | 'filter'> {
  readonly context: SiteContext
  registerPostType(name: string, options: PostTypeOptions): PostType
  registerTaxonomy(name: string, options: TaxonomyOptions): Taxonomy
  registerStatus(name: string, options: PostStatusOptions): PostStatus
  /** Registers a template for posts of the given types. */
  registerTemplate(name: string, options: PostTemplateOptions): PostTemplate
  /** Registers a location that menus can be assigned to. */
  registerMenuLocation(name: string, options: MenuLocationOptions): MenuLocation
  /** Registers a group of blocks that editors can insert, under a name such as `shop/call-to-action`. */
  registerBlockPattern(name: string, options: BlockPatternOptions): BlockPattern
  registerBlockPatternCategory(name: string, options: BlockPatternCategoryOptions): BlockPatternCategory
  /** Registers fonts that users can add to the site: the given ones, or those listed at a URL. */
  registerFontCollection(slug: string, options: FontCollectionOptions): FontCollection
  /** Registers a collection of icons. */
  registerIconCollection(slug: string, options: IconCollectionOptions): IconCollection
  /** Registers an icon, such as `garden/rose`; its collection must be registered before. Its SVG is sanitized. */
  registerIcon(name: string, options: IconOptions): Icon
  /** Registers an area of the site's pages that shows widgets. */
  registerSidebar(id: string, options: SidebarOptions): Sidebar
  /** Registers a widget type; `defineWidget` types it. */
  registerWidget(definition: WidgetDefinition): WidgetType
  registerMeta(options: MetaOptions): void
  registerSetting(key: string, options: SettingOptions): SettingKey
  readonly registerField: RegisterField
  registerShortcode(tag: string, handler: ShortcodeRenderer, options?: ShortcodeOptions): void
  /** Registers or replaces a block type; `defineBlock` types it. */
  registerBlockType(definition: SiteBlock): void
  /**
   * Registers the block types of a folder: the one of its `block.json`, or else those in its direct subfolders. `code`
   * contains `render` and other functions by block name, since the files are plain data: no script runs. The files are
   * read when the site becomes ready, which rejects with a `RegistrationError` that names the file and the key.
   */
  registerBlocksFrom(folder: string | URL, code?: Readonly<Record<string, BlockCode>>): void
  /** Registers or replaces a source of bound attributes of blocks; `defineBindingSource` types it. */
  registerBindingSource(source: SiteBindingSource): void
  /** Registers a test of the site's health, served as `/tests/{name}`. Its result names it with underscores. */
  registerHealthTest(name: string, options: HealthTestOptions): HealthTest
  /**
   * Registers an ability under a name such as `shop/count-stock`: an operation that agents and other programs find and run.
   * The schema of the input types it; `execute` receives the valid, converted input of a permitted caller.
   */
  registerAbility<const S extends Schema = Schema>(name: string, options: TypedAbility<S>): Ability
  registerAbility(name: string, options: AbilityOptions<never>): Ability
  /** Registers a category of abilities; every ability has one. */
  registerAbilityCategory(slug: string, options: AbilityCategoryOptions): AbilityCategory
  /** Registers the search handler for a `type` of `/search`. */
  registerSearchHandler(type: string, factory: SearchHandlerFactory): void
  /** Registers a site whose pages can be embedded, as `/oembed/1.0/proxy` and editors do. */
  registerOembedProvider(name: string, options: OembedProviderOptions): void
  /** Registers a new route, or extends or overrides a built-in one; see `Registry.route`. */
  readonly registerRoute: Registry['route']
}

/**
 * Creates the registration calls of a site. `seal` seals its registries, `readFolders` registers definitions from
 * files, and `declareRoutes` declares the routes that were passed to `registerRoute`.
 */
export function createRegistrationCalls(context: SiteContext, seal: () => void) {
  const pending: (() => void)[] = []
  let sealed = false
  let routed = false
  const blockFolders = createBlockFolders(definition => context.blocks.register(definition))
  const refuseLate = (what: string) => {
    if (sealed) throw registeredTooLate(what)
  }
  const added = <T>(key: RegistrationKey<Pick<Registrations<T>, 'add'>>, name: string, value: T): T => {
    context.get(key).add(name, value)
    return value
  }
  const calls: RegistrationCalls = {
    context,
    on: context.hooks.on,
    filter: context.hooks.filter,
    registerPostType: (name, options) => added(postTypes, name, postType(name, options, context.namespace)),
    registerTaxonomy: (name, options) => added(taxonomies, name, taxonomy(name, options, context.namespace)),
    registerStatus: (name, options) => added(postStatuses, name, postStatus(name, options)),
    registerTemplate: (name, options) => added(postTemplates, name, postTemplate(name, options)),
    registerMenuLocation: (name, options) => added(menuLocations, name, menuLocation(name, options)),
    registerBlockPattern: (name, options) => added(blockPatterns, name, blockPattern(name, options)),
    registerBlockPatternCategory: (name, options) =>
      added(blockPatternCategories, name, blockPatternCategory(name, options)),
    registerFontCollection: (slug, options) => added(fontCollections, slug, fontCollection(slug, options)),
    registerIconCollection: (slug, options) => added(iconCollections, slug, iconCollection(slug, options)),
    registerIcon(name, options) {
      const registered = icon(name, options)
      context.get(iconCollections).require(registered.collection)
      return added(icons, name, registered)
    },
    registerSidebar: (id, options) => added(sidebars, id, sidebar(id, options)),
    registerWidget: definition => added(widgetTypes, definition.idBase, widgetType(definition)),
    registerMeta: options => context.get(metaKeys).register(options),
    registerSetting: (key, options) => added(settingKeys, key, settingKey(key, options, context.compile)),
    registerField: (resources, name, field) => context.get(extraFields).register(resources, name, field),
    registerShortcode(tag, handler, options) {
      refuseLate(`the shortcode "${tag}"`)
      context.shortcodes.register(tag, handler, options)
    },
    registerBlockType(definition) {
      refuseLate(`the block type "${definition.name}"`)
      context.blocks.register(definition)
    },
    registerBlocksFrom(folder, code) {
      refuseLate(`the block types in ${folder}`)
      blockFolders.add(folder, code)
    },
    registerBindingSource(source) {
      refuseLate(`the source "${source.name}"`)
      context.blocks.registerSource(source)
    },
    registerHealthTest: (name, options) => added(healthTests, name, healthTest(name, options)),
    registerAbility: (name: string, options: AbilityOptions<never>) =>
      added(abilities, name, ability(name, options, context)),
    registerAbilityCategory: (slug, options) => added(abilityCategories, slug, abilityCategory(slug, options, context)),
    registerSearchHandler: (type, factory) => context.get(searchHandlers).add(type, factory),
    registerOembedProvider: (name, options) => context.get(oembedProviders).add(name, oembedProvider(name, options)),
    registerRoute(namespace, path, definition) {
      const declare = () => context.registry.route(namespace, path, definition)
      if (routed) declare()
      else pending.push(declare)
    },
  }
  return {
    calls: Object.freeze(calls),
    readFolders: blockFolders.read,
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

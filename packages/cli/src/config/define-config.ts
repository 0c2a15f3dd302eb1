import type { ConsoleOptions } from '@platen/console'
import type { HttpOptions } from '@platen/http'
import type { PluginLibrary, SiteConfig, ThemeSource } from '@platen/site'
import type {
  BlockPatternCategoryOptions,
  BlockPatternOptions,
  BlockTypeDefinition,
  ExtraField,
  Feature,
  FontCollectionOptions,
  IconCollectionOptions,
  IconOptions,
  MetaOptions,
  OembedProviderOptions,
  PostStatusOptions,
  PostTemplateOptions,
  PostTypeOptions,
  RegistrationCalls,
  ResourceRecords,
  SearchHandlerFactory,
  SettingOptions,
  ShortcodeRenderer,
  SidebarOptions,
  TaxonomyOptions,
  WidgetDefinition,
} from '@platen/site/extend'
import type { OnlyDeclared } from '@platen/site/types'
import type { Store } from '@platen/storage'
import type { DialectName } from '../dialect-name.js'
import type { LogFormat, LogLevel } from '../serve/log.js'

/** Where the console is served, and its texts. */
export type ConsoleConfig = Omit<ConsoleOptions, 'url' | 'versions'>

type FieldsOf<R> = Readonly<Record<string, ExtraField<R, never>>>

/** Extra fields by resource and name; the functions of fields get the records of built-in resources. */
export interface ConfigFields {
  readonly post?: FieldsOf<ResourceRecords['post']>
  readonly page?: FieldsOf<ResourceRecords['page']>
  readonly attachment?: FieldsOf<ResourceRecords['attachment']>
  readonly category?: FieldsOf<ResourceRecords['category']>
  readonly post_tag?: FieldsOf<ResourceRecords['post_tag']>
  readonly user?: FieldsOf<ResourceRecords['user']>
  readonly comment?: FieldsOf<ResourceRecords['comment']>
  /** Other resources: annotate the records, as in `get: (plant: PostRecord) => …`. */
  readonly [resource: string]: FieldsOf<never> | undefined
}

/**
 * A site as a file, `platen.config.ts`: its options, its registrations, and how it is served. Options on the command
 * line take precedence. Paths are relative to the file.
 */
export interface PlatenConfig extends Omit<SiteConfig, 'store' | 'url' | 'dialect' | 'plugins' | 'themes'> {
  /** The URL of the site; the one that it was installed with by default. */
  readonly url?: string | undefined
  /** The dialect that a new site is installed with, `cms` by default, and that this one is served with. */
  readonly dialect?: DialectName | undefined
  /** The folder of the site: `data` by default. It contains the database and the uploaded files. */
  readonly data?: string | undefined
  /** Opens a store to use instead of the SQLite file in `data`. Called once; the command closes it. */
  readonly store?: (() => Store | Promise<Store>) | undefined
  /** The folder of uploaded files: `files` in `data` by default. */
  readonly files?: string | undefined

  /** The folder of plugins that administrators can activate, or a library of plugins. */
  readonly plugins?: string | PluginLibrary | undefined
  /** The folder of themes, or their sources: `themesIn(folder)`, `themeOf(name, files)`. */
  readonly themes?: string | readonly ThemeSource[] | undefined

  readonly features?: readonly Feature[] | undefined
  /** Post types by name, as `registerPostType` takes them. */
  readonly types?: Readonly<Record<string, PostTypeOptions>> | undefined
  readonly taxonomies?: Readonly<Record<string, TaxonomyOptions>> | undefined
  readonly statuses?: Readonly<Record<string, PostStatusOptions>> | undefined
  readonly templates?: Readonly<Record<string, PostTemplateOptions>> | undefined
  readonly meta?: readonly MetaOptions[] | undefined
  readonly settings?: Readonly<Record<string, SettingOptions>> | undefined
  /** Extra fields by resource (a post type, a taxonomy, `user` …) and name. */
  readonly fields?: ConfigFields | undefined
  readonly blocks?: readonly BlockTypeDefinition[] | undefined
  /** Sidebars by id, as `registerSidebar` takes them. */
  readonly sidebars?: Readonly<Record<string, SidebarOptions>> | undefined
  /** Widget types, as `defineWidget` creates them. */
  readonly widgets?: readonly WidgetDefinition[] | undefined
  readonly shortcodes?: Readonly<Record<string, ShortcodeRenderer>> | undefined
  /** Sites whose pages can be embedded, by name, as `registerOembedProvider` takes them. */
  readonly oembedProviders?: Readonly<Record<string, OembedProviderOptions>> | undefined
  /** Block patterns and their categories by name, as `registerBlockPattern` and `registerBlockPatternCategory` take them. */
  readonly blockPatterns?: Readonly<Record<string, BlockPatternOptions>> | undefined
  readonly blockPatternCategories?: Readonly<Record<string, BlockPatternCategoryOptions>> | undefined
  /** Collections of fonts by slug, as `registerFontCollection` takes them. */
  readonly fontCollections?: Readonly<Record<string, FontCollectionOptions>> | undefined
  /** Collections of icons by slug and icons by name, as `registerIconCollection` and `registerIcon` take them. */
  readonly iconCollections?: Readonly<Record<string, IconCollectionOptions>> | undefined
  readonly icons?: Readonly<Record<string, IconOptions>> | undefined
  /** Search handlers by the `type` that clients of `/search` name. */
  readonly searchHandlers?: Readonly<Record<string, SearchHandlerFactory>> | undefined
  /** Registers everything else: routes, event listeners, filters. Runs after all of the above. */
  readonly setup?: ((site: RegistrationCalls) => void) | undefined

  /** The address to listen on: all interfaces by default. */
  readonly host?: string | undefined
  /** The port, 0 for any free one; the environment's `PORT` takes precedence. 8080 by default. */
  readonly port?: number | undefined
  /** The number of processes that serve the site, such as one for each processor; 1 by default. */
  readonly processes?: number | undefined
  /** The path of the interface, such as `/api`; the dialect's by default. */
  readonly basePath?: string | undefined
  readonly cors?: HttpOptions['cors'] | undefined
  readonly trustProxy?: HttpOptions['trustProxy'] | undefined
  readonly logLevel?: LogLevel | undefined
  /** `text` on a terminal and `json` elsewhere by default. */
  readonly logFormat?: LogFormat | undefined
  /** The pages for administrators, which `platen serve` serves at `/console` by default; `false` leaves them out. */
  readonly console?: ConsoleConfig | false | undefined
  /** Additional files and folders whose changes make `serve --watch` reload the site. */
  readonly watch?: readonly string[] | undefined
}

/** A configuration whose features, types, taxonomies and meta type the content of its site. */
export interface DeclaringConfig<
  F extends readonly Feature[],
  T extends Readonly<Record<string, PostTypeOptions>>,
  X extends Readonly<Record<string, TaxonomyOptions>>,
  M extends readonly MetaOptions[],
> extends PlatenConfig {
  readonly features?: F | undefined
  readonly types?: T | undefined
  readonly taxonomies?: X | undefined
  readonly meta?: M | undefined
}

/** What a configuration and its features declare: the `D` of its `Site`. */
export type DeclaredBy<C> = C | (C extends { readonly features?: infer F } ? Members<F> : never)
type Members<F> = F extends readonly (infer Each)[] ? Each : never

/**
 * Types the configuration in `platen.config.ts` and returns it unchanged; `platen` checks it when it loads the file.
 */
export const defineConfig = <
  const F extends readonly Feature[],
  const T extends Readonly<Record<string, PostTypeOptions>>,
  const X extends Readonly<Record<string, TaxonomyOptions>>,
  const M extends readonly MetaOptions[],
>(
  config: DeclaringConfig<F, T, X, M> & OnlyDeclared<{ types?: T; taxonomies?: X; meta?: M }>,
): DeclaringConfig<F, T, X, M> => config

import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** The manifest of a plugin. */
export interface PluginManifest {
  /** The plugin's folder in its id: the name of its package, as one word. */
  readonly slug: string
  /** Its title, for people. */
  readonly name: string
  readonly version: string
  readonly description: string
  /** The URL of the plugin's page; empty for none. */
  readonly uri: string
  readonly author: string
  /** The URL of the author's page; empty for none. */
  readonly authorUri: string
  readonly textDomain: string
  /** The lowest release of the service that the plugin works with; empty for any. */
  readonly requiresService: string
  /** The lowest version of the runtime that it works with; empty for any. */
  readonly requiresRuntime: string
  /** The path of the module that exports the feature, relative to the package. */
  readonly entry: string
}

/** A plugin that can be activated. */
export interface Plugin {
  /** Identifies it in routes and options: its slug and the name of its entry, such as `shop/index`. */
  readonly id: string
  readonly manifest: PluginManifest
  /** Where its library finds it. */
  readonly location: string
}

/** The plugins of a library, and the reasons why others are skipped. */
export interface PluginList {
  readonly plugins: readonly Plugin[]
  /** Each message names a package. */
  readonly warnings: readonly string[]
}

/** A file of a package that is installed. */
export interface PluginFile {
  /** Its path within the package, with `/` between folders. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** A package that a source offers. */
export interface OfferedPlugin {
  /** The name that it is installed by. */
  readonly slug: string
  readonly version: string
}

/** A source of plugins: only packages that it lists can be installed. */
export interface PluginSource {
  /** Rejects if the source cannot be reached. */
  list(): Promise<readonly OfferedPlugin[]>
  /** The files of a listed package. */
  files(slug: string): AsyncIterable<PluginFile>
}

/** The available plugins of a site: those in a folder (`pluginsIn`), or those of the program (`pluginsOf`). */
export interface PluginLibrary {
  /** Reads the plugins on each call, in the order of their ids. */
  read(): Promise<PluginList>
  /** Imports the entry of a plugin, and resolves with its exports. Rejects with its errors. */
  load(plugin: Plugin): Promise<unknown>
  /** The source of plugins; without it, none can be installed. */
  readonly source?: PluginSource | undefined
  /**
   * Stores the files of a package beside an existing version. Rejects with a `PluginError`, without storing anything.
   */
  install?(files: AsyncIterable<PluginFile>): Promise<Plugin>
  /**
   * Removes a plugin and its files. Rejects with a `PluginError` for a plugin that cannot be removed, such as a plugin
   * of the program.
   */
  remove?(plugin: Plugin): Promise<void>
  /** Resolves with why plugins cannot be installed, or with `undefined`. */
  obstacle?(): Promise<string | undefined>
  /** The size of all plugins in bytes. */
  size?(signal?: AbortSignal): Promise<number>
}

/** Thrown for a package that is not a plugin, or cannot be installed or removed. The message is for people. */
export class PluginError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'PluginError'
  }
}

/** The options of `createSite` that belong to this subject. */
export interface PluginsConfig {
  /** The plugins that can be activated: `pluginsIn(folder)` or `pluginsOf(…)`. None by default. */
  readonly plugins?: PluginLibrary | undefined
}

const { having } = checks

/** The option `plugins` of `createSite`. */
export const pluginsOption = siteOption<PluginLibrary>('plugins', having<PluginLibrary>('read', 'load'))

/** What the manifest of a plugin says. */
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

/** The plugins of a library, and why others are left out. */
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

/** Where plugins are installed from: only what it lists can be installed. */
export interface PluginSource {
  /** Rejects if the source cannot be reached. */
  list(): Promise<readonly OfferedPlugin[]>
  /** The files of a listed package. */
  files(slug: string): AsyncIterable<PluginFile>
}

/** The plugins of a site: those of a folder (`pluginsIn`), or of the program (`pluginsOf`). */
export interface PluginLibrary {
  /** Reads the plugins, each time anew, in the order of their ids. */
  read(): Promise<PluginList>
  /** Imports the entry of a plugin, and resolves with its exports. Rejects with what it throws. */
  load(plugin: Plugin): Promise<unknown>
  /** Where plugins are installed from; without it, none can be installed. */
  readonly source?: PluginSource | undefined
  /** Stores the files of a package beside a version that may be there. Rejects with a `PluginError`, having stored nothing. */
  install?(files: AsyncIterable<PluginFile>): Promise<Plugin>
  /** Removes a plugin and its files. Rejects with a `PluginError` for one that is not removed, such as that of a program. */
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

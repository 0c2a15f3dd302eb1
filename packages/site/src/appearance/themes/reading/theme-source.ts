import { checks } from '@platen/core'
import type { StoredContent } from '../../../content/media/index.js'
import { siteOption } from '../../../kernel/context/index.js'

/** A file of a theme with all its bytes. */
export interface ThemeFile {
  /** Its path below the folder of the theme, with `/` between folders. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** The files of one theme. */
export interface ThemeFiles {
  /** The name of the theme's folder. */
  readonly name: string
  /** The texts of its files by path, such as `templates/index.html`; `undefined` for files that are not read, such as images. */
  readonly files: ReadonlyMap<string, string | undefined>
  /** When its files last changed. */
  readonly modified: Date
  /** The reasons why files are omitted; each message names the file. */
  readonly warnings?: readonly string[] | undefined
  /** Reads all its files for an export, images and fonts included; without it, these are the texts of `files`. */
  readonly readAll?: (() => AsyncIterable<ThemeFile>) | undefined
  /**
   * Opens one of its files by its path, which contains no `..`; resolves with `undefined` if it does not exist or is a
   * link. By default, opens the texts of `files`.
   */
  readonly open?: ((path: string) => Promise<StoredContent | undefined>) | undefined
}

/** A source of themes: a folder (`themesIn`), or files in memory (`themeOf`). */
export interface ThemeSource {
  /** Reads all themes on each call. */
  read(): Promise<readonly ThemeFiles[]>
  /** The size of its files in bytes; without it, 0. */
  size?(signal?: AbortSignal): Promise<number>
  /** Calls `changed` after changes of the files; returns a function that ends this. */
  watch?(changed: () => void): () => void
}

/** A theme in memory, such as one that a program includes: the texts of its files by path. */
export function themeOf(name: string, files: Readonly<Record<string, string>>, modified = new Date(0)): ThemeSource {
  const theme: ThemeFiles = Object.freeze({ name, files: new Map(Object.entries(files)), modified })
  return Object.freeze({ read: async () => [theme] })
}

/** The options of `createSite` that belong to this subject. */
export interface ThemesConfig {
  /**
   * The sources of themes: `themesIn(folder)`, or `themeOf(name, files)` for a theme in memory; of two themes with the
   * same name, the first is used. By default, there is only the built-in theme, which is active until another is
   * activated.
   */
  readonly themes?: readonly ThemeSource[] | undefined
}

const { having, listOf } = checks

/** The option `themes` of `createSite`. */
export const themesOption = siteOption<readonly ThemeSource[]>(
  'themes',
  listOf(having<ThemeSource>('read'), 'a list of sources of themes'),
)

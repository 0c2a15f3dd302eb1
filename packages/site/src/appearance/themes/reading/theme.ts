import type { StoredContent } from '../../../content/media/index.js'
import type { BlockPattern } from '../../../kernel/blocks/index.js'
import type { CustomTemplate, StyleVariationJson, ThemeJson } from '../../theme-json/index.js'
import type { ThemeFile } from './theme-source.js'

/** A regular expression for the stylesheet of a theme in paths: the name of its folder, or of a folder within another one. */
export const STYLESHEET_PATTERN = '[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?'

/** The header of a theme's `style.css`. A missing member is an empty text. */
export interface ThemeHeader {
  readonly name: string
  readonly uri: string
  readonly author: string
  readonly authorUri: string
  readonly description: string
  readonly version: string
  /** The minimum version of the service. */
  readonly requiresService: string
  /** The minimum version of the runtime. */
  readonly requiresRuntime: string
  readonly tags: readonly string[]
  readonly textDomain: string
  /** The stylesheet of the parent of a child theme. */
  readonly template?: string | undefined
}

/** A template of a theme: the blocks of a whole page. */
export interface ThemeTemplate {
  /** The path of its file below the folder, without the extension. */
  readonly slug: string
  readonly content: string
  /** The title in `customTemplates` of `theme.json`. */
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** The post types that may choose it, if it is a custom one. */
  readonly postTypes?: CustomTemplate['postTypes']
}

/** A template part of a theme: blocks that several templates show. */
export interface ThemePart {
  readonly slug: string
  readonly content: string
  /** The title and area in `templateParts` of `theme.json`. */
  readonly title?: string | undefined
  readonly area?: string | undefined
}

/** A block pattern of a theme; its name is the slug of its header. */
export type ThemePattern = BlockPattern

/** A variation of a theme's styles, for the whole site or for some block types. */
export interface StyleVariation {
  /** The name of its file without the extension. */
  readonly name: string
  readonly title: string
  readonly json: StyleVariationJson
  /** The block types that it is for; the whole site without them. */
  readonly blockTypes?: readonly string[] | undefined
}

/** A theme: the appearance of a site's pages. */
export interface Theme {
  /** The name of its folder, which identifies it. */
  readonly stylesheet: string
  /** The stylesheet of the parent of a child theme, or else its own. */
  readonly template: string
  readonly header: ThemeHeader
  /** The file name of its screenshot. */
  readonly screenshot?: string | undefined
  /** Its own `theme.json`, not merged with that of a parent. */
  readonly json: ThemeJson
  readonly templates: readonly ThemeTemplate[]
  readonly parts: readonly ThemePart[]
  readonly patterns: readonly ThemePattern[]
  readonly variations: readonly StyleVariation[]
  /** Whether it, or its parent, has a template `index` of blocks. */
  readonly isBlockTheme: boolean
  /** When its files last changed. */
  readonly modified: Date
  /** The reasons why files of it are omitted; each message names the file. */
  readonly warnings: readonly string[]
  /** Reads all its files, images and fonts included. */
  readonly readAll: () => AsyncIterable<ThemeFile>
  /** Opens one of its files by its path; resolves with `undefined` if it does not exist. Performs no other checks. */
  readonly open: (path: string) => Promise<StoredContent | undefined>
}

/** A theme that cannot be used, and why. */
export interface BrokenTheme {
  readonly stylesheet: string
  /** Each names the file, and the key if there is one. */
  readonly errors: readonly string[]
}

/** The active theme with its parent, which a site shows. */
export interface ActiveTheme extends Theme {
  readonly parent?: Theme | undefined
  // Templates, parts, patterns and variations of the theme come first, then the additional ones of its parent.
  /** The files `theme.json` to merge, that of the parent first. */
  readonly jsons: readonly ThemeJson[]
}

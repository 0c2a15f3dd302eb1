import type { ShortcodeAttributes } from './shortcode-parser.js'

/** What a shortcode may know about the text it stands in. */
export interface ShortcodeContext {
  /** The name it was called by. */
  readonly tag: string
  /** The post being rendered, 0 when there is none. */
  readonly postId: number
  /** Renders the shortcodes within a text, such as the enclosed content. */
  readonly render: (text: string) => string
  /** How often this was asked in the present rendering for the same name, beginning with 1. */
  readonly count: (name: string) => number
}

/** Gives the HTML that takes a shortcode's place. `content` is undefined unless it encloses something. */
export type ShortcodeRenderer = (
  attributes: ShortcodeAttributes,
  content: string | undefined,
  context: ShortcodeContext,
) => string

/** How a shortcode is registered. */
export interface ShortcodeOptions {
  /** Whether it is rendered from the text as it is written, before typography and paragraphs; false unless given. */
  readonly early?: boolean
}

/** The shortcodes of a site: `[name attribute="value"]content[/name]` in a text becomes what its renderer returns. */
export interface ShortcodeRegistry {
  /** Adds a shortcode, or replaces it. Throws a TypeError for a name with other characters than letters, digits, `_` and `-`. */
  readonly register: (tag: string, render: ShortcodeRenderer, options?: ShortcodeOptions) => void
  readonly unregister: (tag: string) => void
  /** The names in use. */
  readonly tags: ReadonlySet<string>
  /** Replaces the shortcodes of a text. Unknown ones stay; `[[name]]` shows `[name]`. */
  readonly render: (text: string, postId?: number) => string
  /** Replaces those that are registered as early, before anything else is made of the text. */
  readonly renderEarly: (text: string, postId?: number) => string
  /** Removes the shortcodes of a text with what they enclose. */
  readonly strip: (text: string) => string
}

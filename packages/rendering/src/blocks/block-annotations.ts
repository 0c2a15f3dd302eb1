/** A style that editors offer for a block: they add the class `is-style-NAME`. */
export interface BlockStyle {
  readonly name: string
  readonly label?: string
  readonly isDefault?: boolean
  readonly [annotation: string]: unknown
}

/** Initial attributes and inner blocks that editors offer as a separate block. */
export interface BlockVariation {
  readonly name: string
  readonly title: string
  readonly description?: string
  readonly category?: string
  readonly icon?: string
  readonly keywords?: readonly string[]
  readonly isDefault?: boolean
  readonly attributes?: Readonly<Record<string, unknown>>
  /** Where it is offered: `block`, `inserter`, `transform`. */
  readonly scope?: readonly string[]
  readonly [annotation: string]: unknown
}

/** The position at which another block inserts this one, beside or within itself. */
export type HookedPosition = 'before' | 'after' | 'firstChild' | 'lastChild'

/** The name of a script or stylesheet, or several names. */
export type BlockAssets = string | readonly string[]

/** Metadata of a block type for editors, spelled as in `block.json`. It does not change how the block is rendered. */
export interface BlockAnnotations {
  /** The version of the editor's interface that the block is written for; 1 by default. */
  readonly apiVersion?: number
  readonly title?: string
  readonly description?: string
  readonly category?: string
  readonly icon?: string
  readonly keywords?: readonly string[]
  readonly textdomain?: string
  /** The blocks that it must be directly within. */
  readonly parent?: readonly string[]
  /** The blocks that it must be within, at any depth. */
  readonly ancestor?: readonly string[]
  /** The blocks that it may contain. */
  readonly allowedBlocks?: readonly string[]
  /** The CSS selectors of its parts. */
  readonly selectors?: Readonly<Record<string, unknown>>
  readonly styles?: readonly BlockStyle[]
  readonly variations?: readonly BlockVariation[]
  readonly example?: Readonly<Record<string, unknown>>
  /** The blocks that insert this one beside or within themselves, with the position. */
  readonly blockHooks?: Readonly<Record<string, HookedPosition>>
  readonly editorScript?: BlockAssets
  readonly script?: BlockAssets
  readonly viewScript?: BlockAssets
  readonly viewScriptModule?: BlockAssets
  readonly editorStyle?: BlockAssets
  readonly style?: BlockAssets
  readonly viewStyle?: BlockAssets
  /**
   * Whether clients treat it as rendered by the site, and may request its HTML; by default, whether it has `render`. Set
   * it for a block whose saved HTML is adjusted.
   */
  readonly isDynamic?: boolean
}

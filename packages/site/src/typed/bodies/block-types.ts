// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/block-types`. */
export interface BlockType extends Linked {
  /** The version of the editor interface that it is written for. */
  api_version: number
  /** The name for people. */
  title: string
  /** The name, with its namespace. */
  name: string
  /** What the block is for. */
  description: string
  /** Its icon. */
  icon: string | null
  /** The schemas of its attributes, including those that its supports add. */
  attributes: Record<string, unknown> | null
  /** The context values that it provides to inner blocks, each with the attribute that contains it. */
  provides_context: Record<string, unknown>
  /** The context values that it uses. */
  uses_context: string[]
  /** The CSS selectors of its parts. */
  selectors: Record<string, unknown>
  /** What editors offer for it. */
  supports: Record<string, unknown>
  /** Its category. */
  category: string | null
  /** Whether the site renders it. */
  is_dynamic: boolean
  /** The scripts that only editors load. */
  editor_script_handles: string[]
  /** The scripts that pages and editors load. */
  script_handles: string[]
  /** The scripts that only pages load. */
  view_script_handles: string[]
  /** The script modules that only pages load. */
  view_script_module_ids: string[]
  /** The stylesheets that only editors load. */
  editor_style_handles: string[]
  /** The stylesheets that pages and editors load. */
  style_handles: string[]
  /** The stylesheets that only pages load. */
  view_style_handles: string[]
  /** The styles that editors offer for it. */
  styles: {
    /** The name of the style. */
    name?: string
    /** Its name for people. */
    label?: string
    /** CSS for the style. */
    inline_style?: string
    /** The stylesheet of the style. */
    style_handle?: string
    [name: string]: unknown
  }[]
  /** Its variations. */
  variations: {
    /** The name of the variation. */
    name?: string
    /** Its name for people. */
    title?: string
    /** What it is for. */
    description?: string
    /** Its category. */
    category?: string | null
    /** Its icon. */
    icon?: string | null
    /** Whether it replaces the block itself. */
    isDefault?: boolean
    /** The initial attributes. */
    attributes?: Record<string, unknown>
    /** Its inner blocks. */
    innerBlocks?: {
      /** The name of the inner block. */
      name?: string
      /** The attributes of the inner block. */
      attributes?: Record<string, unknown>
      /** The inner blocks of the inner block. */
      innerBlocks?: unknown[]
      [name: string]: unknown
    }[]
    /** An example for previews. */
    example?: {
      /** The attributes of the example. */
      attributes?: Record<string, unknown>
      /** Its inner blocks. */
      innerBlocks?: {
        /** The name of the inner block. */
        name?: string
        /** The attributes of the inner block. */
        attributes?: Record<string, unknown>
        /** The inner blocks of the inner block. */
        innerBlocks?: unknown[]
        [name: string]: unknown
      }[]
      [name: string]: unknown
    } | null
    /** Where it is offered; everywhere by default. */
    scope?: ('block' | 'inserter' | 'transform')[] | null
    /** Words by which it is found. */
    keywords?: string[]
    [name: string]: unknown
  }[]
  /** The domain of its translations. */
  textdomain: string | null
  /** The blocks that it must be directly within. */
  parent: string[] | null
  /** The blocks that it must be within. */
  ancestor: string[] | null
  /** The blocks that it may contain. */
  allowed_blocks: string[] | null
  /** Words by which it is found. */
  keywords: string[]
  /** An example for previews. */
  example: {
    /** The attributes of the example. */
    attributes?: Record<string, unknown>
    /** Its inner blocks. */
    innerBlocks?: {
      /** The name of the inner block. */
      name?: string
      /** The attributes of the inner block. */
      attributes?: Record<string, unknown>
      /** The inner blocks of the inner block. */
      innerBlocks?: unknown[]
      [name: string]: unknown
    }[]
    [name: string]: unknown
  } | null
  /** The blocks that insert it beside or within themselves, with the position. */
  block_hooks: Record<string, unknown>
  /** The first of `editor_script_handles`. */
  editor_script: string | null
  /** The first of `script_handles`. */
  script: string | null
  /** The first of `view_script_handles`. */
  view_script: string | null
  /** The first of `editor_style_handles`. */
  editor_style: string | null
  /** The first of `style_handles`. */
  style: string | null
}

/** A response of `/cms/v2/block-renderer/…`. */
export interface RenderedBlock extends Linked {
  /** The HTML of the block. */
  rendered?: string
}

/** A response of `/cms/v2/block-directory/search`. */
export interface BlockDirectoryItem extends Linked {
  /** The name of the block type. */
  name: string
  /** Its title, for people. */
  title: string
  /** What it does. */
  description: string
  /** The slug of the plugin that has it. */
  id: string
  /** The rating of the plugin, 0 to 5. */
  rating: number
  /** How many people rated it. */
  rating_count: number
  /** How many sites use it. */
  active_installs: number
  /** The rating of its author. */
  author_block_rating: number
  /** How many blocks its author has. */
  author_block_count: number
  /** The name of its author. */
  author: string
  /** The URL of its icon. */
  icon: string
  /** When it was last updated. */
  last_updated: string
  /** How long ago that is. */
  humanized_updated: string
}

// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/categories`. */
export interface Category extends Linked {
  /** The identifier of the term. */
  id: number
  /** How many published posts carry the term. */
  count: number
  /** The description of the term, as HTML. */
  description: string
  /** The address of the term's page. */
  link: string
  /** The name of the term, as HTML. */
  name: string
  /** The name of the term in URLs, unique within the taxonomy. */
  slug: string
  /** The taxonomy of the term. */
  taxonomy: 'category'
  /** The identifier of the term above, or 0. */
  parent: number
  /** Meta values by name. */
  meta: Record<string, unknown>
}

/** A response of `/cms/v2/tags`. */
export interface Tag extends Linked {
  /** The identifier of the term. */
  id: number
  /** How many published posts carry the term. */
  count: number
  /** The description of the term, as HTML. */
  description: string
  /** The address of the term's page. */
  link: string
  /** The name of the term, as HTML. */
  name: string
  /** The name of the term in URLs, unique within the taxonomy. */
  slug: string
  /** The taxonomy of the term. */
  taxonomy: 'post_tag'
  /** Meta values by name. */
  meta: Record<string, unknown>
}

/** A response of `/cms/v2/cms_pattern_category`. */
export interface PatternCategory extends Linked {
  /** The identifier of the term. */
  id: number
  /** How many published posts carry the term. */
  count: number
  /** The description of the term, as HTML. */
  description: string
  /** The address of the term's page. */
  link: string
  /** The name of the term, as HTML. */
  name: string
  /** The name of the term in URLs, unique within the taxonomy. */
  slug: string
  /** The taxonomy of the term. */
  taxonomy: 'cms_pattern_category'
  /** Meta values by name. */
  meta: Record<string, unknown>
}

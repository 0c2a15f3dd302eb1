// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/search`. */
export interface SearchResult extends Linked {
  /** The id of the result. */
  id: number | string
  /** The title as HTML. */
  title: string
  /** The URL of its page. */
  url: string
  /** The type of the result. */
  type: 'post' | (string & {})
  /** The subtype of the result. */
  subtype?: 'post' | 'page' | (string & {})
}

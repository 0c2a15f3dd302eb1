// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/icons`. */
export interface Icon extends Linked {
  /** The name of the icon, with its collection. */
  name: string
  /** Its name, for people. */
  label: string
  /** Its drawing, as SVG. */
  content: string
  /** The slug of its collection. */
  collection: string
}

/** A response of `/cms/v2/icon-collections`. */
export interface IconCollection extends Linked {
  /** The name of the collection. */
  slug: string
  /** Its name, for people. */
  label: string
  /** Which icons it has. */
  description: string
}

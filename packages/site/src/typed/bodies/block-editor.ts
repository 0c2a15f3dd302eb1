// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms-block-editor/v1/navigation-fallback`. */
export interface NavigationFallback extends Linked {
  /** The id of the navigation. */
  id: number
}

/** A response of `/cms-block-editor/v1/url-details`. */
export interface UrlDetails extends Linked {
  /** The title of the page. */
  title?: string
  /** The URL of its icon. */
  icon?: string
  /** Its description. */
  description?: string
  /** The URL of its preview image. */
  image?: string
}

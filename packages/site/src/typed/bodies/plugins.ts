// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/plugins`. */
export interface Plugin extends Linked {
  /** The id of the plugin. */
  plugin: string
  /** Whether the plugin is active. */
  status: 'inactive' | 'active' | (string & {})
  /** Its title. */
  name: string
  /** The URL of its page. */
  plugin_uri: string
  /** Its author. */
  author: string
  /** The URL of the author's page. */
  author_uri: string
  /** What it does. */
  description: {
    /** The text as it is. */
    raw?: string
    /** The text with the author, as HTML. */
    rendered?: string
  }
  /** Its version. */
  version: string
  /** Whether it is activated for several sites at once. */
  network_only: boolean
  /** The lowest release of the service. */
  requires_wp: string
  /** The lowest version of the runtime. */
  requires_php: string
  /** The domain of its texts. */
  textdomain: string
}

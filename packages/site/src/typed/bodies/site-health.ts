// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms-site-health/v1/tests/background-updates`. */
export interface SiteHealthTest extends Linked {
  /** The name of the test. */
  test: string
  /** The result in one sentence. */
  label: string
  /** The status. */
  status: 'good' | 'recommended' | 'critical' | (string & {})
  /** What the test is about. */
  badge: {
    /** The category. */
    label?: string
    /** Its color. */
    color?: 'blue' | 'orange' | 'red' | 'green' | 'purple' | 'gray'
  }
  /** What the result means, as HTML. */
  description: string
  /** Links to what can be done, as HTML. */
  actions: string
}

/** A response of `/cms-site-health/v1/directory-sizes`. */
export interface DirectorySizes extends Linked {
  /** The size of everything, in bytes. */
  raw: number
  /** The size of: wordpress. */
  wordpress_size: {
    /** The size with its unit. */
    size?: string
    /** The size with its unit, and in bytes. */
    debug?: string
    /** The size in bytes. */
    raw?: number
  }
  /** The size of: themes. */
  themes_size: {
    /** The size with its unit. */
    size?: string
    /** The size with its unit, and in bytes. */
    debug?: string
    /** The size in bytes. */
    raw?: number
  }
  /** The size of: plugins. */
  plugins_size: {
    /** The size with its unit. */
    size?: string
    /** The size with its unit, and in bytes. */
    debug?: string
    /** The size in bytes. */
    raw?: number
  }
  /** The size of: uploads. */
  uploads_size: {
    /** The size with its unit. */
    size?: string
    /** The size with its unit, and in bytes. */
    debug?: string
    /** The size in bytes. */
    raw?: number
  }
  /** The size of: database. */
  database_size: {
    /** The size with its unit. */
    size?: string
    /** The size with its unit, and in bytes. */
    debug?: string
    /** The size in bytes. */
    raw?: number
  }
  /** The size of: total. */
  total_size: {
    /** The size with its unit. */
    size?: string
    /** The size with its unit, and in bytes. */
    debug?: string
    /** The size in bytes. */
    raw?: number
  }
}

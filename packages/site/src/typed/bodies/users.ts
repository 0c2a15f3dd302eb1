// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/users`. */
export interface User extends Linked {
  /** The identifier of the user. */
  id: number
  /** The name that the user signs in with. */
  username?: string
  /** The name that is shown. */
  name: string
  /** The first name. */
  first_name?: string
  /** The last name. */
  last_name?: string
  /** The nickname. */
  nickname?: string
  /** The email address. */
  email?: string
  /** The address of the user's own site. */
  url: string | null
  /** The biography of the user. */
  description: string
  /** The address of the page with the user's posts. */
  link: string
  /** The language that the user works in. */
  locale?: '' | 'en_US' | (string & {})
  /** The user's name in addresses, unique among users. */
  slug: string
  /** When the account was made. */
  registered_date?: string
  /** The roles of the user. */
  roles?: string[]
  /** All capabilities, including those of the roles. */
  capabilities?: Record<string, unknown>
  /** The roles, and capabilities granted or denied beside them. */
  extra_capabilities?: Record<string, unknown>
  /** Addresses of the user's picture, by width. */
  avatar_urls: {
    /** The URL of the avatar with a width of 24 pixels. */
    '24': string
    /** The URL of the avatar with a width of 48 pixels. */
    '48': string
    /** The URL of the avatar with a width of 96 pixels. */
    '96': string
  }
  /** Meta values by name. */
  meta: {
    /** What the user prefers, by scope. */
    persisted_preferences?: {
      /** When the preferences were last changed. */
      _modified?: string
      [name: string]: unknown
    }
    [name: string]: unknown
  }
}

/** A response of `/cms/v2/users/…/application-passwords`. */
export interface ApplicationPassword extends Linked {
  /** The identifier of the application password. */
  uuid: string
  /** The identifier of the application, which distinguishes its passwords from those of others. */
  app_id: string | ''
  /** The name of the application. */
  name: string
  /** The password itself, shown only when it is created. */
  password?: string
  /** When it was created, in UTC. */
  created: string
  /** When it was last used, in UTC and to the day. */
  last_used: string | null
  /** The IP address it was last used from. */
  last_ip: string | null
  /** The scopes, such as `read` or `posts:write`; null for all rights of the user. */
  scopes?: string[] | null
  /** When it expires, in UTC; null for never. */
  expires?: string | null
  /** The networks that it can be used from, such as `192.0.2.0/24`; null for all. */
  networks?: string[] | null
}

// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/batch/v1`. */
export interface Batch extends Linked {
  /** The namespace. */
  namespace?: string
  /** The routes by their patterns. */
  routes?: Record<
    string,
    {
      /** The namespace that the route belongs to. */
      namespace?: string
      /** The supported methods. */
      methods?: string[]
      /** The endpoints, by method. */
      endpoints?: {
        /** The supported methods. */
        methods?: string[]
        /** The versions of the batch route that may call it. */
        allow_batch?: Record<string, unknown>
        /** The schemas of its arguments, by their names. */
        args?: Record<string, Record<string, unknown>>
      }[]
      /** The schema of its resource. */
      schema?: Record<string, unknown>
      /** Links by their relations. */
      _links?: Record<
        string,
        {
          /** The URL. */
          href?: string
        }[]
      >
    }
  >
  /** Why no request was performed. */
  failed?: 'validation'
  /** The responses, in the order of the requests; null for requests that are valid. */
  responses?: ({
    /** The body of the response. */
    body?: Record<string, unknown> | unknown[] | string | number | boolean | null
    /** The status of the response. */
    status?: number
    /** The headers; an empty list if there are none. */
    headers?: Record<string, unknown> | unknown[]
  } | null)[]
}

/** A response of `/`. */
export interface SiteIndex extends Linked {
  /** The title of the site. */
  name: string
  /** The tagline of the site. */
  description: string
  /** The URL of the site. */
  url: string
  /** The URL of the home page. */
  home: string
  /** The offset from UTC in hours. */
  gmt_offset: string | number
  /** The name of the time zone; empty if only the offset is set. */
  timezone_string: string
  /** The id of the page that lists posts; 0 for none. */
  page_for_posts: number
  /** The id of the static home page; 0 for none. */
  page_on_front: number
  /** What the home page shows: `posts` or `page`. */
  show_on_front: string
  /** The authentication methods; an empty list for none. */
  authentication: Record<string, unknown> | unknown[]
  /** The id of the logo; 0 for none. */
  site_logo: number
  /** The id of the icon; 0 for none. */
  site_icon: number
  /** The URL of the icon; empty for none. */
  site_icon_url: string
  /** The namespaces of the interface. */
  namespaces: string[]
  /** The routes by their patterns. */
  routes: Record<
    string,
    {
      /** The namespace that the route belongs to. */
      namespace?: string
      /** The supported methods. */
      methods?: string[]
      /** The endpoints, by method. */
      endpoints?: {
        /** The supported methods. */
        methods?: string[]
        /** The versions of the batch route that may call it. */
        allow_batch?: Record<string, unknown>
        /** The schemas of its arguments, by their names. */
        args?: Record<string, Record<string, unknown>>
      }[]
      /** The schema of its resource. */
      schema?: Record<string, unknown>
      /** Links by their relations. */
      _links?: Record<
        string,
        {
          /** The URL. */
          href?: string
        }[]
      >
    }
  >
}

/** A response of `/cms/v2`. */
export interface Namespace extends Linked {
  /** The namespace. */
  namespace: string
  /** The routes by their patterns. */
  routes: Record<
    string,
    {
      /** The namespace that the route belongs to. */
      namespace?: string
      /** The supported methods. */
      methods?: string[]
      /** The endpoints, by method. */
      endpoints?: {
        /** The supported methods. */
        methods?: string[]
        /** The versions of the batch route that may call it. */
        allow_batch?: Record<string, unknown>
        /** The schemas of its arguments, by their names. */
        args?: Record<string, Record<string, unknown>>
      }[]
      /** The schema of its resource. */
      schema?: Record<string, unknown>
      /** Links by their relations. */
      _links?: Record<
        string,
        {
          /** The URL. */
          href?: string
        }[]
      >
    }
  >
}

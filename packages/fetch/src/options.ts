import type { AdapterOptions } from '@platen/core'

/** Options of {@link toFetchHandler}. */
export interface FetchOptions extends AdapterOptions {
  /** Returns the address of the client, if the platform provides it: a `Request` does not contain it. */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
  /** Handles requests that are not below the root; a 404 by default. */
  readonly fallback?: ((request: Request) => Response | Promise<Response>) | undefined
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdapterOptions } from '@platen/core'

/** Options of servers; without an effect on listeners of other servers. Times are in milliseconds. */
export interface ServerOptions {
  /** How long a whole request may take to arrive; 300,000 by default, 0 for no limit. */
  readonly requestTimeout?: number | undefined
  /**
   * How long a client may read nothing of a response before its connection is closed; 120,000 by default, 0 for no
   * limit. A system may buffer so much that slow but steady reading is noticed only once in a minute.
   */
  readonly stallTimeout?: number | undefined
  /** How long the head of a request may take to arrive; 30,000 by default, 0 for no limit. */
  readonly headersTimeout?: number | undefined
  /** How long `close` waits for running requests; 10,000 by default. */
  readonly closeTimeout?: number | undefined
}

/** Options of the adapter. */
export interface HttpOptions extends AdapterOptions, ServerOptions {
  /**
   * The memory for responses that clients have not read, of all connections together, in bytes, including those of
   * `pages` and `fallback`: beyond that, the connections with the least progress are closed. An eighth of the heap of the
   * process by default.
   */
  readonly maxUnreadBytes?: number | undefined
  /** Handles requests outside of the root; a 404 by default. */
  readonly fallback?: ((req: IncomingMessage, res: ServerResponse) => void | Promise<void>) | undefined
}

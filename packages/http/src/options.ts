import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdapterOptions } from '@platen/core'

/** Options of servers; without an effect on listeners of other servers. Times are in milliseconds. */
export interface ServerOptions {
  /** How long a whole request may take to arrive; 300,000 by default, 0 for no limit. */
  readonly requestTimeout?: number | undefined
  /**
   * How long a client may read nothing of a response before its connection is closed; 60,000 by default, 0 for no
   * limit.
   */
  readonly stallTimeout?: number | undefined
  /** How long `close` waits for running requests; 10,000 by default. */
  readonly closeTimeout?: number | undefined
}

/** Options of the adapter. */
export interface HttpOptions extends AdapterOptions, ServerOptions {
  /** Handles requests outside of the root; a 404 by default. */
  readonly fallback?: ((req: IncomingMessage, res: ServerResponse) => void | Promise<void>) | undefined
}

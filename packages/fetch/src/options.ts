import type { CorsOptions, ErrorHandler, RestRequest, RestResponse, TargetOptions } from '@platen/core'

/** Whatever answers requests of the interface: a registry or a site. */
export type Dispatcher = { dispatch(request: RestRequest): Promise<RestResponse> }

/** How requests of the fetch standard are read and answered. Sizes are in bytes. */
export interface FetchOptions extends TargetOptions {
  /**
   * The largest body of any kind. Each endpoint has a limit of its own (see `RegistryOptions.maxBodyBytes`, and
   * `MediaOptions.maxBytes` for files); this one is for hosts that want a lower limit. Larger bodies are answered with
   * 413 `rest_request_too_large`.
   */
  readonly maxBodyBytes?: number
  /** The most files and the most text fields of a multipart form: 20 and 1000 when left out; more are a 413 as well. */
  readonly maxFiles?: number
  readonly maxFields?: number
  /** What pages of other origins may do; `false`: no header of the kind is sent. */
  readonly cors?: CorsOptions | false
  /** How many proxies in front are trusted to report the client's address and scheme (`true`: one); none when left out. */
  readonly trustProxy?: number | boolean
  /** The address of the client, where the platform knows it: `Request` itself does not hold it. */
  readonly clientAddress?: (request: Request) => string | undefined
  /** Answers what is not below the root; a 404 when left out. */
  readonly fallback?: (request: Request) => Response | Promise<Response>
  /**
   * Receives what was thrown that is not a `RestError`, with the method and path of the request (the client gets a
   * neutral 500). Logs to the console when left out.
   */
  readonly onError?: ErrorHandler
}

import type { Principal } from './access/principal.js'
import type { ConditionalState } from './registry/conditional-state.js'

/** A file of a multipart form, in memory. */
export interface UploadedFile {
  /** The name of its field. */
  readonly field: string
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A parsed multipart form: text fields in order, and files. */
export interface MultipartForm {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly files: readonly UploadedFile[]
}

/** A file of a multipart form that is still being received. */
export interface IncomingFile {
  /** The name of its field. */
  readonly field: string
  readonly name: string
  readonly type: string
  /** Its bytes as they arrive; they can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** A file that an endpoint stored while the form was read. It is discarded after the response unless a handler claims it. */
export interface ReceivedFile {
  /** Removes the stored file; may be called several times. */
  discard(): Promise<void>
}

/** The limits of a multipart form. A larger one is a 413 `rest_request_too_large`. */
export interface FormLimits {
  /** Bytes of the whole form. */
  readonly maxBytes: number
  /** Bytes of all text fields together. */
  readonly maxFieldBytes: number
}

/** An unread body. `dispatch` reads it within the limits of the endpoint. */
export interface StreamBody {
  readonly kind: 'stream'
  /** The `Content-Length` in bytes, if there is one. */
  readonly length: number | undefined
  /** The bytes as they arrive; they can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>
  /**
   * Counts bytes of the body that are held in memory until the response, or no longer if negative. Throws a 503
   * `rest_server_busy` if the memory for bodies is used up.
   */
  readonly hold?: ((bytes: number) => void) | undefined
  /** The first bytes, at most `limit`; `chunks` includes them. Without this function, authenticators cannot read forms. */
  readonly peek?: ((limit: number) => Promise<Uint8Array>) | undefined
  /**
   * Parses a multipart form: awaits `take` for each file before it continues, and resolves with the text fields.
   * Rejects with errors of `take`. Without this function, a form is a 415 `rest_unsupported_media_type`.
   */
  readonly readForm?:
    | ((limits: FormLimits, take: (file: IncomingFile) => Promise<void>) => Promise<MultipartForm['fields']>)
    | undefined
}

/**
 * A request as plain data, for `dispatch`. `path` is relative to the interface's root, begins with `/` and may be
 * percent-encoded. `query` is the raw text after `?`, or an object of unencoded parameters. `body` is bytes, text or a
 * stream, as the header `content-type` says; a JSON value from a caller in process; or a parsed multipart form.
 */
export interface RestRequest {
  readonly method: string
  readonly path: string
  readonly query?: string | Readonly<Record<string, unknown>> | undefined
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  readonly body?: RequestBody | undefined
  readonly remoteAddress?: string | undefined
  /**
   * Whether the client sent it over TLS; `undefined` if that is unknown, as behind proxies that are not trusted to report
   * it, and for calls in process.
   */
  readonly secure?: boolean | undefined
  /** Aborted when the caller no longer needs the response. */
  readonly signal?: AbortSignal | undefined
  /** The caller, for calls in process: authenticators are skipped. */
  readonly principal?: Principal | undefined
  /** For a request of a batch: see `HandlerRequest.earlierRoutes`. */
  readonly earlierRoutes?: readonly string[] | undefined
}

/** The body of a {@link RestRequest}. */
export type RequestBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'multipart'; readonly form: MultipartForm }
  | StreamBody

/**
 * The response of `dispatch`. `body` is the JSON value, undefined if nothing is sent; `text()` returns the text that is
 * sent. `headers` include `Content-Type`, with names in their usual case.
 */
export interface RestResponse<T = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: T
  text(): string
  /** The state of the resource that the body shows, for conditional requests. */
  readonly state?: ConditionalState | undefined
  /** The bytes of a response that is a file, sent instead of `text()`. */
  readonly bytes?: Uint8Array | undefined
  /**
   * `text()` in UTF-8, if it is long and already encoded, so that adapters do not have to encode it again. If there is
   * a header `Content-Encoding`, these bytes are compressed and must be sent.
   */
  readonly encoded?: Uint8Array | undefined
  /** Whether `text()` is known to be ASCII, so that adapters can send its characters as bytes. */
  readonly isAscii?: boolean | undefined
}

/** Handles requests in process. `T` is the type of the response's body; it is not checked. */
export type Dispatch = <T = unknown>(request: RestRequest) => Promise<RestResponse<T>>

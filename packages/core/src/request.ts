import type { Principal } from './access/principal.js'

/** A file that came with a multipart form. */
export interface UploadedFile {
  /** The name of its field. */
  readonly field: string
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A multipart form, already taken apart: text fields in order, and files. */
export interface MultipartForm {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly files: readonly UploadedFile[]
}

/** A file on its way: a part of a multipart form that is being read. */
export interface IncomingFile {
  /** The name of its field. */
  readonly field: string
  readonly name: string
  readonly type: string
  /** Its bytes as they arrive; they can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** A file that an endpoint took while the form was read. What no handler has claimed is discarded after the answer. */
export interface ReceivedFile {
  /** Removes what was stored of it; it may be called again. */
  discard(): Promise<void>
}

/** How much of a multipart form is read. Whatever exceeds it is a 413 `rest_request_too_large`. */
export interface FormLimits {
  /** Bytes of the whole form. */
  readonly maxBytes: number
  /** Bytes of all text fields together. */
  readonly maxFieldBytes: number
}

/** A body that nobody has read yet: `dispatch` reads it once it knows the endpoint, and within that one's limits. */
export interface StreamBody {
  readonly kind: 'stream'
  /** The announced length in bytes; `undefined` when none was announced. */
  readonly length: number | undefined
  /** The bytes as they arrive; they can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>
  /**
   * Takes a multipart form apart: resolves with its text fields, and awaits `take` for each file before it reads on.
   * Rejects with what `take` throws. Without it such a form is a 415 `rest_unsupported_media_type`.
   */
  readonly readForm?:
    | ((limits: FormLimits, take: (file: IncomingFile) => Promise<void>) => Promise<MultipartForm['fields']>)
    | undefined
}

/**
 * A request as `dispatch` takes it: plain data, from whatever carries it. `path` is relative to the interface's root,
 * begins with `/` and may be percent-encoded. `query` is the raw text after `?`, or parameters as they are (a caller in
 * process need not encode them). `body` is raw bytes or text with its `content-type` header, a stream of bytes that is read
 * when the endpoint is known, a JSON value for callers in process, or a multipart form that was taken apart.
 */
export interface RestRequest {
  readonly method: string
  readonly path: string
  readonly query?: string | Readonly<Record<string, unknown>> | undefined
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  readonly body?: RequestBody | undefined
  readonly remoteAddress?: string | undefined
  /** Whether it came over TLS. */
  readonly secure?: boolean | undefined
  /** Aborted when the caller no longer wants the answer. */
  readonly signal?: AbortSignal | undefined
  /** Who calls, when that is known already (calls in process): authenticators are not asked then. */
  readonly principal?: Principal | undefined
}

/** See {@link RestRequest}. */
export type RequestBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'multipart'; readonly form: MultipartForm }
  | StreamBody

/**
 * What `dispatch` answers. `body` is the JSON value before it is written (`undefined`: nothing is sent); `text()` is
 * what goes over the wire. Header names are as they are sent; `headers` has `Content-Type` set.
 */
export interface RestResponse<T = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: T
  text(): string
}

/** Answers requests in process. Name the type of the response's body as `T`; it is not checked. */
export type Dispatch = <T = unknown>(request: RestRequest) => Promise<RestResponse<T>>

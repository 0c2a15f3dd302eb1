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

/**
 * A request as `dispatch` takes it: plain data, from whatever carries it. `path` is relative to the interface's root,
 * begins with `/` and may be percent-encoded. `query` is the raw text after `?`, or parameters as they are (a caller in
 * process need not encode them). `body` is raw bytes or text with its `content-type` header, a JSON value for callers in
 * process, or a multipart form that the adapter has taken apart.
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

/**
 * What `dispatch` answers. `body` is the JSON value before it is written (`undefined`: nothing is sent); `text()` is
 * what goes over the wire. Header names are as they are sent; `headers` has `Content-Type` set.
 */
export interface RestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  text(): string
}

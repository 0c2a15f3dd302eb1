/** Requests a URL by GET, as the global `fetch` does. */
export type FetchKeys = (
  url: string,
  init: {
    readonly headers: Readonly<Record<string, string>>
    readonly redirect: 'error'
    readonly signal: AbortSignal
  },
) => Promise<Response>

/** A provider whose tokens a site accepts. */
export interface OpenIdProvider {
  /** The provider's issuer, exactly as in `iss` of its tokens: an `https:` URL, or a URL of this machine. */
  readonly issuer: string
  /**
   * The value that `aud` must contain: the identifier of this interface at the provider. With a list, one of its values
   * is enough.
   */
  readonly audience: string | readonly string[]
  /** Where the provider publishes its keys. By default, its discovery document names the URL. */
  readonly jwksUri?: string | undefined
  /**
   * The accepted signature algorithms; by default all asymmetric ones. Algorithms with a shared secret are never
   * accepted.
   */
  readonly algorithms?: readonly string[] | undefined
  /**
   * The accepted values of `typ` in the header of a token, in any case and without `application/`; `at+jwt` and `JWT` by
   * default. A token without `typ` counts as `JWT`.
   */
  readonly types?: readonly string[] | undefined
  /** The tolerated difference of the provider's clock, in seconds; 60 by default, at most 300. */
  readonly clockTolerance?: number | undefined
  /**
   * Whether the first token of an unknown subject identifies the user who has its email address, if the provider has
   * verified the address. Later tokens identify the user by subject. Off by default.
   */
  readonly linkByEmail?: boolean | undefined
  /**
   * The role of users that are created for unknown subjects. Their tokens must contain a verified email address that no
   * user has. By default, unknown subjects are refused.
   */
  readonly newUserRole?: string | undefined
  /** Requests the keys; the global `fetch` by default. */
  readonly fetch?: FetchKeys | undefined
}

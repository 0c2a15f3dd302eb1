/** The limits of a download. */
export interface DownloadLimits {
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

/**
 * Fetches a file from the web. It must refuse URLs within the site's own network, because they come from users who upload
 * files, not from the operator. Resolves with `undefined` if the file does not exist; rejects with a `RestError` if the URL
 * is refused or the download fails, whose `cause` is set if the server did not respond.
 */
export type Downloader = (url: string, limits: DownloadLimits) => Promise<Uint8Array | undefined>

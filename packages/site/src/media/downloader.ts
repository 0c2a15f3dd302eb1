/** What a download may not go beyond. */
export interface DownloadLimits {
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

/**
 * Fetches a file from the web. It must refuse addresses within the site's own network: they come from people who may
 * upload, not from those who run the site. `undefined` when there is no such file; it throws a `RestError` when it may
 * not or cannot fetch it.
 */
export type Downloader = (url: string, limits: DownloadLimits) => Promise<Uint8Array | undefined>

import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { RestError } from '@platen/core'
import type { Downloader } from '@platen/site'
import { isPrivateAddress } from './private-address.js'

/** How files are fetched from the web. */
export interface DownloaderOptions {
  /** Milliseconds that a download may take: 30,000 by default. */
  readonly timeout?: number | undefined
  /** Which addresses in private networks are allowed: none by default. */
  readonly allowPrivate?: ((address: string) => boolean) | undefined
}

const MAX_REDIRECTS = 5

const refused = (message: string, cause?: unknown) => new RestError('rest_invalid_url', message, 400, { cause })

/**
 * Creates a downloader for the public web: each name, also of a redirect, is resolved once and connected to at the
 * checked address.
 */
export function createDownloader({ timeout = 30_000, allowPrivate = () => false }: DownloaderOptions = {}): Downloader {
  const isAllowed = (address: string) => !isPrivateAddress(address) || allowPrivate(address)
  const guarded: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = addresses?.filter(({ address }) => isAllowed(address)) ?? []
      const [first] = allowed
      if (error !== null || first === undefined)
        callback(error ?? refused('The address is not on the public web.'), '', 0)
      else if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
  const open = (url: URL, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isAllowed(host)) return reject(refused('The address is not on the public web.'))
      const request = url.protocol === 'https:' ? requestHttps : requestHttp
      request(url, { lookup: guarded, signal, agent: false }, resolve).on('error', reject).end()
    })
  return async (given, { maxBytes, signal }) => {
    const limits = [AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])]
    const stop = AbortSignal.any(limits)
    try {
      let url = new URL(given)
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        if (!/^https?:$/.test(url.protocol)) throw refused('Only HTTP and HTTPS URLs can be fetched.')
        const response = await open(url, stop)
        const { statusCode: status = 0, headers } = response
        if (status >= 300 && status < 400 && headers.location !== undefined) {
          response.destroy()
          url = new URL(headers.location, url)
          continue
        }
        if (status === 200) return await read(response, maxBytes)
        response.destroy()
        if (status === 404 || status === 410) return undefined
        throw refused(`The server responded with the status ${status}.`)
      }
      throw refused('The URL redirects too often.')
    } catch (error) {
      throw error instanceof RestError ? error : refused('The URL could not be fetched.', error)
    }
  }
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes)
      throw new RestError('rest_upload_file_too_big', `The file is larger than ${maxBytes} bytes.`, 413)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

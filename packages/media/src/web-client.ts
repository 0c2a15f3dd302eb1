import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { checks, GrowingBytes, isUrl, type OptionChecks, requireOptions } from '@platen/core'
import type { WebClient, WebRequest, WebResult } from '@platen/site'
import { isPrivateAddress } from './private-address.js'

/** An address that a name resolves to. */
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** How a web client connects. */
export interface WebClientOptions {
  /** The time limit of a request in milliseconds, unless the request sets a lower one; 30,000 by default. */
  readonly timeout?: number | undefined
  /** Allows addresses in private networks; none by default. */
  readonly allowPrivate?: ((address: string) => boolean) | undefined
  /** Resolves the name of a host; by default as the operating system does. */
  readonly resolve?: ((hostname: string) => Promise<readonly ResolvedAddress[]>) | undefined
}

const { callable, positive } = checks

const clientChecks: OptionChecks<WebClientOptions> = { timeout: positive, allowPrivate: callable, resolve: callable }

const MAX_REDIRECTS = 5
const USER_AGENT = 'Platen'

/** Thrown within the client for a URL that must not be requested; callers get it as the outcome `refused`. */
const refused = (message: string, cause?: unknown) => Object.assign(new Error(message, { cause }), { refused: true })

// Many sites never request anything, and these modules take some milliseconds to load.
const loadHttps = () => import('node:https')
const loadHttp = () => import('node:http')
const systemAddresses = async (hostname: string) => {
  const { lookup } = await import('node:dns/promises')
  return lookup(hostname, { all: true })
}

/**
 * Creates a client for the public web. It resolves each name once, including those of redirects, and connects to a
 * checked address. URLs with credentials are refused. Throws a `RangeError` for unknown and invalid options.
 */
export function createWebClient(options: WebClientOptions = {}): WebClient {
  requireOptions('createWebClient', options, clientChecks)
  const { timeout = 30_000, allowPrivate = () => false, resolve = systemAddresses } = options
  const isAllowed = (address: string, isOwn: boolean) => isOwn || !isPrivateAddress(address) || allowPrivate(address)
  const guarded =
    (isOwn: boolean): LookupFunction =>
    (hostname, options, callback) => {
      resolve(hostname).then(
        addresses => {
          const allowed = addresses.filter(({ address }) => isAllowed(address, isOwn))
          const [first] = allowed
          if (first === undefined) callback(refused('The address is not on the public web.'), '', 0)
          else if (options.all === true) callback(null, [...allowed])
          else callback(null, first.address, first.family)
        },
        error => callback(refused('The name of the host could not be resolved.', error), '', 0),
      )
    }
  const objection = (url: URL, isOwn = false): string | undefined => {
    if (!/^https?:$/.test(url.protocol)) return 'Only HTTP and HTTPS URLs can be fetched.'
    if (url.username !== '' || url.password !== '') return 'A URL with credentials is not fetched.'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return isIP(host) !== 0 && !isAllowed(host, isOwn) ? 'The address is not on the public web.' : undefined
  }
  const open = async (url: URL, isOwn: boolean, given: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const { request } = await (url.protocol === 'https:' ? loadHttps() : loadHttp())
    const headers = { 'user-agent': USER_AGENT, ...given }
    return new Promise<IncomingMessage>((done, fail) => {
      request(url, { lookup: guarded(isOwn), signal, agent: false, headers }, done)
        .on('error', fail)
        // A server that switches to another protocol sends no response and causes no `error` event.
        .on('close', () => fail(new Error('The server closed the connection.')))
        .end()
    })
  }
  const follow = async (
    given: string,
    { maxBytes, accept = '*/*', follows = () => true, headers: sent = {}, siteOrigin, readsErrors = false }: WebRequest,
    stop: AbortSignal,
  ) => {
    let url = new URL(given)
    const { origin } = url
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const isOwn = url.origin === siteOrigin
      const reason = objection(url, isOwn)
      if (reason !== undefined) throw refused(reason)
      const response = await open(url, isOwn, url.origin === origin ? { ...sent, accept } : { accept }, stop)
      const { statusCode: status = 0, headers } = response
      if (status >= 300 && status < 400 && headers.location !== undefined) {
        response.destroy()
        if (!isUrl(headers.location, url.href)) throw refused('The URL redirects to an invalid one.')
        url = new URL(headers.location, url)
        if (!follows(url.href)) throw refused('The URL redirects to one that is not followed.')
        continue
      }
      const body = status === 200 || readsErrors ? await read(response, maxBytes) : discard(response)
      return {
        outcome: 'response' as const,
        status,
        url: url.href,
        contentType: headers['content-type'] ?? '',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...body,
      }
    }
    throw refused('The URL redirects too often.')
  }
  return {
    permits: url => isUrl(url) && objection(new URL(url)) === undefined,
    async get(url, request): Promise<WebResult> {
      const limit = AbortSignal.timeout(Math.min(timeout, request.timeout ?? timeout))
      const stop = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal])
      try {
        return await follow(url, request, stop)
      } catch (error) {
        return isRefusal(error)
          ? { outcome: 'refused', reason: error.message, cause: error.cause }
          : { outcome: 'failed', cause: error }
      }
    },
  }
}

const isRefusal = (error: unknown): error is Error => error instanceof Error && 'refused' in error

function discard(response: IncomingMessage) {
  response.destroy()
  return { bytes: new Uint8Array(), truncated: false }
}

/** Reads at most `maxBytes`, and closes the connection if there are more. */
async function read(response: IncomingMessage, maxBytes: number) {
  const read = new GrowingBytes()
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    read.add(chunk)
    if (read.size > maxBytes) break
  }
  return { bytes: read.bytes().subarray(0, maxBytes), truncated: read.size > maxBytes }
}

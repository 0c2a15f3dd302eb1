import { checks, isUrl, type OptionChecks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { checkDefinition, RegistrationError, Registrations } from '../../kernel/registrations/index.js'

/** A site whose pages can be embedded; see `registerOembedProvider`. */
export interface OembedProviderOptions {
  /** The `https` URL of its oEmbed endpoint. `{format}` in it becomes `json`. */
  readonly endpoint: string
  /** Patterns of the URLs of its pages, such as `https://*.example.com/videos/*`. */
  readonly urls: readonly string[]
  /** The hosts that its frames may show, such as `*.example.com`; by default the host of the endpoint. */
  readonly frames?: readonly string[] | undefined
}

const { required, text, texts } = checks

const providerChecks: OptionChecks<OembedProviderOptions> = {
  endpoint: required(text),
  urls: required(texts),
  frames: texts,
}

/** A registered provider. */
export interface OembedProvider {
  readonly name: string
  readonly endpoint: string
  readonly matches: UrlTest
  /** Whether a frame may show a URL. */
  readonly allowsFrame: UrlTest
}

/** Checks and compiles a provider. */
export function oembedProvider(name: string, options: OembedProviderOptions): OembedProvider {
  const what = `the oEmbed provider "${name}"`
  checkDefinition(what, options, providerChecks)
  const { endpoint, urls, frames } = options
  const plain = endpoint.replaceAll('{format}', 'json')
  if (!isUrl(plain) || new URL(plain).protocol !== 'https:')
    throw new RegistrationError(`${what}: the endpoint "${endpoint}" is not an https URL`)
  const patterns = urls.map(urlPattern)
  const hosts = (frames ?? [new URL(plain).hostname]).map(hostTest)
  return Object.freeze({
    name,
    endpoint: plain,
    matches: (url: URL) => patterns.some(fits => fits(url)),
    allowsFrame: (url: URL) => url.protocol === 'https:' && url.port === '' && hosts.some(has => has(url.hostname)),
  })
}

/** The providers of a site, in the order of their registration. */
export const oembedProviders = registrationKey(
  'oEmbed providers',
  () => new Registrations<OembedProvider>('the oEmbed provider'),
)

/** Whether a URL fits a pattern. */
type UrlTest = (url: URL) => boolean

const host = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/**
 * Compiles a URL pattern such as `https://*.example.com/videos/*`: `*.` matches any subdomain or none; a star in the
 * path or query matches any characters. Both `http` and `https` URLs match.
 */
export function urlPattern(pattern: string): UrlTest {
  const [, name = '', path = ''] = /^https?:\/\/([^/?#]*)(\/.*)$/.exec(pattern) ?? []
  if (!host.test(name)) throw new RegistrationError(`"${pattern}" is not a URL pattern such as https://*.example.com/*`)
  const hasHost = hostTest(name)
  const parts = path.split('*')
  return url => hasHost(url.hostname) && url.port === '' && fits(url.pathname + url.search, parts)
}

/** Whether a host is `name` or, with `*.`, also one of its subdomains. */
function hostTest(name: string): (hostname: string) => boolean {
  if (!name.startsWith('*.')) return hostname => hostname === name
  const base = name.slice(2)
  return hostname => hostname === base || hostname.endsWith(`.${base}`)
}

/** Whether a text consists of parts with any characters between them. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let index = first.length
  for (const part of rest) {
    const start = text.indexOf(part, index)
    if (start === -1) return false
    index = start + part.length
  }
  return text.length - last.length >= index && text.endsWith(last)
}

import { checks, isUrl, type OptionChecks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { checkDefinition, RegistrationError, Registrations } from '../../kernel/registrations/index.js'
import { hostTest, type UrlTest, urlPattern } from './url-pattern.js'

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

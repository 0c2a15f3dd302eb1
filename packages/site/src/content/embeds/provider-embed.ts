import { isUrl } from '@platen/core'
import { escapeHtml, escapeUrl, filterEmbedHtml, sanitizeTextField } from '@platen/rendering'

/** Rules for the HTML of an embed, depending on its source. */
export interface EmbedTrust {
  /** Whether a frame may show a URL. */
  allowsFrame(url: URL): boolean
  /** The value of `sandbox` of its frames. */
  readonly sandbox: string
}

/** For registered providers: their players need their own storage, and links in new tabs. */
export const PROVIDER_SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms'
/** For pages of unknown sites. */
export const UNKNOWN_SANDBOX = 'allow-scripts'

/** Longer HTML is not an embed. */
const MAX_HTML = 100_000
const MAX_TEXT = 1_000
const TYPES: ReadonlySet<string> = new Set(['photo', 'video', 'link', 'rich'])
const TEXTS = ['title', 'author_name', 'provider_name'] as const
const URLS = ['author_url', 'provider_url', 'thumbnail_url'] as const
const NUMBERS = ['thumbnail_width', 'thumbnail_height', 'width', 'height', 'cache_age'] as const

type Data = Readonly<Record<string, unknown>>

const textIn = (data: Data, name: string): string => {
  const value = data[name]
  return typeof value === 'string' ? sanitizeTextField(value.slice(0, MAX_TEXT)) : ''
}

const urlIn = (data: Data, name: string): string => {
  const value = data[name]
  if (typeof value !== 'string' || !isUrl(value)) return ''
  const url = new URL(value)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : ''
}

function numberIn(data: Data, name: string): number | undefined {
  const value = data[name]
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

function picture(data: Data): string | undefined {
  const src = urlIn(data, 'url')
  if (src === '') return undefined
  const dimensions = (['width', 'height'] as const).flatMap(name => {
    const value = numberIn(data, name)
    return value === undefined ? [] : [`${name}="${value}"`]
  })
  return `<img ${[`src="${escapeUrl(src)}"`, `alt="${escapeHtml(textIn(data, 'title'))}"`, ...dimensions].join(' ')} />`
}

function htmlOf(type: string, data: Data, page: string, trust: EmbedTrust): string | undefined {
  if (type === 'photo') {
    const image = picture(data)
    return image && `<a href="${escapeUrl(page)}">${image}</a>`
  }
  if (type === 'link') return `<a href="${escapeUrl(page)}">${escapeHtml(textIn(data, 'title') || page)}</a>`
  const { html } = { html: data['html'] }
  if (typeof html !== 'string' || html.length > MAX_HTML) return undefined
  const isAllowed = (src: string) => isUrl(src) && trust.allowsFrame(new URL(src))
  const clean = filterEmbedHtml(html, { isAllowed, sandbox: trust.sandbox })
  return clean === '' ? undefined : clean
}

/**
 * The oEmbed data of another site for a page, with only checked members: plain texts, http and https URLs, numbers, and
 * sanitized HTML. `undefined` if it is invalid or nothing in it can be shown.
 */
export function providerEmbed(response: unknown, page: string, trust: EmbedTrust): Data | undefined {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return undefined
  const data = response as Data
  const type = String(data['type'])
  const html = TYPES.has(type) ? htmlOf(type, data, page, trust) : undefined
  if (html === undefined) return undefined
  const texts = TEXTS.flatMap(name => (textIn(data, name) === '' ? [] : [[name, textIn(data, name)] as const]))
  const urls = URLS.flatMap(name => (urlIn(data, name) === '' ? [] : [[name, urlIn(data, name)] as const]))
  const numbers = NUMBERS.flatMap(name => {
    const value = numberIn(data, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    version: '1.0',
    type,
    ...Object.fromEntries([...texts, ...urls, ...numbers]),
    ...(type === 'photo' && { url: urlIn(data, 'url') }),
    html,
  }
}

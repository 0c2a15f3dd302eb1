import { createHash } from 'node:crypto'
import { createBoundedCache, type Schema } from '@platen/core'
import { escapeHtml, escapeUrl } from '@platen/rendering'
import type { BlockScope } from '../../kernel/blocks/index.js'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { avatarUrlOption } from './user-options.js'

/** The default URLs of avatars. */
const DEFAULT_ADDRESS = 'https://secure.gravatar.com/avatar/'

/** Widths in pixels that clients are offered. */
const SIZES = [24, 48, 96] as const

const avatarAddress = (site: Pick<SiteContext, 'config' | 'get'>, email: string): string =>
  `${avatarUrlOption.of(site) ?? DEFAULT_ADDRESS}${hashOf(site, email)}`

const MAX_BYTES = 256 * 1024
const hashes = registrationKey('hashes of emails', () => createBoundedCache<string>(MAX_BYTES))

/** Cached, since hashing costs more than all other fields of an author, and a page shows few different ones. */
function hashOf(site: Pick<SiteContext, 'get'>, email: string): string {
  const cache = site.get(hashes)
  const cached = cache.get(email)
  if (cached !== undefined) return cached
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
  cache.set(email, hash, hash.length)
  return hash
}

/** The URLs of a user's avatar by width in pixels. */
export function avatarUrls(site: Pick<SiteContext, 'config' | 'get'>, email: string): Readonly<Record<string, string>> {
  const address = avatarAddress(site, email)
  return Object.fromEntries(SIZES.map(size => [size, `${address}?s=${size}&d=mm&r=g`]))
}

/** The schema of the result of `avatarUrls`, shown in `contexts`. */
export function avatarUrlsSchema(description: string, contexts: readonly string[]): Schema {
  const property = (size: number): Schema => ({
    description: `The URL of the avatar with a width of ${size} pixels.`,
    type: 'string',
    format: 'uri',
    context: ['embed', 'view', 'edit'].filter(context => contexts.includes(context)),
  })
  return { description, type: 'object', properties: Object.fromEntries(SIZES.map(size => [size, property(size)])) }
}

/** The presentation of an avatar. */
export interface AvatarOptions {
  /** The width in pixels. */
  readonly size: number
  readonly alt: string
  readonly className?: string
  /** An inline style, from attributes that were filtered. */
  readonly style?: string
}

const MAX_SIZE = 2048

/** The `img` tag of the avatar of an email address. */
export function avatarImage(
  { site, isStandalone = false }: Pick<BlockScope, 'site' | 'isStandalone'>,
  email: string,
  { size, alt, className = '', style = '' }: AvatarOptions,
): string {
  const whole = Math.min(Math.abs(Math.trunc(size)), MAX_SIZE)
  const shown = whole === 0 ? 96 : whole
  const url = (width: number) => escapeUrl(`${avatarAddress(site, email)}?s=${width}&d=mm&r=g`)
  const classes = `avatar avatar-${shown} photo${className && ` ${className}`}`
  const source = `src='${url(shown)}' srcset='${url(shown * 2)} 2x'`
  const styled = style === '' ? '' : ` style="${escapeHtml(style)};"`
  const loading = isStandalone ? `${styled && ' '}loading='lazy' decoding='async'` : ''
  return `<img alt='${escapeHtml(alt)}' ${source} class='${escapeHtml(classes)}' height='${shown}' width='${shown}' ${styled}${loading}/>`
}

import { createHash } from 'node:crypto'
import { createBoundedCache, type Schema } from '@platen/core'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { avatarUrlOption } from './user-options.js'

/** The default URLs of avatars. */
const DEFAULT_ADDRESS = 'https://secure.gravatar.com/avatar/'

/** Widths in pixels that clients are offered. */
const SIZES = [24, 48, 96] as const

/** The URL of an avatar of a width in pixels. The email address is hashed (SHA-256, lower case). */
export function avatarUrl(site: Pick<SiteContext, 'config' | 'get'>, email: string, size: number): string {
  return `${avatarAddress(site, email)}?s=${size}&d=mm&r=g`
}

const avatarAddress = (site: Pick<SiteContext, 'config' | 'get'>, email: string): string =>
  `${avatarUrlOption.of(site) ?? DEFAULT_ADDRESS}${hashOf(site, email)}`

const MAX_BYTES = 256 * 1024
const hashes = registrationKey('hashes of emails', () => createBoundedCache<string>(MAX_BYTES))

/** Cached, since hashing costs more than all other fields of an author, and a page shows few different ones. */
function hashOf(site: Pick<SiteContext, 'get'>, email: string): string {
  const cache = site.get(hashes)
  const known = cache.get(email)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
  cache.set(email, hash, hash.length)
  return hash
}

/** The URLs of a user's avatar by width in pixels. */
export function avatarUrls(site: Pick<SiteContext, 'config' | 'get'>, email: string): Readonly<Record<string, string>> {
  const address = avatarAddress(site, email)
  return Object.fromEntries(SIZES.map(size => [size, `${address}?s=${size}&d=mm&r=g`]))
}

/** The schema of the result of `avatarUrls`; `contexts` are those that show it. */
export function avatarUrlsSchema(description: string, contexts: readonly string[]): Schema {
  const property = (size: number): Schema => ({
    description: `The URL of the avatar with a width of ${size} pixels.`,
    type: 'string',
    format: 'uri',
    context: ['embed', 'view', 'edit'].filter(context => contexts.includes(context)),
  })
  return { description, type: 'object', properties: Object.fromEntries(SIZES.map(size => [size, property(size)])) }
}

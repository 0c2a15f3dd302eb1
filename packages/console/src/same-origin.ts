import { isUrl } from '@platen/core'

type Headers = Readonly<Record<string, string | undefined>>

/** The host of an origin; `undefined` for an opaque one. */
const hostOf = (origin: string): string | undefined => (isUrl(origin) ? new URL(origin).host : undefined)

/**
 * Whether a form comes from a page of the site itself, according to the browser. Other clients send no such
 * information, but cannot be tricked into sending forms.
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const { 'sec-fetch-site': relation, origin, host } = headers
  if (relation !== undefined) return relation === 'same-origin' || relation === 'none'
  if (origin === undefined) return true
  const from = hostOf(origin)
  return from !== undefined && (from === host || from === hostOf(siteUrl))
}

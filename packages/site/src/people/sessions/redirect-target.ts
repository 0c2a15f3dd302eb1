import { isUrl } from '@platen/core'

/**
 * The absolute URL of a parameter such as `redirect_to`, for the redirect after sign-in; `undefined` unless it has the
 * site's origin. Relative URLs are resolved against the site's URL.
 */
export function redirectTarget(siteUrl: string, text: string): string | undefined {
  const base = `${siteUrl}/`
  if (text === '' || !isUrl(text, base)) return undefined
  const { origin, protocol } = new URL(base)
  const target = new URL(text, base)
  const { pathname, search, hash } = target
  // The origin of `blob:https://…` is that of the URL within.
  return target.origin === origin && target.protocol === protocol ? `${origin}${pathname}${search}${hash}` : undefined
}

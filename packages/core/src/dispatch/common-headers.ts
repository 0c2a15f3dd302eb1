/**
 * Headers of all responses: browsers neither guess another type nor run or frame what a response holds, and do not pass its
 * URL on, which may contain a nonce; search engines do not list it.
 */
export const COMMON_HEADERS = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
})

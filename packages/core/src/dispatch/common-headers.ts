/**
 * Headers of all responses: browsers do not sniff another type, run or frame the content, or pass on the URL, which may
 * contain a nonce; search engines do not list the response.
 */
export const COMMON_HEADERS = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
})

import type { PageResponse } from '@platen/core'
import { type Html, htmlText } from './html.js'

const policy = (formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `form-action ${["'self'", ...new Set(formTargets)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const SECURITY_HEADERS = {
  'Content-Security-Policy': policy([]),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  // Browsers send forms without their origin where no referrer is sent at all.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
} as const

const PRIVATE = { ...SECURITY_HEADERS, 'Cache-Control': 'private, no-store' } as const

type Headers = PageResponse['headers']

/** A page as a response. */
export const pageResponse = (status: number, page: Html, headers: Headers = {}): PageResponse => ({
  status,
  headers: { ...PRIVATE, 'Content-Type': 'text/html; charset=UTF-8', ...headers },
  body: htmlText(page),
})

/**
 * Redirects the browser to another page. Targets within the console are relative, so that they cannot point to another
 * site.
 */
export const redirect = (target: string, headers: Headers = {}): PageResponse => ({
  status: 303,
  headers: { ...PRIVATE, Location: target, ...headers },
  body: '',
})

/** Redirects the browser to a page of another site, whose URL `parseReturnUrl` has accepted. */
export const leave = (url: URL): PageResponse => redirect(url.href)

/**
 * Allows the forms of a page to redirect to additional schemes: browsers also apply the page's policy to redirects
 * after a form.
 */
export const formPolicy = (schemes: readonly string[]): Headers => ({ 'Content-Security-Policy': policy(schemes) })

/** The stylesheet as a response. */
export const stylesheetResponse = (css: string): PageResponse => ({
  status: 200,
  headers: { ...SECURITY_HEADERS, 'Cache-Control': 'public, max-age=300', 'Content-Type': 'text/css; charset=UTF-8' },
  body: css,
})

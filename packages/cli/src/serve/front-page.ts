import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isNotModified, linkHeader } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { escapedText } from '@platen/site/console'
import { escapeHtml } from '@platen/site/extend'

const DOCS = 'https://github.com/platen/platen/tree/main/docs#readme'

const STYLE = [
  'body{max-width:40rem;margin:4rem auto;padding:0 1rem;font:1.125rem/1.6 system-ui,sans-serif;color:#222;background:#fff}',
  'a{color:#0645ad}',
  'code{overflow-wrap:anywhere}',
  ':focus-visible{outline:3px solid;outline-offset:2px}',
  '@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1b}a{color:#9cc4ff}}',
].join('')

const HEADERS = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
}

/** The page at a site's URL, for people who open it in a browser. */
function frontPage(
  { apiUrl, namespace, names }: SiteContext,
  title: string,
  tagline: string,
  consolePath: string | undefined,
): string {
  const name = escapedText(title || apiUrl)
  const root = escapeHtml(`${apiUrl}/`)
  const posts = escapeHtml(`${apiUrl}/${namespace}/posts`)
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="${escapeHtml(names.relationBase)}" href="${root}">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
${tagline === '' ? '' : `<p>${escapedText(tagline)}</p>\n`}<p>This address serves the content of the site as a REST interface, for programs.</p>
<ul>
<li>The interface: <a href="${root}"><code>${root}</code></a></li>
<li>Its posts: <a href="${posts}"><code>${posts}</code></a></li>
${consolePath === undefined ? '' : `<li><a href="${escapeHtml(consolePath)}">The console</a>, for people who administer the site</li>\n`}<li><a href="${DOCS}">The documentation of Platen</a>, which serves it</li>
</ul>
</main>
</body>
</html>
`
}

/** The header by which programs find the interface from any page of the site. */
export const discoveryHeader = ({ apiUrl, names }: SiteContext): { readonly Link: string } => ({
  Link: linkHeader(`${apiUrl}/`, names.relationBase),
})

/**
 * Serves the front page, with a link to the console if there is one; the page and its `Link` header contain the URL of
 * the interface.
 */
export async function serveFrontPage(
  site: SiteContext,
  req: IncomingMessage,
  res: ServerResponse,
  consolePath?: string,
): Promise<void> {
  const headers = discoveryHeader(site)
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return servePlainText(res, 405, 'Only GET and HEAD work here.', { Allow: 'GET, HEAD', ...headers })
  }
  const options = await site.options()
  const page = Buffer.from(frontPage(site, options.text('title'), options.text('description'), consolePath))
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`
  if (isNotModified({ 'if-none-match': req.headers['if-none-match'] }, etag, undefined)) {
    res.writeHead(304, { ...HEADERS, ...headers, ETag: etag })
    return void res.end()
  }
  res.writeHead(200, { ...HEADERS, ...headers, ETag: etag, 'Content-Length': page.length })
  res.end(req.method === 'HEAD' ? undefined : page)
}

/** The headers of a plain text. */
export const plainTextHeaders = {
  'Content-Type': 'text/plain; charset=UTF-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': HEADERS['Referrer-Policy'],
  'X-Content-Type-Options': HEADERS['X-Content-Type-Options'],
}

export function servePlainText(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, {
    ...headers,
    ...plainTextHeaders,
    'Content-Length': Buffer.byteLength(`${text}\n`),
  })
  res.end(res.req.method === 'HEAD' ? undefined : `${text}\n`)
}

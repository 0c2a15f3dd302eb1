import { isUrl } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { plainText } from '../../kernel/text/index.js'
import { pageText } from '../../kernel/web/index.js'
import { iconUrl, mediaSettings, openFile, ownFilePath } from '../media/index.js'
import { postAtUrl, renderedTitle } from '../posts/index.js'
import { archiveTitle } from '../terms/index.js'
import { DEFAULT_EMBED_WIDTH } from './embed-size.js'
import { embedThumbnail } from './embed-thumbnail.js'
import { NO_DETAILS, type PageDetails, pageDetails } from './page-details.js'

/** The title of a page as browsers show it: its name and that of the site. */
const pageTitle = (parts: readonly string[]): string =>
  parts
    .map(plainText)
    .filter(part => part !== '')
    .join(' – ')

/** Whether a URL has the site's scheme, host and port. */
export const hasSiteOrigin = (site: SiteContext, url: string): boolean =>
  isUrl(url) && new URL(url).origin === new URL(site.url).origin

/**
 * The details of one of the site's own posts, archives or files, or of its home page, from stored content, without a
 * request. `undefined` if no content has this URL.
 */
export async function ownPageDetails(
  site: SiteContext,
  url: string,
  maxBytes: number,
): Promise<PageDetails | undefined> {
  const path = ownFilePath(site, url)
  if (path !== undefined) return fileDetails(site, path, url, maxBytes)
  const options = await site.options()
  const icon = await iconUrl(site, options.number('site_icon'))
  const page = await postAtUrl(site, url)
  if (page !== undefined) {
    const { post } = page
    const image = await embedThumbnail(site, post, DEFAULT_EMBED_WIDTH)
    return {
      title: pageTitle([renderedTitle(post, { site }), options.text('title')]),
      icon,
      description: post.password === '' ? plainText(post.excerpt) : '',
      image: image?.thumbnail_url ?? '',
    }
  }
  const titles = isHome(site, url)
    ? [options.text('title'), options.text('description')]
    : await archiveTitle(site, url).then(title => title && [title, options.text('title')])
  return titles ? { title: pageTitle(titles), icon, description: '', image: '' } : undefined
}

function isHome(site: SiteContext, url: string): boolean {
  if (!isUrl(url)) return false
  const { origin, pathname, search } = new URL(url)
  return search === '' && `${origin}${pathname}`.replace(/\/$/, '') === new URL(site.url).href.replace(/\/$/, '')
}

/** Only files that are pages have details. */
async function fileDetails(
  site: SiteContext,
  path: string,
  url: string,
  maxBytes: number,
): Promise<PageDetails | undefined> {
  const { storage } = site.get(mediaSettings)
  const content = path === '' || storage === undefined ? undefined : await openFile(storage, path)
  if (content === undefined) return undefined
  if (!/\.x?html?$/i.test(path)) return NO_DETAILS
  const chunks: Uint8Array[] = []
  for await (const chunk of content.read(0, Math.min(content.size, maxBytes) - 1)) chunks.push(chunk)
  return pageDetails(pageText(Buffer.concat(chunks), 'text/html'), url)
}

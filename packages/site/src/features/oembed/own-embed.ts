import { escapeUrl, textOf } from '@platen/rendering'
import { defineFilter } from '../../hooks/hooks.js'
import { authorLink } from '../../permalinks/author-link.js'
import { type PostAtUrl, postAtUrl } from '../../permalinks/post-at-url.js'
import { escapedText } from '../../settings/cleaning.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../posts/post-collection.js'
import { renderedTitle } from '../posts/post-rendering.js'
import { embedSize } from './embed-size.js'
import { embedThumbnail } from './embed-thumbnail.js'

/**
 * The HTML that other sites embed for a post: a quote that links to it. Sites with pages for embedding put a frame here.
 */
export const oembedHtml = defineFilter<{
  readonly value: string
  readonly post: PostRecord
  readonly link: string
  readonly width: number
  readonly height: number
}>('oembed.html')

const quote = (title: string, link: string, siteName: string): string =>
  `<blockquote cite="${escapeUrl(link)}"><p><a href="${escapeUrl(link)}">${title}</a></p>` +
  `<footer>${siteName}</footer></blockquote>`

/** The oEmbed data of the published post at a URL; `undefined` if there is none. */
export async function ownEmbed(
  site: SiteContext,
  url: string,
  maxWidth: unknown,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const found = await postAtUrl(site, url)
  return found && describe(site, found, maxWidth)
}

async function describe(site: SiteContext, { post, link }: PostAtUrl, maxWidth: unknown) {
  const options = await site.options()
  const { width, height } = embedSize(maxWidth)
  const title = renderedTitle(post, { site })
  const author = await site.store.users.get(post.author)
  const siteName = escapedText(options.text('title'))
  const value = quote(escapedText(textOf(title)), link, siteName)
  return {
    version: '1.0',
    provider_name: siteName,
    provider_url: site.url,
    author_name: author?.displayName ?? siteName,
    author_url: author === undefined ? site.url : authorLink(site, author, options),
    title: post.password === '' ? title : `Protected: ${title}`,
    type: 'rich',
    width,
    height,
    html: site.hooks.apply(oembedHtml, { value, post, link, width, height }),
    ...(await embedThumbnail(site, post, width)),
  }
}

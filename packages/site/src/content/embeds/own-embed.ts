import { escapeUrl, textOf } from '@platen/rendering'
import { defineFilter, type SiteContext } from '../../kernel/context/index.js'
import { escapedText, type OptionSnapshot } from '../../kernel/options/index.js'
import { type PostRecord, usersIn } from '../../kernel/records/index.js'
import type { Dimensions } from '../media/index.js'
import { authorLink, mainPageOf, type PostAtUrl, postAtUrl, renderedTitle } from '../posts/index.js'
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
  const main = mainPageOf(url)
  const post = (await postAtUrl(site, url)) ?? (main === undefined ? undefined : await postAtUrl(site, main))
  return post && describe(site, post, maxWidth)
}

/** The embeds of posts that are published. */
export interface OwnEmbeds {
  /** The HTML in content with room for a width. */
  htmlOf(page: PostAtUrl, maxWidth: unknown): string
  /** The HTML of the title, which excerpts show. */
  titleOf(page: PostAtUrl): string
}

/** Creates the embeds of posts that are published. */
export async function ownEmbeds(site: SiteContext): Promise<OwnEmbeds> {
  const siteName = siteNameOf(await site.options())
  return {
    htmlOf: (found, maxWidth) => htmlOf(site, found, { siteName, ...embedSize(maxWidth) }),
    titleOf: ({ post }) => titleHtml(site, post),
  }
}

const siteNameOf = (options: OptionSnapshot): string => escapedText(options.text('title'))

/** The title that readers see, which shows whether the post has a password. */
function shownTitle(site: SiteContext, post: PostRecord): string {
  const title = renderedTitle(post, { site })
  return post.password === '' ? title : `Protected: ${title}`.trimEnd()
}

const titleHtml = (site: SiteContext, post: PostRecord): string => escapedText(textOf(shownTitle(site, post)))

function htmlOf(
  site: SiteContext,
  { post, link }: PostAtUrl,
  { siteName, width, height }: Dimensions & { readonly siteName: string },
): string {
  const value = quote(titleHtml(site, post), link, siteName)
  return site.hooks.apply(oembedHtml, { value, post, link, width, height })
}

async function describe(site: SiteContext, page: PostAtUrl, maxWidth: unknown) {
  const { post } = page
  const options = await site.options()
  const { width, height } = embedSize(maxWidth)
  const author = await usersIn(site.store).get(post.author)
  const siteName = siteNameOf(options)
  return {
    version: '1.0',
    provider_name: siteName,
    provider_url: site.url,
    author_name: author?.displayName ?? siteName,
    author_url: author === undefined ? site.url : authorLink(site, author, options),
    title: shownTitle(site, post),
    type: 'rich',
    width,
    height,
    html: htmlOf(site, page, { siteName, width, height }),
    ...(await embedThumbnail(site, post, width)),
  }
}

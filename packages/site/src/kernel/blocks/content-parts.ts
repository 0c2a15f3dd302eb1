import type { ImageLookup, RenderOptions } from '@platen/rendering'
import { registrationKey, type SiteContext, type SitePrincipal } from '../context/index.js'
import type { PostRecord } from '../records/index.js'

/**
 * Replaces URLs in a content with their embeds. Those of own posts are only titles in a content from which an excerpt
 * is created, and `[embed]` stays there, because excerpts omit shortcodes.
 */
export type ReplaceEmbeds = (content: string, isForExcerpt?: boolean) => string

/** The media that texts show. */
export interface ShownMedia extends Pick<RenderOptions, 'galleries' | 'playlists' | 'attachedMedia'> {
  readonly images?: ImageLookup | undefined
}

/** The texts of posts, and those that their blocks include. */
export interface ContentTexts {
  readonly posts: readonly PostRecord[]
  readonly included: readonly { readonly id: number; readonly content: string }[]
}

/** What a feature adds to the rendered texts of a page of posts; each loads with a fixed number of queries. */
export interface ContentPart {
  /** Loads the embeds of texts; `undefined` if they have none. */
  embeds?(site: SiteContext, texts: readonly { readonly content: string }[]): Promise<ReplaceEmbeds | undefined>
  /** Loads the media that texts show to a reader. */
  media?(
    reader: { readonly site: SiteContext; readonly principal: SitePrincipal },
    texts: ContentTexts,
  ): Promise<ShownMedia>
}

/** The parts that features add to rendered texts. */
export const contentParts = registrationKey('content parts', (): ContentPart[] => [])

/** Loads the embeds of texts; `undefined` if they have none. */
export async function loadEmbeds(
  site: SiteContext,
  texts: readonly { readonly content: string }[],
): Promise<ReplaceEmbeds | undefined> {
  for (const part of site.get(contentParts)) {
    const found = await part.embeds?.(site, texts)
    if (found !== undefined) return found
  }
  return undefined
}

/** Loads the media that texts show to a reader. */
export async function loadShownMedia(
  reader: { readonly site: SiteContext; readonly principal: SitePrincipal },
  texts: ContentTexts,
): Promise<ShownMedia> {
  let shown: ShownMedia = {}
  for (const part of reader.site.get(contentParts)) shown = { ...shown, ...(await part.media?.(reader, texts)) }
  return shown
}

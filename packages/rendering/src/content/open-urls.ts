import { type PlayerKind, playedType } from '../shortcodes/played-types.js'
import { escapeUrl } from '../text/entities.js'
import { type EmbedUse, mayHaveEmbeds, replaceUses } from './embeds.js'

const KINDS: readonly PlayerKind[] = ['audio', 'video']
const fileEnd = /\.\w{3,4}(?=[\s<[]|$)/g
const somewhere = /^https?:\/\/.+\.\w+$/

const kindOf = (url: string): PlayerKind | undefined => KINDS.find(kind => playedType(kind, url) !== undefined)

/** Whether content may have URLs that {@link settleUrls} replaces; false if it certainly has none. */
export const mayHaveOpenUrls = (content: string): boolean => {
  if (!mayHaveEmbeds(content)) return false
  if (content.includes('&amp;')) return true
  for (const [extension] of content.matchAll(fileEnd)) if (kindOf(extension) !== undefined) return true
  return false
}

const playerOf = (kind: PlayerKind, { url, width, height }: EmbedUse): string => {
  const size =
    kind === 'video' && width !== undefined && height !== undefined ? ` width="${width}" height="${height}"` : ''
  const address = escapeUrl(url).replaceAll('[', '%5B').replaceAll(']', '%5D')
  return `[${kind} src="${address}"${size} /]`
}

/** A URL as it is shown without an embed; undefined for a shortcode, which shows its own link. */
const shownUrl = (written: string): string | undefined =>
  written.startsWith('[') ? undefined : written.replaceAll('&amp;', '&')

/**
 * Replaces the URLs without an embed, where URLs become embeds: those of audio and video files with the shortcodes that
 * play them, if these are among the registered names, and others with the URL whose ampersands are not escaped yet.
 */
export const settleUrls = (content: string, tags: ReadonlySet<string>): string =>
  mayHaveOpenUrls(content)
    ? replaceUses(content, use => {
        const kind = somewhere.test(use.url) ? kindOf(use.url) : undefined
        if (kind !== undefined && tags.has(kind)) return playerOf(kind, use)
        return shownUrl(content.slice(use.start, use.end))
      })
    : content

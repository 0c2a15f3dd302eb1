import { type PlayerKind, playedType } from '../shortcodes/played-types.js'
import { escapeUrl } from '../text/entities.js'
import { type EmbedUse, mayHaveEmbeds, replaceUses } from './embeds.js'

const KINDS: readonly PlayerKind[] = ['audio', 'video']
const fileEnd = /\.\w{3,4}(?=[\s<[]|$)/g
const somewhere = /^https?:\/\/.+\.\w+$/

const kindOf = (url: string): PlayerKind | undefined => KINDS.find(kind => playedType(kind, url) !== undefined)

/** Whether content may have URLs of files that {@link playFiles} replaces; false if it certainly has none. */
export const mayHavePlayers = (content: string): boolean => {
  if (!mayHaveEmbeds(content)) return false
  for (const [extension] of content.matchAll(fileEnd)) if (kindOf(extension) !== undefined) return true
  return false
}

const playerOf = (kind: PlayerKind, { url, width, height }: EmbedUse): string => {
  const size =
    kind === 'video' && width !== undefined && height !== undefined ? ` width="${width}" height="${height}"` : ''
  const address = escapeUrl(url).replaceAll('[', '%5B').replaceAll(']', '%5D')
  return `[${kind} src="${address}"${size} /]`
}

/**
 * Replaces the URLs of audio and video files, where URLs become embeds, with the shortcodes that play them, if those are
 * among the registered names.
 */
export const playFiles = (content: string, tags: ReadonlySet<string>): string =>
  mayHavePlayers(content)
    ? replaceUses(content, use => {
        const kind = somewhere.test(use.url) ? kindOf(use.url) : undefined
        return kind !== undefined && tags.has(kind) ? playerOf(kind, use) : undefined
      })
    : content

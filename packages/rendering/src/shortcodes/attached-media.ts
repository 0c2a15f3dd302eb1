import { extensionOf, type PlayerKind, playedTypes } from './played-types.js'
import { findShortcodes, parseShortcodeAttributes, type ShortcodeAttributes } from './shortcode-parser.js'

/** A player that does not name a file. */
export interface AttachedMediaUse {
  readonly kind: PlayerKind
  /** The post being rendered, whose attached file it plays; 0 if there is none. */
  readonly postId: number
}

/** Returns the URL of a file that is attached to a post. It is called for each use and should only read loaded data. */
export type AttachedMediaLookup = (use: AttachedMediaUse) => string | undefined

const isGiven = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0'

/** Whether a player names a file: in `src`, or in the attribute that is named after the file's extension. */
export function namesFile(kind: PlayerKind, named: ShortcodeAttributes['named']): boolean {
  const types = Object.keys(playedTypes[kind])
  return isGiven(named['src']) || types.some(type => extensionOf(named[type] ?? '') === type)
}

const isPlayer = (tag: string): tag is PlayerKind => tag === 'audio' || tag === 'video'

/** The kinds of players in a text that name no file, so that attached files can be loaded before it is rendered. */
export function findAttachedMedia(text: string): ReadonlySet<PlayerKind> {
  const kinds = new Set<PlayerKind>()
  if (!(text.includes('[audio') || text.includes('[video'))) return kinds
  for (const { tag, attributes } of findShortcodes(text, isPlayer))
    if (isPlayer(tag) && !kinds.has(tag) && !namesFile(tag, parseShortcodeAttributes(attributes).named)) kinds.add(tag)
  return kinds
}

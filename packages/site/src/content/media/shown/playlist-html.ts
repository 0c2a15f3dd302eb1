import { escapeAttribute, escapeUrl } from '@platen/rendering'

/** An image of a track: the file, with its displayed dimensions. */
export interface TrackImage {
  readonly src: string
  readonly width: number | undefined
  readonly height: number | undefined
}

/** A track, as the script of a player reads it. */
export interface PlaylistTrack {
  readonly src: string
  readonly type: string
  readonly title: string
  readonly caption: string
  readonly description: string
  readonly meta: unknown
  readonly dimensions?: Readonly<Record<'original' | 'resized', Dimensions>> | undefined
  readonly image?: TrackImage | undefined
  readonly thumb?: TrackImage | undefined
}

interface Dimensions {
  readonly width: number
  readonly height: number
}

/** A playlist, as the script of a player reads it. */
export interface Playlist {
  readonly type: 'audio' | 'video'
  readonly tracklist: boolean
  readonly tracknumbers: boolean
  readonly images: boolean
  readonly artists: boolean
  readonly tracks: readonly PlaylistTrack[]
}

/** The dimensions of the player; an audio player has no height. */
export const playerDimensions: Dimensions = Object.freeze({ width: 640, height: 360 })

const scriptCharacters: Readonly<Record<string, string>> = { '<': '\\u003C', '>': '\\u003E' }

/** JSON that cannot end the script around it. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>]/g, character => scriptCharacters[character] ?? '')

/**
 * The HTML of a playlist: an empty player, links to the files for readers without scripts, and the tracks as JSON for a
 * script that fills the player.
 */
export function playlistHtml(playlist: Playlist, style: string): string {
  const { type, tracks } = playlist
  const { width, height } = playerDimensions
  const isAudio = type === 'audio'
  const current = isAudio ? '\t\t\t<div class="wp-playlist-current-item"></div>\n' : ''
  const size = isAudio ? `width="${width}"\n\t\t\t` : `width="${width}"\n\t\t height="${height}"\t`
  const links = tracks.map(({ src, title }) => `<li><a href='${escapeUrl(src)}'>${escapeAttribute(title)}</a></li>`)
  return (
    `<div class="wp-playlist wp-${type}-playlist wp-playlist-${escapeAttribute(style)}">\n${current}` +
    `\t\t<${type} controls="controls" preload="none" ${size}></${type}>\n` +
    '\t<div class="wp-playlist-next"></div>\n\t<div class="wp-playlist-prev"></div>\n' +
    `\t<noscript>\n\t<ol>\n\t\t${links.join('')}\t</ol>\n\t</noscript>\n` +
    `\t<script type="application/json" class="wp-playlist-script">${scriptJson(playlist)}</script>\n</div>\n\t`
  )
}

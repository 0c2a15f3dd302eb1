/** The kind of media that a shortcode plays. */
export type PlayerKind = 'audio' | 'video'

/** The media types of the files that players support, by extension. */
export const playedTypes: Readonly<Record<PlayerKind, Readonly<Record<string, string>>>> = {
  audio: {
    mp3: 'audio/mpeg',
    ogg: 'audio/ogg',
    flac: 'audio/flac',
    m4a: 'audio/mpeg',
    wav: 'audio/wav',
  },
  video: {
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
    flv: 'video/x-flv',
  },
}

/** The media type of the file that a URL without a query names, if players of a kind support it. */
export const playedType = (kind: PlayerKind, url: string): string | undefined => {
  const extension = extensionOf(url)
  return Object.hasOwn(playedTypes[kind], extension) ? playedTypes[kind][extension] : undefined
}

/** The extension of a URL without a query, in lower case. */
export const extensionOf = (url: string): string => /\.(\w+)$/.exec(url)?.[1]?.toLowerCase() ?? ''

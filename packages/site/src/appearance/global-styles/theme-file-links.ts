import type { Link } from '@platen/core'
import { isMap } from '../../kernel/text/index.js'
import { type JsonObject, mapAt, THEME_FILE, valueAt } from '../theme-json/index.js'

const IMAGE = ['background', 'backgroundImage', 'url']

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/** A link from a file of the theme that styles name to its URL. */
function linkOf(url: unknown, target: string, themeUrl: string): readonly Link[] {
  if (typeof url !== 'string' || !url.startsWith(THEME_FILE)) return []
  const path = url.slice(THEME_FILE.length)
  if (path.split('/').includes('..')) return []
  const type = TYPES[/\.(\w+)$/.exec(path.slice(-8))?.[1]?.toLowerCase() ?? '']
  const href = `${themeUrl}/${path.split('/').map(encodeURIComponent).join('/')}`
  return [{ name: url, target, ...(type !== undefined && { type }), href }]
}

/** The URLs of the files of a theme that are background images of the site and of its blocks. */
export const themeFileLinks = (styles: JsonObject, themeUrl: string): readonly Link[] => [
  ...linkOf(valueAt(styles, IMAGE), `styles.${IMAGE.join('.')}`, themeUrl),
  ...Object.entries(mapAt(styles, 'blocks')).flatMap(([block, stylesOfBlock]) =>
    isMap(stylesOfBlock)
      ? linkOf(valueAt(stylesOfBlock, IMAGE), `styles.blocks.${block}.${IMAGE.join('.')}`, themeUrl)
      : [],
  ),
]

import type { FileType, PublicFiles } from '../../../content/media/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { themes } from './themes.js'

/** The media types of the public files of themes, by extension. */
const TYPES: Readonly<Record<string, FileType>> = Object.freeze({
  css: { type: 'text/css' },
  js: { type: 'text/javascript' },
  mjs: { type: 'text/javascript' },
  png: { type: 'image/png' },
  jpg: { type: 'image/jpeg' },
  jpeg: { type: 'image/jpeg' },
  gif: { type: 'image/gif' },
  webp: { type: 'image/webp' },
  avif: { type: 'image/avif' },
  svg: { type: 'image/svg+xml' },
  ico: { type: 'image/x-icon' },
  woff2: { type: 'font/woff2' },
  woff: { type: 'font/woff' },
  ttf: { type: 'font/ttf' },
  otf: { type: 'font/otf' },
  mp4: { type: 'video/mp4' },
  webm: { type: 'video/webm' },
  mp3: { type: 'audio/mpeg' },
  ogg: { type: 'audio/ogg' },
  json: { type: 'application/json' },
  txt: { type: 'text/plain' },
  vtt: { type: 'text/vtt' },
})

/** Types that are sources of the theme, unless they are in its folder `assets`. */
const ONLY_ASSETS = new Set(['json', 'txt', 'vtt'])
const MAX_LENGTH = 1000
/** Characters with a special meaning in the paths of some file systems. */
const UNSAFE = /[\\:\p{Cc}]/u

/** Whether a file, by its path below the folder of its theme, is one that pages load. */
function isPublic(path: string): boolean {
  if (path.length > MAX_LENGTH || UNSAFE.test(path)) return false
  const parts = path.split('/')
  if (parts.some(part => part === '' || part === 'node_modules' || part.startsWith('.'))) return false
  const dot = path.lastIndexOf('.')
  const extension = dot < 0 ? '' : path.slice(dot + 1).toLowerCase()
  return Object.hasOwn(TYPES, extension) && (!ONLY_ASSETS.has(extension) || parts[0] === 'assets')
}

/** The lengths of the names of themes: a folder, or one in a folder. */
const NAME_PARTS = [1, 2]

/**
 * The public files of the themes of a site, by paths such as `garden/assets/fonts/leaf.woff2`: style sheets, scripts,
 * images, fonts, audio and video, and other files in the folder `assets`. They have the URLs that the routes of themes
 * show. Templates, patterns, `theme.json`, code, names that begin with a dot, and symbolic links are not public.
 */
export function themeFiles(context: SiteContext): PublicFiles {
  const registered = () => context.get(themes)
  return {
    types: TYPES,
    url: path => registered().urlOf(path),
    async open(path) {
      const parts = path.split('/', MAX_LENGTH)
      for (const length of NAME_PARTS) {
        const theme = registered().find(parts.slice(0, length).join('/'))
        const below = parts.slice(length).join('/')
        if (theme !== undefined) return isPublic(below) ? theme.open(below) : undefined
      }
      return undefined
    },
  }
}

import { ThemeError } from '../../theme-json/index.js'
import { listOf, readFileHeader } from './file-header.js'
import type { ThemeHeader } from './theme.js'

/** Reads the header of a theme's `style.css`. Throws a `ThemeError` if there is none, or the theme has no name. */
export function readStyleHeader(file: string, text: string): ThemeHeader {
  const header = readFileHeader(text)
  const value = (name: string) => header.get(name) ?? ''
  if (value('theme name') === '') throw new ThemeError(file, 'the header has no "Theme Name"')
  const template = value('template')
  return Object.freeze({
    name: value('theme name'),
    uri: value('theme uri'),
    author: value('author'),
    authorUri: value('author uri'),
    description: value('description'),
    version: value('version'),
    requiresService: value('requires at least'),
    requiresRuntime: value('requires php'),
    tags: Object.freeze(listOf(header.get('tags'))),
    textDomain: value('text domain'),
    ...(template !== '' && { template }),
  })
}

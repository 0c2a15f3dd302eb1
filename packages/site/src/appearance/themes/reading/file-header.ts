import { ThemeError } from '../../theme-json/index.js'
import type { ThemeHeader } from './theme.js'

/** Headers of files are within the first 8 KiB. */
const MAX_HEADER = 8192

/** Text after a value that is not part of it: the end of a comment, or of the surrounding code. */
const END = /(?:\*\/|\?>).*/

/**
 * The header of a file: lines such as `Theme Name: Garden` in a comment, by name in lower case. The first line with a
 * name is used.
 */
export function readFileHeader(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const line of text.slice(0, MAX_HEADER).split(/\r\n?|\n/)) {
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const name = line
      .slice(0, colon)
      .replace(/^(?:[ \t]*<\?php)?[ \t/*#@]*/, '')
      .trim()
      .toLowerCase()
    const value = line
      .slice(colon + 1)
      .replace(END, '')
      .trim()
    if (!values.has(name)) values.set(name, value)
  }
  return values
}

/** The parts of a value with commas. */
const listOf = (value: string | undefined): readonly string[] =>
  (value ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

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

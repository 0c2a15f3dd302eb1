import { blockPattern } from '../registrations/block-patterns.js'
import { listOf, readFileHeader } from './file-header.js'
import type { PatternUrls } from './pattern-calls.js'
import { patternMarkup } from './pattern-markup.js'
import type { ThemePattern } from './theme.js'
import { ThemeError } from './theme-json.js'

const YES = ['yes', 'true']

/** The value of a header that is a list; none if the header is missing. */
const list = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: readonly string[] } =>
  value === undefined || value === '' ? {} : ({ [key]: listOf(value) } as { readonly [P in K]: readonly string[] })

/** Reads a pattern's file: its header, and its markup without code. Throws a `ThemeError` without a title or slug. */
export function readPattern(file: string, text: string, urls: PatternUrls): ThemePattern {
  const header = readFileHeader(text)
  const title = header.get('title') ?? ''
  const slug = header.get('slug') ?? ''
  if (title === '') throw new ThemeError(file, 'the header has no "Title"')
  if (!/^[A-Za-z0-9/_-]{1,200}$/.test(slug)) throw new ThemeError(file, 'the header has no valid "Slug"')
  const width = Number.parseInt(header.get('viewport width') ?? '', 10)
  const inserter = header.get('inserter')?.toLowerCase()
  return blockPattern(slug, {
    title,
    content: patternMarkup(text, urls),
    description: header.get('description') ?? '',
    ...(Number.isSafeInteger(width) && { viewportWidth: width }),
    ...(inserter !== undefined && inserter !== '' && { inserter: YES.includes(inserter) }),
    ...list('categories', header.get('categories')),
    ...list('keywords', header.get('keywords')),
    ...list('blockTypes', header.get('block types')),
    ...list('postTypes', header.get('post types')),
    ...list('templateTypes', header.get('template types')),
  })
}

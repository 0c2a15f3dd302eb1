import { blockPattern } from '../../../kernel/blocks/index.js'
import { ThemeError } from '../../theme-json/index.js'
import { readFileHeader } from './file-header.js'
import type { PatternUrls } from './pattern-calls.js'
import { patternMarkup } from './pattern-markup.js'
import type { ThemePattern } from './theme.js'

const LISTS = [
  ['categories', 'categories'],
  ['keywords', 'keywords'],
  ['blockTypes', 'block types'],
  ['postTypes', 'post types'],
  ['templateTypes', 'template types'],
] as const

const YES = ['yes', 'true']

/** A list in a header, with commas or spaces between its members; `undefined` for none. */
const listIn = (value: string | undefined): readonly string[] | undefined =>
  value === undefined || value === '' ? undefined : value.split(/[\s,]+/).filter(part => part !== '')

/** Reads a pattern's file: its header, and its markup without code. Throws a `ThemeError` without a title or slug. */
export function readPattern(file: string, text: string, urls: PatternUrls): ThemePattern {
  const header = readFileHeader(text)
  const title = header.get('title') ?? ''
  const slug = header.get('slug') ?? ''
  if (title === '') throw new ThemeError(file, 'the header has no "Title"')
  if (!/^\P{Cc}{1,200}$/u.test(slug)) throw new ThemeError(file, 'the header has no valid "Slug"')
  const width = Number.parseInt(header.get('viewport width') ?? '', 10)
  const inserter = header.get('inserter')?.toLowerCase()
  return blockPattern(slug, {
    title,
    content: patternMarkup(text, urls),
    description: header.get('description') ?? '',
    ...(Number.isSafeInteger(width) && width !== 0 && { viewportWidth: width }),
    ...(inserter !== undefined && inserter !== '' && { inserter: YES.includes(inserter) }),
    ...Object.fromEntries(
      LISTS.map(([key, name]) => [key, listIn(header.get(name))] as const).filter(([, list]) => list !== undefined),
    ),
  })
}

import { createHash } from 'node:crypto'
import { sanitizeTextField } from '@platen/rendering'
import { foldKey } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { storedSettings } from './font-family.js'
import { faceSettings } from './font-settings.js'
import { cleanUrl } from './font-source.js'
import { cleanFamilyList } from './rest/family-list.js'

type TextName = Exclude<keyof typeof faceSettings.properties, 'src' | 'fontFamily'>

/** The settings of a font face: descriptors of `@font-face` in CSS, of which most are optional. */
export interface FontFace extends Readonly<Partial<Record<TextName, string>>> {
  readonly fontFamily: string
  /** The URLs of its files. */
  readonly src: string | readonly string[]
}

/** The URLs of a face. */
export const sourcesOf = ({ src }: Pick<FontFace, 'src'>): readonly string[] => (typeof src === 'string' ? [src] : src)

/** A single URL is stored as a text. */
export const asSource = (urls: readonly string[]): FontFace['src'] => {
  const [first, ...rest] = urls
  return first !== undefined && rest.length === 0 ? first : urls
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Sanitizes settings of a font face that match the schema, in their original order. */
export function cleanFace(site: SiteContext, settings: Readonly<Record<string, unknown>>): FontFace {
  const cleaned = Object.entries(settings).flatMap(([name, value]): [string, FontFace['src']][] => {
    if (!Object.hasOwn(faceSettings.properties, name) || value === undefined) return []
    if (name === 'src') return [[name, asSource(isList(value) ? value.map(String) : [String(value)])]]
    if (name === 'fontFamily') return [[name, cleanFamilyList(String(value))]]
    if (name === 'preview') return [[name, value === '' ? '' : cleanUrl(site, String(value))]]
    return [[name, sanitizeTextField(String(value))]]
  })
  return { fontFamily: '', src: [], ...Object.fromEntries(cleaned) }
}

/** Reads a font face from its post. */
export const fontFaceOf = (post: Pick<PostRecord, 'content'>): Readonly<Record<string, unknown>> => storedSettings(post)

const WEIGHTS: Readonly<Record<string, string>> = { normal: '400', bold: '700' }
const STRETCHES: Readonly<Record<string, string>> = {
  'ultra-condensed': '50%',
  'extra-condensed': '62.5%',
  condensed: '75%',
  'semi-condensed': '87.5%',
  normal: '100%',
  'semi-expanded': '112.5%',
  expanded: '125%',
  'extra-expanded': '150%',
  'ultra-expanded': '200%',
}
const named = (names: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(names, value) ? (names[value] as string) : value

/**
 * The descriptors by which browsers select a face, in normalized form: two faces with the same selection would be
 * ambiguous.
 */
export function faceSelection(face: FontFace): string {
  const { fontFamily, fontStyle = 'normal', fontWeight = '400', fontStretch = '100%' } = face
  const { unicodeRange = 'U+0-10FFFF' } = face
  return foldKey(
    [
      fontFamily.replaceAll('"', ''),
      fontStyle,
      named(WEIGHTS, fontWeight.toLowerCase()),
      named(STRETCHES, fontStretch.toLowerCase()),
      unicodeRange,
    ].join(';'),
  )
}

/** The slug of a face, which clients do not see: it is the same for all faces with the same selection. */
export const faceSlug = (selection: string): string =>
  `face-${createHash('sha256').update(selection).digest('hex').slice(0, 40)}`

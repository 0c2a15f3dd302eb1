import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { defaultServices } from '../../kernel/services/index.js'
import { isMap } from '../../kernel/text/index.js'
import { createExpiringCache } from '../../kernel/web/index.js'
import type { FontCollection, FontCollectionData } from './font-collections.js'
import { faceSettings } from './font-settings.js'
import { isFontUrl } from './font-source.js'

const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT = 10_000
const CACHE_BYTES = 32 * 1024 * 1024
const DAY = 24 * 60 * 60 * 1000
/** How long a failure is cached, so that not every request waits for it. */
const AFTER_FAILURE = 60_000

const cache = registrationKey('content of font collections', site =>
  createExpiringCache<ShownCollection | undefined>(CACHE_BYTES, defaultServices(site.config.services).clock),
)

/** Loads the content of a collection; `undefined` if its source cannot be read. */
export async function loadFontCollection(
  site: SiteContext,
  { slug, content }: FontCollection,
): Promise<ShownCollection | undefined> {
  if (typeof content !== 'string') return providedCollection(content)
  return site.get(cache).get(content, async () => {
    const result = await site.services.web.get(content, {
      maxBytes: MAX_BYTES,
      timeout: TIMEOUT,
      accept: 'application/json',
    })
    const isComplete = result.outcome === 'response' && result.status === 200 && !result.truncated
    const value = isComplete ? readCollection(site, decodeJson(result.bytes)) : undefined
    if (value !== undefined && isComplete) return { value, lifetime: DAY, bytes: result.bytes.length }
    site.services.logger.warn({ slug, source: content, result: result.outcome }, 'a font collection cannot be read')
    return { value: undefined, lifetime: AFTER_FAILURE, bytes: 0 }
  })
}

function decodeJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The maximum number of families in a collection, and of faces in a family. */
const MAX_FAMILIES = 5000
const MAX_FACES = 100

type Sent = Readonly<Record<string, unknown>>

/** A family of a collection as clients get it. */
export interface ShownFamily {
  readonly font_family_settings: Sent
  readonly categories: readonly string[]
}

/** The content of a collection as clients get it. */
export interface ShownCollection {
  readonly font_families: readonly ShownFamily[]
  readonly categories: readonly Sent[]
}

const listOf = (value: unknown, most: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, most) : [])
const texts = (value: unknown): readonly string[] => listOf(value, MAX_FACES).filter(each => typeof each === 'string')

/** The text properties of a record that have a name of `names`; `undefined` without one of the `required`. */
function pickTexts(source: unknown, names: readonly string[], required: readonly string[]): Sent | undefined {
  if (!isMap(source)) return undefined
  const picked = names.flatMap(name => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : []
  })
  const texts = Object.fromEntries(picked)
  return required.every(name => texts[name] !== undefined && texts[name] !== '') ? texts : undefined
}

const FACE_TEXTS = Object.keys(faceSettings.properties).filter(name => name !== 'src')

function readFace(site: SiteContext, value: unknown): readonly Sent[] {
  const face = pickTexts(value, FACE_TEXTS, ['fontFamily'])
  if (face === undefined) return []
  const { src } = value as Sent
  const urls = (typeof src === 'string' ? [src] : texts(src)).filter(url => isFontUrl(site, url))
  return urls.length === 0 ? [] : [{ ...face, src: typeof src === 'string' ? src : urls }]
}

function readFamily(site: SiteContext, value: unknown): readonly ShownFamily[] {
  if (!isMap(value)) return []
  const { font_family_settings: settings, categories } = value
  const family = pickTexts(settings, ['name', 'slug', 'fontFamily', 'preview'], ['name', 'slug', 'fontFamily'])
  if (family === undefined) return []
  const faces = listOf((settings as Sent)['fontFace'], MAX_FACES).flatMap(face => readFace(site, face))
  return [
    {
      font_family_settings: faces.length === 0 ? family : { ...family, fontFace: faces },
      categories: texts(categories),
    },
  ]
}

/**
 * Reads the content of a collection from JSON. Incomplete families and faces are skipped, and so are files that cannot
 * be web fonts. Returns `undefined` if there is no list of families.
 */
function readCollection(site: SiteContext, json: unknown): ShownCollection | undefined {
  if (!isMap(json) || !Array.isArray(json['font_families'])) return undefined
  return {
    font_families: listOf(json['font_families'], MAX_FAMILIES).flatMap(family => readFamily(site, family)),
    categories: listOf(json['categories'], MAX_FAMILIES).flatMap(category => {
      const read = pickTexts(category, ['name', 'slug'], ['name', 'slug'])
      return read === undefined ? [] : [read]
    }),
  }
}

/** The content of a collection that code registered, as clients get it. */
const providedCollection = ({ families, categories = [] }: FontCollectionData): ShownCollection => ({
  font_families: families.map(({ settings, categories: slugs = [] }) => ({
    font_family_settings: { ...settings },
    categories: slugs,
  })),
  categories: categories.map(({ name, slug }) => ({ name, slug })),
})

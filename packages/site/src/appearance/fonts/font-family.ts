import { sanitizeTextField, slugifyRequested } from '@platen/rendering'
import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { isMap, textOrEmpty } from '../../kernel/text/index.js'
import { cleanUrl } from './font-source.js'
import { cleanFamilyList } from './rest/family-list.js'

/** The settings of a font family. */
export interface FontFamily {
  /** The name for people. */
  readonly name: string
  /** The name in presets, unique on the site. */
  readonly slug: string
  /** The value of the CSS property `font-family`. */
  readonly fontFamily: string
  /** The URL of an image that shows the font; empty for none. */
  readonly preview: string
}

/** Reads the JSON that a post of a font has as content. */
export function storedSettings({ content }: Pick<PostRecord, 'content'>): Readonly<Record<string, unknown>> {
  try {
    const settings: unknown = JSON.parse(content)
    if (isMap(settings)) return settings
  } catch {
    // Imported posts may contain anything.
  }
  return {}
}

/** Reads a font family from its post. */
export function fontFamilyOf(post: Pick<PostRecord, 'title' | 'slug' | 'content'>): FontFamily {
  const { fontFamily, preview } = storedSettings(post)
  return { name: post.title, slug: post.slug, fontFamily: textOrEmpty(fontFamily), preview: textOrEmpty(preview) }
}

/** The title and content of a font family's post. */
export const familyTexts = ({ name, fontFamily, preview }: FontFamily): Pick<PostRecord, 'title' | 'content'> => ({
  title: name,
  content: JSON.stringify({ fontFamily, preview }),
})

/** Sanitizes settings of a font family. */
export const cleanFamily = (site: SiteContext, { name, slug, fontFamily, preview }: FontFamily): FontFamily => ({
  name: sanitizeTextField(name),
  slug: slugifyRequested(slug),
  fontFamily: cleanFamilyList(fontFamily),
  preview: preview === '' ? '' : cleanUrl(site, preview),
})

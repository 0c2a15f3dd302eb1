import { checks, type OptionChecks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { checkDefinition, RegistrationError, Registrations } from '../../kernel/registrations/index.js'

/** A font family to choose, in the form of theme.json: with its faces, whose `src` are URLs. */
export interface CollectedFontFamily {
  readonly name: string
  readonly slug: string
  readonly fontFamily: string
  readonly preview?: string | undefined
  /** The descriptors of its faces. */
  readonly fontFace?: readonly Readonly<Record<string, string | number | readonly string[]>>[] | undefined
}

/** A category of the families of a collection. */
export interface FontCategory {
  readonly name: string
  readonly slug: string
}

/** The options of a font collection. */
export interface FontCollectionData {
  readonly families: readonly {
    readonly settings: CollectedFontFamily
    /** The slugs of its categories. */
    readonly categories?: readonly string[] | undefined
  }[]
  readonly categories?: readonly FontCategory[] | undefined
}

/** The options of a font collection: its families, or the URL that they are read from. */
export interface FontCollectionOptions extends Partial<FontCollectionData> {
  /** Its name for people. */
  readonly name: string
  readonly description?: string | undefined
  /**
   * The URL of a JSON file with `font_families` (each with `font_family_settings` and `categories`) and `categories`, which
   * the site's web client reads when the collection is requested.
   */
  readonly source?: string | undefined
}

/** A collection of fonts that users can add to the site. */
export interface FontCollection {
  readonly slug: string
  readonly name: string
  readonly description: string
  /** Its content, or the URL that it is read from. */
  readonly content: FontCollectionData | string
}

const { anObject, anyText, listOf, required, shaped, text, texts, url } = checks

const family = shaped<FontCollectionData['families'][number]>({ settings: required(anObject), categories: texts })

const collectionChecks: OptionChecks<FontCollectionOptions> = {
  name: required(text),
  description: anyText,
  families: listOf(family, 'a list of families'),
  categories: listOf(shaped<FontCategory>({ name: required(text), slug: required(text) }), 'a list of categories'),
  source: url,
}

/** Checks and freezes a font collection. */
export function fontCollection(slug: string, options: FontCollectionOptions): FontCollection {
  const what = `the font collection "${slug}"`
  checkDefinition(what, options, collectionChecks)
  const { name, description = '', families, categories, source } = options
  if ((families === undefined) === (source === undefined))
    throw new RegistrationError(`${what} needs either "families" or "source"`)
  const content = source ?? Object.freeze({ families: Object.freeze([...(families ?? [])]), categories })
  return Object.freeze({ slug, name, description, content })
}

/** The font collections of a site, in the order of their registration. */
export const fontCollections = registrationKey(
  'font collections',
  () => new Registrations<FontCollection>('the font collection', /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/),
)

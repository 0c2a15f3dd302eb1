import { checks, type OptionChecks } from '@platen/core'
import { sanitizeSvg } from '@platen/rendering'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { checkDefinition, RegistrationError, Registrations } from '../../kernel/registrations/index.js'

/** The options of a collection of icons. */
export interface IconCollectionOptions {
  /** Its name for people. */
  readonly label: string
  readonly description?: string | undefined
}

/** A collection of icons. */
export interface IconCollection {
  readonly slug: string
  readonly label: string
  readonly description: string
}

/** The options of an icon. */
export interface IconOptions {
  /** Its name for people; by default the words of its name. */
  readonly label?: string | undefined
  /**
   * Its drawing as SVG, or a function that reads it when it is first needed. Everything except shapes and their paint
   * is removed; see `sanitizeSvg`.
   */
  readonly svg: string | (() => string | Promise<string>)
}

/** An icon. */
export interface Icon {
  /** Its collection and name, such as `core/arrow-left`. */
  readonly name: string
  /** The slug of its collection. */
  readonly collection: string
  readonly label: string
  /** Resolves with its sanitized SVG; rejects if that cannot be read. */
  content(): Promise<string>
}

const { anyText, callable, either, required, text } = checks

const collectionChecks: OptionChecks<IconCollectionOptions> = { label: required(text), description: anyText }

const iconChecks: OptionChecks<IconOptions> = { label: text, svg: required(either(text, callable)) }

const titled = (name: string): string =>
  name
    .split(/[-_]/)
    .filter(word => word !== '')
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')

/** Checks and freezes a collection of icons. */
export function iconCollection(slug: string, options: IconCollectionOptions): IconCollection {
  checkDefinition(`the icon collection "${slug}"`, options, collectionChecks)
  return Object.freeze({ slug, label: options.label, description: options.description ?? '' })
}

/** Checks and freezes an icon. */
export function icon(name: string, options: IconOptions): Icon {
  const what = `the icon "${name}"`
  checkDefinition(what, options, iconChecks)
  const { svg, label } = options
  if (typeof svg === 'string' && sanitizeSvg(svg) === '') throw new RegistrationError(`${what} has no SVG drawing`)
  const [collection = '', slug = ''] = name.split('/')
  let content: Promise<string> | undefined
  return Object.freeze({
    name,
    collection,
    label: label ?? titled(slug),
    content() {
      content ??= read(svg).catch((error: unknown) => {
        content = undefined
        throw error
      })
      return content
    },
  })
}

async function read(svg: IconOptions['svg']): Promise<string> {
  return sanitizeSvg(typeof svg === 'string' ? svg : await svg())
}

const PART = '[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?'

/** The collections of icons of a site, in the order of their registration. */
export const iconCollections = registrationKey(
  'icon collections',
  () => new Registrations<IconCollection>('the icon collection', new RegExp(`^${PART}$`)),
)

/** The icons of a site, in the order of their registration. */
export const icons = registrationKey(
  'icons',
  () => new Registrations<Icon>('the icon', new RegExp(`^${PART}/${PART}$`)),
)

/** An icon and its sanitized SVG. */
export interface ShownIcon {
  readonly icon: Icon
  readonly content: string
}

/** Reads the SVG of an icon; `undefined`, and a warning in the log, if that fails. */
export async function shownIcon({ services }: SiteContext, icon: Icon): Promise<ShownIcon | undefined> {
  try {
    const content = await icon.content()
    if (content !== '') return { icon, content }
    services.logger.warn({ icon: icon.name }, 'an icon has no SVG drawing')
  } catch (err) {
    services.logger.warn({ err, icon: icon.name }, 'an icon cannot be read')
  }
  return undefined
}

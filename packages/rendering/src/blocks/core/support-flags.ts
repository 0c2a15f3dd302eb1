import { EXPERIMENTAL } from '../supports/block-supports.js'

type Support = Readonly<Record<string, unknown>>

export const words = (text: string): readonly string[] => text.split(' ')

const nameOf = (word: string): string => (word.startsWith('*') ? `${EXPERIMENTAL}${word.slice(1)}` : word)

const switches = (text: string): Support =>
  Object.fromEntries(
    words(text).map(word => (word.startsWith('!') ? [nameOf(word.slice(1)), false] : [nameOf(word), true])),
  )

interface FlagOptions extends Support {
  /** The controls that editors show at first. */
  readonly controls?: string
  /** The parts whose classes and styles the block writes itself. */
  readonly skipSerialization?: unknown
}

/** Writes a support: the enabled names, `!` before disabled ones, and `*` for an experimental name. */
export const flags = (text: string, { controls, skipSerialization, ...more }: FlagOptions = {}): Support => ({
  ...switches(text),
  ...more,
  ...(controls === undefined ? {} : { [`${EXPERIMENTAL}DefaultControls`]: switches(controls) }),
  ...(skipSerialization === undefined ? {} : { [`${EXPERIMENTAL}SkipSerialization`]: skipSerialization }),
})

/** Supports that many blocks share. */
export const TYPOGRAPHY = Object.freeze(
  flags('fontSize lineHeight *FontFamily *FontWeight *FontStyle *TextTransform *TextDecoration *LetterSpacing', {
    controls: 'fontSize',
  }),
)
export const BORDER = Object.freeze(flags('color radius style width', { controls: 'color radius style width' }))
export const CLIENT_NAVIGATION = Object.freeze({ clientNavigation: true })

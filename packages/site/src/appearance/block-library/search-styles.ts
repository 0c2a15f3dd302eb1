import { type Block, borderAttributes, colorAttributes, escapeHtml, typographyAttributes } from '@platen/rendering'

/** The classes of an element of the form, and its inline style as an attribute with a leading space. */
export interface ElementLook {
  readonly classes: readonly string[]
  readonly style: string
}

/** The styles of the form's elements. */
export interface SearchLook {
  readonly label: ElementLook
  /** The style of a label that only screen readers show. */
  readonly hiddenLabel: ElementLook
  readonly inside: ElementLook
  readonly input: ElementLook
  readonly button: ElementLook
}

const declarationsOf = (style: string): readonly string[] => (style === '' ? [] : style.split(';'))

const isRadius = (declaration: string): boolean => /^border-(?:[a-z]+-[a-z]+-)?radius:/.test(declaration)

const BORDER_ORDER = [
  /^border-width:/,
  /^border-color:/,
  /^border-style:/,
  /^border-(?:top|right|bottom|left)-(?:width|color|style):/,
]

/** The declarations of a border: widths, colors and styles first, then the corners. */
function borderDeclarations(style: string): { readonly lines: readonly string[]; readonly corners: readonly string[] } {
  const all = declarationsOf(style)
  return {
    lines: BORDER_ORDER.flatMap(pattern => all.filter(declaration => pattern.test(declaration))),
    corners: all.filter(isRadius),
  }
}

/** The corners of the frame around input and button are a little rounder than theirs. */
const roundedAround = (corners: readonly string[]): readonly string[] =>
  corners.flatMap(corner => {
    const [property = '', value = ''] = corner.split(':')
    return Number.parseInt(value, 10) === 0 ? [] : [`${property}:calc(${value} + 4px)`]
  })

const styleAttribute = (declarations: readonly string[]): string =>
  declarations.length === 0
    ? ''
    : ` style="${escapeHtml(declarations.map(declaration => declaration.replace(':', ': ')).join(';'))}"`

const TYPE_ORDER = ['size', 'family', 'spacing', 'weight', 'style', 'height', 'transform', 'decoration']

/** The declarations of the typography, with the text decoration last. */
const typeDeclarations = (style: string): readonly string[] => {
  const place = (declaration: string) =>
    TYPE_ORDER.indexOf(declaration.slice(0, declaration.indexOf(':')).split('-')[1] ?? '')
  return [...declarationsOf(style)].sort((a, b) => place(a) - place(b))
}

const isDecoration = (declaration: string): boolean => declaration.startsWith('text-decoration:')

const NO_COLOR = { classes: [], style: '' }

/**
 * The styles of the form: the input and the button each have a border, or share one if the button is inside. Without a
 * button, the input has the button's colors.
 */
export function searchLook(block: Block, width: string | undefined): SearchLook {
  const { buttonPosition } = block.attributes
  const isInside = buttonPosition === 'button-inside'
  const border = borderAttributes(block, 'field')
  const { lines, corners } = borderDeclarations(border.style)
  const color = colorAttributes(block)
  const fieldColor = buttonPosition === 'no-button' ? color : NO_COLOR
  const type = typographyAttributes(block)
  const typography = typeDeclarations(type.style)
  const undecorated = typography.filter(declaration => !isDecoration(declaration))
  const frame = isInside ? [...lines, ...roundedAround(corners)] : []
  const ownBorder = isInside ? corners : [...lines, ...corners]
  const ownClasses = isInside ? [] : border.classes
  return {
    label: { classes: type.classes, style: styleAttribute(typography) },
    hiddenLabel: { classes: [], style: styleAttribute(undecorated) },
    inside: {
      classes: isInside ? border.classes : [],
      style: styleAttribute([...(width === undefined ? [] : [`width:${width}`]), ...frame]),
    },
    input: {
      classes: [...ownClasses, ...type.classes, ...fieldColor.classes],
      style: styleAttribute([...ownBorder, ...declarationsOf(fieldColor.style), ...undecorated]),
    },
    button: {
      classes: [...color.classes, ...type.classes, ...ownClasses],
      style: styleAttribute([...ownBorder, ...declarationsOf(color.style), ...typography]),
    },
  }
}

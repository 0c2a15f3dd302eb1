import { type BlockValues, colorAttributes } from '@platen/rendering'
import { membersOf } from '../../../kernel/blocks/index.js'

/** The classes and the inline style of the colors of a part of a navigation. */
export interface PartColors {
  readonly classes: readonly string[]
  readonly style: string
}

/** An inline style with a space after each colon. */
export const spaced = (style: string): string =>
  style
    .split(';')
    .map(declaration => declaration.replace(':', ': '))
    .join(';')

const colors = (text: unknown, ownText: unknown, background: unknown, ownBackground: unknown): PartColors =>
  colorAttributes({
    attributes: {
      textColor: text,
      backgroundColor: background,
      style: { color: { text: ownText, background: ownBackground } },
    },
  })

/** The colors of the navigation itself. */
export const navigationColors = ({
  textColor,
  customTextColor,
  backgroundColor,
  customBackgroundColor,
}: BlockValues): PartColors => colors(textColor, customTextColor, backgroundColor, customBackgroundColor)

/** The colors of a list of pages within a navigation, from its context. */
export const listColors = (context: BlockValues): PartColors => {
  const { text, background } = membersOf(membersOf(context['style'])['color'])
  const { classes, style } = colors(
    context['textColor'],
    context['customTextColor'] ?? text,
    context['backgroundColor'],
    context['customBackgroundColor'] ?? background,
  )
  return { classes, style: spaced(style) }
}

/** The colors of overlays: submenus, and the navigation on small screens. */
export const overlayColors = ({
  overlayTextColor,
  customOverlayTextColor,
  overlayBackgroundColor,
  customOverlayBackgroundColor,
}: BlockValues): PartColors =>
  colors(overlayTextColor, customOverlayTextColor, overlayBackgroundColor, customOverlayBackgroundColor)

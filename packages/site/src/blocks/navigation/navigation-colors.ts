import { type BlockValues, colorAttributes } from '@platen/rendering'

/** The classes and the inline style of the colors of a part of a navigation. */
export interface PartColors {
  readonly classes: readonly string[]
  readonly style: string
}

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

/** The colors of what lies over the page: submenus, and the navigation on small screens. */
export const overlayColors = ({
  overlayTextColor,
  customOverlayTextColor,
  overlayBackgroundColor,
  customOverlayBackgroundColor,
}: BlockValues): PartColors =>
  colors(overlayTextColor, customOverlayTextColor, overlayBackgroundColor, customOverlayBackgroundColor)

/** An inline style with a space after each colon. */
export const spaced = (style: string): string =>
  style
    .split(';')
    .map(declaration => declaration.replace(':', ': '))
    .join(';')

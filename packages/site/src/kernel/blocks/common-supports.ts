/** The typography that most blocks support; see `wrapperAttributes`. */
export const TYPOGRAPHY = {
  fontSize: true,
  lineHeight: true,
  __experimentalFontFamily: true,
  __experimentalFontWeight: true,
  __experimentalFontStyle: true,
  __experimentalTextTransform: true,
  __experimentalTextDecoration: true,
  __experimentalLetterSpacing: true,
  __experimentalDefaultControls: { fontSize: true },
} as const

/** The same, with the alignment of the text. */
export const ALIGNED_TYPOGRAPHY = { ...TYPOGRAPHY, textAlign: true } as const

/** The text, background and link colors that most blocks support. */
export const COLORS = {
  gradients: true,
  link: true,
  __experimentalDefaultControls: { background: true, text: true, link: true },
} as const

/** The same, where editors show no control for the color of links by default. */
export const COLORS_WITHOUT_LINK_CONTROL = {
  gradients: true,
  link: true,
  __experimentalDefaultControls: { background: true, text: true },
} as const

/** The text and background colors of blocks without links. */
export const TEXT_COLORS = {
  gradients: true,
  __experimentalDefaultControls: { background: true, text: true },
} as const

/** The background colors of blocks that are a link. */
export const BACKGROUND_COLORS = {
  gradients: true,
  text: false,
  __experimentalDefaultControls: { background: true },
} as const

export const SPACING = { margin: true, padding: true } as const

/** The same, where editors show no control for it by default. */
export const SPACING_WITHOUT_CONTROLS = {
  ...SPACING,
  __experimentalDefaultControls: { margin: false, padding: false },
} as const

/** The borders that most blocks support, without controls by default. */
export const BORDER_WITHOUT_CONTROLS = { radius: true, color: true, width: true, style: true } as const

export const BORDER = {
  ...BORDER_WITHOUT_CONTROLS,
  __experimentalDefaultControls: { radius: true, color: true, width: true, style: true },
} as const

/** The supports of blocks that work when a browser replaces only parts of a page. */
export const INTERACTIVITY = { clientNavigation: true } as const

/** The borders of the parts of a term. */
export const TERM_BORDER = {
  ...BORDER_WITHOUT_CONTROLS,
  __experimentalDefaultControls: { color: true, width: true, style: true },
} as const

/** The typography of the texts of the site: its title and tagline. */
export const SITE_TEXT_TYPOGRAPHY = {
  fontSize: true,
  lineHeight: true,
  textAlign: true,
  __experimentalFontFamily: true,
  __experimentalTextTransform: true,
  __experimentalTextDecoration: true,
  __experimentalFontStyle: true,
  __experimentalFontWeight: true,
  __experimentalLetterSpacing: true,
  __experimentalWritingMode: true,
  __experimentalDefaultControls: { fontSize: true },
} as const

/** The supports of blocks that show their inner blocks for each post or term. */
export const TEMPLATE_SUPPORTS = {
  anchor: true,
  reusable: false,
  html: false,
  align: ['wide', 'full'],
  layout: true,
  color: COLORS_WITHOUT_LINK_CONTROL,
  typography: TYPOGRAPHY,
  spacing: {
    ...SPACING,
    blockGap: { __experimentalDefault: '1.25em' },
    __experimentalDefaultControls: { blockGap: true, padding: false, margin: false },
  },
  interactivity: INTERACTIVITY,
  __experimentalBorder: BORDER_WITHOUT_CONTROLS,
} as const

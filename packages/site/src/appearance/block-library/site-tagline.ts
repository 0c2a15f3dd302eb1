import { wrapperAttributes } from '@platen/rendering'
import {
  BORDER_WITHOUT_CONTROLS,
  defineBlock,
  INTERACTIVITY,
  SITE_TEXT_TYPOGRAPHY,
  SPACING_WITHOUT_CONTROLS,
  TEXT_COLORS,
} from '../../kernel/blocks/index.js'
import { escapedText } from '../../kernel/options/index.js'
import { siteTextAlignment, siteTextTag } from './site-text.js'

/** `core/site-tagline`: the description of the site. */
export const siteTagline = defineBlock({
  name: 'core/site-tagline',
  apiVersion: 3,
  title: 'Site Tagline',
  category: 'theme',
  description: 'The description of the site in a few words.',
  keywords: ['description'],
  example: { viewportWidth: 350, attributes: { style: { typography: { textAlign: 'center' } } } },
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    color: TEXT_COLORS,
    contentRole: true,
    spacing: SPACING_WITHOUT_CONTROLS,
    typography: SITE_TEXT_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
  },
  attributes: {
    level: { type: 'number', default: 0 },
    levelOptions: { type: 'array', default: [0, 1, 2, 3, 4, 5, 6] },
  },
  render({ level }, _content, _loaded, scope) {
    const tagline = escapedText(scope.options.text('description'))
    if (tagline.trim() === '') return ''
    const tag = siteTextTag(level, 2)
    return `<${tag}${wrapperAttributes(scope, siteTextAlignment(scope.block))}>${tagline}</${tag}>`
  },
})

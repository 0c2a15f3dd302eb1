import { type Block, escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  BORDER_WITHOUT_CONTROLS,
  COLORS,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SITE_TEXT_TYPOGRAPHY,
  SPACING_WITHOUT_CONTROLS,
  TEXT_COLORS,
} from '../../kernel/blocks/index.js'
import { escapedText } from '../../kernel/options/index.js'

/**
 * The element of a text of the site, such as its title: a paragraph for level 0, otherwise a heading, of level
 * `byDefault` for numbers that are not a level. Fractions are cut off.
 */
const siteTextTag = (level: number, byDefault: number): string => {
  if (level === 0) return 'p'
  const whole = Math.trunc(level)
  return `h${whole >= 1 && whole <= 6 ? whole : byDefault}`
}

/** The class of the alignment of a text of the site in older content, which stores it as a separate attribute. */
const siteTextAlignment = ({ attributes }: Pick<Block, 'attributes'>): readonly string[] => {
  const { textAlign } = attributes
  return typeof textAlign === 'string' && /^[a-z]+$/.test(textAlign) ? [`has-text-align-${textAlign}`] : []
}

/** `core/site-title`: the name of the site, linked to its home page. */
export const siteTitle = defineBlock({
  name: 'core/site-title',
  apiVersion: 3,
  title: 'Site Title',
  category: 'theme',
  description: 'The name of the site.',
  example: { viewportWidth: 500 },
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    color: COLORS,
    spacing: SPACING_WITHOUT_CONTROLS,
    typography: SITE_TEXT_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
  },
  attributes: {
    level: { type: 'number', default: 1 },
    levelOptions: { type: 'array', default: [0, 1, 2, 3, 4, 5, 6] },
    isLink: { type: 'boolean', default: true, role: 'content' },
    linkTarget: { type: 'string', default: '_self', role: 'content' },
  },
  render({ level, isLink, linkTarget }, _content, _loaded, scope) {
    const title = escapedText(scope.options.text('title'))
    if (title.trim() === '') return ''
    const tag = siteTextTag(level, 1)
    const target = linkTarget === '' ? '' : ` target="${escapeAttribute(linkTarget)}"`
    const html = isLink ? `<a href="${escapeUrl(scope.site.url)}"${target} rel="home">${title}</a>` : title
    return `<${tag}${wrapperAttributes(scope, [...siteTextAlignment(scope.block), ...linkColorClasses(scope.block.attributes)])}>${html}</${tag}>`
  },
})

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

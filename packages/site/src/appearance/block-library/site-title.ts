import { escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  BORDER_WITHOUT_CONTROLS,
  COLORS,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SITE_TEXT_TYPOGRAPHY,
  SPACING_WITHOUT_CONTROLS,
} from '../../kernel/blocks/index.js'
import { escapedText } from '../../kernel/options/index.js'
import { siteTextAlignment, siteTextTag } from './site-text.js'

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

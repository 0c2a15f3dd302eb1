import { escapeHtml, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  COLORS_WITHOUT_LINK_CONTROL,
  defineBlock,
  INTERACTIVITY,
  SPACING,
  TYPOGRAPHY,
} from '../../kernel/blocks/index.js'
import { type Crumb, crumbTitle, loadTrails } from './breadcrumb-trail.js'

const MAX_SEPARATOR = 50

/** The separator as a custom property, without line breaks and tabs; omitted if it could end the declaration. */
function separatorStyle(text: string): string {
  const separator = text.length > MAX_SEPARATOR ? text : text.replace(/[\n\r\f\t]/g, '')
  return separator.length > MAX_SEPARATOR || /["\\}(=&]|\/\*/.test(separator) ? '' : `--separator: "${separator}"`
}

/** The attributes of an element with one more declaration at the end of its style. */
function withStyle(attributes: string, declaration: string): string {
  const written = escapeHtml(declaration)
  const style = /^ style="([^"]*)"/.exec(attributes)
  if (style === null) return ` style="${written}"${attributes}`
  const all = [style[1], written].filter(part => part !== '').join(';')
  return ` style="${all}"${attributes.slice(style[0].length)}`
}

const crumbHtml = ({ text, url }: Crumb): string => `<li><a href="${escapeUrl(url)}">${text}</a></li>`

/** `core/breadcrumbs`: the way from the home page to the post that the block is in. */
export const breadcrumbs = defineBlock({
  name: 'core/breadcrumbs',
  apiVersion: 3,
  title: 'Breadcrumbs',
  category: 'theme',
  description: 'The path from the home page to the current one.',
  usesContext: ['postId', 'postType', 'templateSlug'],
  supports: {
    anchor: true,
    html: false,
    align: ['wide', 'full'],
    spacing: SPACING,
    color: COLORS_WITHOUT_LINK_CONTROL,
    __experimentalBorder: {
      radius: true,
      color: true,
      width: true,
      style: true,
      __experimentalDefaultControls: { radius: false, color: true, width: true, style: true },
    },
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
  },
  attributes: {
    prefersTaxonomy: { type: 'boolean', default: false },
    separator: { type: 'string', default: '/' },
    showHomeItem: { type: 'boolean', default: true },
    showCurrentItem: { type: 'boolean', default: true },
    showOnHomePage: { type: 'boolean', default: false },
  },
  load: loadTrails,
  render(attributes, _content, trails, scope) {
    const { prefersTaxonomy, separator, showHomeItem, showCurrentItem } = attributes
    const post = trails.of(scope.context)
    if (post === undefined) return ''
    const home = showHomeItem ? [{ text: 'Home', url: `${scope.site.url}/` }] : []
    const links = [...home, ...trails.above(post, prefersTaxonomy)].map(crumbHtml).join('')
    const current = showCurrentItem ? `<li><span aria-current="page">${crumbTitle(post, scope)}</span></li>` : ''
    const wrapper = withStyle(wrapperAttributes(scope, [], { label: 'Breadcrumbs' }), separatorStyle(separator))
    return `<nav${wrapper}><ol>${links}${current}</ol></nav>`
  },
})

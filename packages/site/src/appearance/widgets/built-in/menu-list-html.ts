import { escapeAttribute, escapeUrl, renderTitle } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import { attributeHtml, groupByParent } from '../../../kernel/text/index.js'
import { urlOf } from '../widget-field.js'
import type { ListedItem, ListedMenu } from './menu-list.js'

/** Deeper levels are not shown. */
const MAX_LEVELS = 20

type Groups = ReadonlyMap<number, readonly ListedItem[]>

function linkHtml({ post, item, object }: ListedItem, site: SiteContext): string {
  const url = urlOf(object.url)
  const rel = item.xfn.join(' ') || (item.target === '_blank' ? 'noopener' : '')
  const title = post.excerpt === '' ? '' : renderTitle(post.excerpt, site)
  const href = url === '' ? '' : ` href="${escapeUrl(url)}"`
  const attributes = `${attributeHtml('target', item.target)}${attributeHtml('rel', rel)}${href}${attributeHtml('title', title)}`
  return `<a${attributes}>${renderTitle(post.title || object.title, site)}</a>`
}

function itemsHtml(parent: number, groups: Groups, site: SiteContext, level = 0): string {
  if (level === MAX_LEVELS) return ''
  const indent = '\t'.repeat(level)
  return (groups.get(parent) ?? [])
    .map(listed => {
      const { post, item } = listed
      const below = itemsHtml(post.id, groups, site, level + 1)
      const classes = [
        ...item.classes,
        'menu-item',
        `menu-item-type-${item.type}`,
        `menu-item-object-${item.object}`,
        ...(below === '' ? [] : ['menu-item-has-children']),
        `menu-item-${post.id}`,
      ]
      const inner = below === '' ? '' : `\n${indent}<ul class="sub-menu">\n${below}${indent}</ul>\n`
      const own = `<li id="menu-item-${post.id}"${attributeHtml('class', classes.join(' '))}>`
      return `${indent}${own}${linkHtml(listed, site)}${inner}</li>\n`
    })
    .join('')
}

/** The HTML of a menu; empty without items. */
export function menuHtml({ menu, items }: ListedMenu, site: SiteContext): string {
  const groups = groupByParent(items, ({ post, item }) => ({ id: post.id, parent: item.parent }))
  const html = itemsHtml(0, groups, site)
  const slug = escapeAttribute(menu.slug)
  return html === '' ? '' : `<div class="menu-${slug}-container"><ul id="menu-${slug}" class="menu">${html}</ul></div>`
}

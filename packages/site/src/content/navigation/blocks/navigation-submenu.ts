import { NAVIGATION_STYLES, stripTags, wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY, TYPOGRAPHY } from '../../../kernel/blocks/index.js'
import { loadLinkedPosts } from './linked-posts.js'
import { overlayColors } from './navigation-colors.js'
import { anchor, descriptionOf, hrefOf, ITEM_CLASSES, labelOf, openingOf } from './navigation-link-html.js'
import {
  ARROW,
  arrowButton,
  itemState,
  menuState,
  type SubmenuBehavior,
  submenuBehavior,
  toggleState,
  UNLISTED_BEHAVIOR_CONTEXT,
} from './submenu-html.js'

/** The maximum depth of items; deeper ones are empty, since each level copies those below it. */
const MAX_DEPTH = 50

const CONTENT = 'wp-block-navigation-item__content wp-block-navigation-submenu__toggle'

/** The button that replaces the link if a click opens the submenu. */
function buttonHtml(label: string, text: string, hasChildren: boolean): string {
  if (!hasChildren) {
    const [, name] = toggleState(label).split(/ (?=aria-label=)/)
    return `<button ${name} class="${CONTENT}" aria-expanded="false">${text}</button>`
  }
  const icon = `<span class="wp-block-navigation__submenu-icon">${ARROW}</span>`
  return `<button ${toggleState(label)} class="${CONTENT}" >${text}</button>${icon}`
}

const itemClasses = ({ className }: SubmenuBehavior, hasChildren: boolean): readonly string[] => [
  ...ITEM_CLASSES,
  ...(hasChildren ? ['has-child'] : []),
  ...(className === undefined ? [] : [className]),
]

/**
 * `core/navigation-submenu`: a link of a navigation with more links below it. It is empty without a label, or if the
 * linked post is not published.
 */
export const navigationSubmenu = defineBlock({
  name: 'core/navigation-submenu',
  apiVersion: 3,
  title: 'Submenu',
  category: 'design',
  description: 'A link of a navigation with links below it.',
  parent: ['core/navigation'],
  usesContext: [...NAVIGATION_STYLES, 'maxNestingLevel', 'openSubmenusOnClick', 'submenuVisibility', 'style'],
  usesUnlistedContext: UNLISTED_BEHAVIOR_CONTEXT,
  providesContext: { 'core/isInsideSubmenu': 'isParentSubmenu' },
  supports: { anchor: true, reusable: false, html: false, typography: TYPOGRAPHY, interactivity: INTERACTIVITY },
  attributes: {
    label: { type: 'string', role: 'content' },
    type: { type: 'string' },
    description: { type: 'string' },
    rel: { type: 'string' },
    id: { type: 'number' },
    opensInNewTab: { type: 'boolean', default: false },
    url: { type: 'string', role: 'content' },
    title: { type: 'string' },
    kind: { type: 'string' },
    isTopLevelItem: { type: 'boolean' },
    isParentSubmenu: { type: 'boolean', default: true },
  },
  load: loadLinkedPosts,
  render(attributes, content, shows, scope) {
    const { label = '', url, description } = attributes
    if (label === '' || !shows(attributes) || scope.parents.length > MAX_DEPTH) return ''
    const below = content.trim()
    const hasChildren = below !== ''
    const behavior = submenuBehavior(scope.context)
    const text = labelOf(label) + descriptionOf(description)
    const name = stripTags(label)
    const head = behavior.opensOnClick
      ? buttonHtml(name, text, hasChildren)
      : anchor(`${hrefOf(url)}${openingOf(attributes)}`, text) + (hasChildren ? arrowButton(behavior, name) : '')
    const { classes, style } = overlayColors(scope.context)
    const menuClasses = ['wp-block-navigation__submenu-container', ...classes]
    const menu = hasChildren
      ? `<ul${menuState(behavior)}${wrapperAttributes(scope, menuClasses, { style, isPart: true })}>${below}</ul>`
      : ''
    const item = wrapperAttributes(scope, itemClasses(behavior, hasChildren))
    return `<li${itemState(behavior, hasChildren)}${item}>${head}${menu}</li>`
  },
})

import type { BlockValues, ShownBlock } from '@platen/rendering'
import { defineBlock } from '../../../kernel/blocks/index.js'
import { renderedTitle } from '../../posts/index.js'

import { navigationHtml } from './navigation-html.js'
import { holdsNavigation, loadNavigations } from './navigation-source.js'

const PROVIDED = {
  textColor: 'textColor',
  customTextColor: 'customTextColor',
  backgroundColor: 'backgroundColor',
  customBackgroundColor: 'customBackgroundColor',
  overlayTextColor: 'overlayTextColor',
  customOverlayTextColor: 'customOverlayTextColor',
  overlayBackgroundColor: 'overlayBackgroundColor',
  customOverlayBackgroundColor: 'customOverlayBackgroundColor',
  fontSize: 'fontSize',
  customFontSize: 'customFontSize',
  showSubmenuIcon: 'showSubmenuIcon',
  submenuVisibility: 'submenuVisibility',
  openSubmenusOnClick: 'openSubmenusOnClick',
  style: 'style',
  maxNestingLevel: 'maxNestingLevel',
} as const

const PROVIDED_UNLISTED = { overlayMenu: 'overlayMenu' } as const

/** The context that a navigation provides to the blocks of a stored navigation. */
const providedValues = (attributes: BlockValues): BlockValues =>
  Object.fromEntries(
    Object.entries({ ...PROVIDED, ...PROVIDED_UNLISTED }).map(([name, attribute]) => [name, attributes[attribute]]),
  )

/** `core/navigation`: its own links, or those of a stored navigation. A navigation within itself is empty. */
export const navigation = defineBlock({
  name: 'core/navigation',
  separatesInner: true,
  apiVersion: 3,
  title: 'Navigation',
  category: 'theme',
  description: 'A menu of links.',
  keywords: ['menu', 'navigation', 'links'],
  allowedBlocks: [
    'core/navigation-link',
    'core/search',
    'core/social-links',
    'core/page-list',
    'core/spacer',
    'core/home-link',
    'core/icon',
    'core/site-title',
    'core/site-logo',
    'core/navigation-submenu',
    'core/loginout',
    'core/buttons',
  ],
  providesContext: PROVIDED,
  providesUnlistedContext: PROVIDED_UNLISTED,
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    ariaLabel: true,
    contentRole: true,
    html: false,
    inserter: true,
    typography: {
      fontSize: true,
      lineHeight: true,
      __experimentalFontStyle: true,
      __experimentalFontWeight: true,
      __experimentalTextTransform: true,
      __experimentalFontFamily: true,
      __experimentalLetterSpacing: true,
      __experimentalTextDecoration: true,
      __experimentalSkipSerialization: ['textDecoration'],
      __experimentalDefaultControls: { fontSize: true },
    },
    spacing: {
      blockGap: true,
      units: ['px', 'em', 'rem', 'vh', 'vw'],
      __experimentalDefaultControls: { blockGap: true },
    },
    layout: {
      allowSwitching: false,
      allowInheriting: false,
      allowVerticalAlignment: false,
      allowSizingOnChildren: true,
      default: { type: 'flex' },
    },
    interactivity: true,
    renaming: false,
  },
  attributes: {
    ref: { type: 'number' },
    textColor: { type: 'string' },
    customTextColor: { type: 'string' },
    rgbTextColor: { type: 'string' },
    backgroundColor: { type: 'string' },
    customBackgroundColor: { type: 'string' },
    rgbBackgroundColor: { type: 'string' },
    showSubmenuIcon: { type: 'boolean', default: true },
    submenuVisibility: { type: 'string', enum: ['hover', 'click', 'always'], default: 'hover' },
    overlayMenu: { type: 'string', default: 'mobile' },
    overlay: { type: 'string' },
    icon: { type: 'string', default: 'handle' },
    hasIcon: { type: 'boolean', default: true },
    __unstableLocation: { type: 'string' },
    overlayBackgroundColor: { type: 'string' },
    customOverlayBackgroundColor: { type: 'string' },
    overlayTextColor: { type: 'string' },
    customOverlayTextColor: { type: 'string' },
    maxNestingLevel: { type: 'number', default: 5 },
    templateLock: { type: ['string', 'boolean'], enum: ['all', 'insert', 'contentOnly', false] },
  },
  load: loadNavigations,
  includes: ({ byId, fallback }) => [...byId.values(), ...(fallback === undefined ? [] : [fallback])],

  render(attributes, _content, { byId, fallback, isMissing, looping }, scope) {
    const { block, count } = scope
    const { ref } = attributes
    if (ref === undefined && block.innerBlocks.length > 0)
      return holdsNavigation(block.innerBlocks) ? '' : navigationHtml(scope.inner, '', attributes, scope)
    if (isMissing(ref)) return navigationHtml([], '', attributes, scope)
    const named = ref === undefined ? undefined : byId.get(ref)
    const source = named ?? fallback
    if (source === undefined || looping.has(source.id)) return ''
    const inner: readonly ShownBlock[] = scope.blocksOf(source, providedValues(attributes), count)
    return navigationHtml(inner, named === undefined ? '' : renderedTitle(named, scope), attributes, scope)
  },
})

import { escapeHtml } from '@platen/rendering'
import {
  homeLink,
  navigation,
  navigationLink,
  navigationOverlayClose,
  navigationSubmenu,
  pageList,
} from '../../content/navigation/index.js'
import { archives, calendar, latestPosts } from '../../content/posts/blocks/index.js'
import { tagCloud, termsList } from '../../content/terms/index.js'
import { defineBlock, type SiteBlock } from '../../kernel/blocks/index.js'
import { icon } from '../icons/index.js'
import { breadcrumbs } from './breadcrumbs.js'
import { loginout } from './loginout.js'
import { rss } from './rss.js'
import { search } from './search.js'
import { siteLogo } from './site-logo.js'
import { siteTagline, siteTitle } from './site-texts.js'
import { socialLink } from './social-link.js'

/** `core/widget-group`: other blocks below a heading. */
const widgetGroup = defineBlock({
  name: 'core/widget-group',
  apiVersion: 3,
  title: 'Widget Group',
  category: 'widgets',
  description: 'A heading above other blocks in a widget area.',
  supports: { html: false, inserter: true, customClassName: true, reusable: false },
  attributes: { title: { type: 'string' } },
  render({ title = '' }, content) {
    const heading = title === '' ? '' : `<h2 class="widget-title">${escapeHtml(title)}</h2>`
    return `${heading}<div class="wp-widget-group__inner-blocks">${content}</div>`
  },
})

/** The dynamic blocks that show the site itself: its name, terms, archives, menus and lists. */
export const siteBlocks: readonly SiteBlock[] = Object.freeze([
  archives,
  breadcrumbs,
  calendar,
  homeLink,
  icon,
  latestPosts,
  loginout,
  navigation,
  navigationLink,
  navigationSubmenu,
  pageList,
  rss,
  search,
  siteLogo,
  siteTagline,
  siteTitle,
  tagCloud,
  termsList,
  navigationOverlayClose,
  socialLink,
  widgetGroup,
])

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
import type { SiteBlock } from '../../kernel/blocks/index.js'
import { icon } from '../icons/index.js'
import { breadcrumbs } from './breadcrumbs.js'
import { loginout } from './loginout.js'
import { rss } from './rss.js'
import { search } from './search.js'
import { siteLogo } from './site-logo.js'
import { siteTagline } from './site-tagline.js'
import { siteTitle } from './site-title.js'
import { socialLink } from './social-link.js'
import { widgetGroup } from './widget-group.js'

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

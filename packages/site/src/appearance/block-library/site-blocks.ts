import { archives } from './archives/archives.js'
import { calendar } from './archives/calendar.js'
import type { SiteBlock } from './block-scope.js'
import { rss } from './feeds/rss.js'
import { latestPosts } from './lists/latest-posts.js'
import { icon } from './media/icon.js'
import { homeLink } from './navigation/home-link.js'
import { navigation } from './navigation/navigation.js'
import { navigationLink } from './navigation/navigation-link.js'
import { navigationOverlayClose } from './navigation/navigation-overlay-close.js'
import { navigationSubmenu } from './navigation/navigation-submenu.js'
import { pageList } from './navigation/page-list.js'
import { breadcrumbs } from './site/breadcrumbs.js'
import { loginout } from './site/loginout.js'
import { search } from './site/search.js'
import { siteLogo } from './site/site-logo.js'
import { siteTagline } from './site/site-tagline.js'
import { siteTitle } from './site/site-title.js'
import { widgetGroup } from './site/widget-group.js'
import { socialLink } from './social/social-link.js'
import { tagCloud } from './terms/tag-cloud.js'
import { termsList } from './terms/terms-list.js'

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

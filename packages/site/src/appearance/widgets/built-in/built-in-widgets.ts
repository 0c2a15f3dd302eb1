import type { WidgetDefinition } from '../define-widget.js'
import { archivesWidget, calendarWidget } from './archives.js'
import { categoriesWidget } from './categories.js'
import { galleryWidget } from './gallery.js'
import { imageWidget } from './image.js'
import { metaWidget } from './meta.js'
import { navMenuWidget } from './nav-menu.js'
import { pagesWidget } from './pages.js'
import { audioWidget, videoWidget } from './players.js'
import { recentCommentsWidget } from './recent-comments.js'
import { recentPostsWidget } from './recent-posts.js'
import { rssWidget } from './rss.js'
import { searchWidget } from './search.js'
import { tagCloudWidget } from './tag-cloud.js'
import { blockWidget, customHtmlWidget, textWidget } from './text-widgets.js'

/** The built-in widget types. */
export const builtInWidgets: readonly WidgetDefinition[] = Object.freeze([
  archivesWidget,
  blockWidget,
  calendarWidget,
  categoriesWidget,
  customHtmlWidget,
  audioWidget,
  galleryWidget,
  imageWidget,
  videoWidget,
  metaWidget,
  navMenuWidget,
  pagesWidget,
  recentCommentsWidget,
  recentPostsWidget,
  rssWidget,
  searchWidget,
  tagCloudWidget,
  textWidget,
])

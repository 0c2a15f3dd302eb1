import type { WidgetDefinition } from '../define-widget.js'
import { archivesWidget } from './archives.js'
import { blockWidget } from './block.js'
import { calendarWidget } from './calendar.js'
import { categoriesWidget } from './categories.js'
import { customHtmlWidget } from './custom-html.js'
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
import { textWidget } from './text.js'

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

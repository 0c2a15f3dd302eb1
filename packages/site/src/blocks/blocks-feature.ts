import { coreBlocks } from '@platen/rendering'
import { defineFeature } from '../feature.js'
import { homeLink } from './navigation/home-link.js'
import { latestPosts } from './lists/latest-posts.js'
import { navigationLink } from './navigation/navigation-link.js'
import { navigationSubmenu } from './navigation/navigation-submenu.js'
import { pageList } from './navigation/page-list.js'
import { syncedPattern } from './synced-pattern.js'

/** The built-in block types: static ones, and the dynamic ones that show what a site stores. */
export const blocksFeature = defineFeature({
  name: 'blocks',
  blocks: [...coreBlocks, latestPosts, syncedPattern, navigationLink, navigationSubmenu, homeLink, pageList],
})

// Navigation posts and blocks.
export { homeLink } from './blocks/home-link.js'
export { navigation } from './blocks/navigation.js'
export { navigationLink } from './blocks/navigation-link.js'
export { navigationOverlayClose } from './blocks/navigation-overlay.js'
export { navigationSubmenu } from './blocks/navigation-submenu.js'
export { pageList } from './blocks/page-list.js'
export { type NavigationContent, navigationFeature } from './navigation-feature.js'

// Menus, their items and locations.

export { MENU_ITEMS, type MenuItem, menuItemOf } from './menu-item.js'
export { loadMenuItemObjects, type MenuItemObject } from './menu-item-objects.js'
export { type MenuLocationOptions, menuLocations, menuOfLocation } from './menu-locations.js'
export { type MenuRegistrations, menusFeature } from './menus-feature.js'
export type { MenuItemsContent, MenusContent } from './operations/menu-content.js'
export { createMenuItem, deleteMenuItem, updateMenuItem } from './operations/menu-item-operations.js'
export { assignMenuLocations, createMenu, deleteMenu, MENUS, updateMenu } from './operations/menu-operations.js'

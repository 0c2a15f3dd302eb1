// Menus, their items and locations.

export { MENU_ITEMS, type MenuItem, menuItemOf } from './menu-item.js'
export { loadMenuItemObjects, type MenuItemObject } from './menu-item-objects.js'
export { type MenuLocationOptions, menuLocations } from './menu-locations.js'
export { menuOfLocation } from './menu-options.js'
export type { MenuRegistrations } from './menu-registrations.js'
export { menusFeature } from './menus-feature.js'
export type { MenusContent } from './operations/menu-content.js'
export type { MenuItemsContent } from './operations/menu-item-content.js'
export { createMenuItem, deleteMenuItem, updateMenuItem } from './operations/menu-item-operations.js'
export { assignMenuLocations, createMenu, deleteMenu, MENUS, updateMenu } from './operations/menu-operations.js'

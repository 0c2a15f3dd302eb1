import { defineFeature } from '../../kernel/features/index.js'
import { postCompanions } from '../posts/index.js'
import { addToMenus } from './auto-add.js'
import { menuRegistrations } from './menu-registrations.js'
import { menusContent } from './operations/menu-content.js'
import { menuItemsContent } from './operations/menu-item-content.js'
import { registerMenuRemovals } from './operations/menu-removals.js'
import { registerMenuItems } from './rest/register-menu-items.js'
import { registerMenus } from './rest/register-menus.js'

/** Menus, their items, and the locations that show them. */
export const menusFeature = defineFeature({
  name: 'menus',
  registrations: menuRegistrations,
  setup(site) {
    registerMenuRemovals(site)
    site.context.get(postCompanions).push({ save: addToMenus })
  },
  content: calls => ({ menus: menusContent(calls), menuItems: menuItemsContent(calls) }),
  routes(site) {
    registerMenus(site)
    registerMenuItems(site)
  },
})

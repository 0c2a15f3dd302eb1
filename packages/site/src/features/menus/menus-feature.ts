import { defineFeature } from '../../feature-base.js'
import { postCompanions } from '../posts/post-companions.js'
import { addToMenus } from './auto-add.js'
import { menusContent } from './menu-content.js'
import { menuItemsContent } from './menu-item-content.js'
import { menuRegistrations } from './menu-registrations.js'
import { registerMenuRemovals } from './menu-removals.js'
import { registerMenuItems } from './register-menu-items.js'
import { registerMenus } from './register-menus.js'

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

import { defineFeature } from '../../feature.js'
import { termRemovals } from '../terms/term-removals.js'
import { menusContent } from './menu-content.js'
import { MENUS, releaseMenu } from './menu-operations.js'
import { registerMenus } from './register-menus.js'

/** Menus and the locations that show them. */
export const menusFeature = defineFeature({
  name: 'menus',
  setup(site) {
    site.context.get(termRemovals).add(releaseMenu, MENUS)
  },
  content: calls => ({ menus: menusContent(calls) }),
  routes: registerMenus,
})

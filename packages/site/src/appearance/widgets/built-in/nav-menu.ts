import { MENUS } from '../../../content/menus/index.js'
import { createHtmlBudget } from '../../../kernel/blocks/index.js'
import { termsIn, whereTerms } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { defineWidget } from '../define-widget.js'
import { titleField, wholeNumber } from '../widget-field.js'
import { loadMenus } from './menu-list.js'
import { menuHtml } from './menu-list-html.js'

/** The maximum number of menus in a form. */
const MAX_CHOICES = 500

/** A menu of the site. */
export const navMenuWidget = defineWidget({
  idBase: 'nav_menu',
  name: 'Navigation Menu',
  description: 'One of your menus.',
  className: 'widget_nav_menu',
  fields: {
    title: titleField(),
    nav_menu: { control: 'select', label: 'Menu:', read: wholeNumber, shown: (id: number) => String(id) },
  },
  update(given, author) {
    const title = titleField().read(given['title'], author)
    const menu = wholeNumber(given['nav_menu'])
    return { ...(title !== '' && { title }), ...(menu !== 0 && { nav_menu: menu }) }
  },
  async choices({ site }) {
    const records = await findShown(termsIn(site.store), {
      where: whereTerms.eq('taxonomy', MENUS),
      order: [{ by: 'field', field: 'name', direction: 'asc', folded: true }],
      limit: MAX_CHOICES,
    })
    return { nav_menu: { 0: 'None', ...Object.fromEntries(records.map(({ id, name }) => [id, name])) } }
  },
  async load(instances, scope) {
    const menus = await loadMenus(new Set(instances.map(({ nav_menu: id }) => id)), scope)
    return { menus, within: createHtmlBudget() }
  },
  render({ title, nav_menu: id }, { menus, within }, scope) {
    const menu = menus.get(id)
    return menu === undefined ? undefined : scope.title(title) + within(menuHtml(menu, scope.site))
  },
})

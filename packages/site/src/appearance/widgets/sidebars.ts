import { checks, type OptionChecks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { checkDefinition, Registrations } from '../../kernel/registrations/index.js'

/** The options of a sidebar. */
export interface SidebarOptions {
  /** Its name for people. */
  readonly name: string
  readonly description?: string | undefined
  /** A class for pages on which editors arrange widgets. */
  readonly class?: string | undefined
  /** The HTML around each widget. `%1$s` stands for the id of the widget, `%2$s` for its class. */
  readonly beforeWidget?: string | undefined
  readonly afterWidget?: string | undefined
  /** The HTML around the title of a widget. */
  readonly beforeTitle?: string | undefined
  readonly afterTitle?: string | undefined
  /** Whether everybody may read it and its widgets through the interface; false by default. */
  readonly showInRest?: boolean | undefined
}

const { anyText, flag, required, text } = checks

const sidebarChecks: OptionChecks<SidebarOptions> = {
  name: required(text),
  description: anyText,
  class: anyText,
  beforeWidget: anyText,
  afterWidget: anyText,
  beforeTitle: anyText,
  afterTitle: anyText,
  showInRest: flag,
}

/** An area of the site's pages that shows widgets. */
export interface Sidebar {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly class: string
  readonly beforeWidget: string
  readonly afterWidget: string
  readonly beforeTitle: string
  readonly afterTitle: string
  readonly showInRest: boolean
}

/** Checks and freezes a sidebar. */
export function sidebar(id: string, options: SidebarOptions): Sidebar {
  checkDefinition(`the sidebar "${id}"`, options, sidebarChecks)
  return Object.freeze({
    id,
    name: options.name,
    description: options.description ?? '',
    class: options.class ?? '',
    beforeWidget: options.beforeWidget ?? '<li id="%1$s" class="widget %2$s">',
    afterWidget: options.afterWidget ?? '</li>\n',
    beforeTitle: options.beforeTitle ?? '<h2 class="widgettitle">',
    afterTitle: options.afterTitle ?? '</h2>\n',
    showInRest: options.showInRest ?? false,
  })
}

/** The sidebars of a site, in the order of their registration. */
export const sidebars = registrationKey('sidebars', () => new Registrations<Sidebar>('the sidebar'))

// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/widget-types`. */
export interface WidgetType extends Linked {
  /** The base of the ids of its widgets. */
  id: string
  /** Its name, for people. */
  name: string
  /** What it shows. */
  description: string
  /** Whether a site can have several of its widgets. */
  is_multi: boolean
  /** The class of its widgets. */
  classname: string
}

/** A response of `/cms/v2/widget-types/…/encode`. */
export interface EncodedWidget extends Linked {
  /** The form of the widget, as HTML. */
  form: string
  /** The widget as HTML. */
  preview: string
  /** The instance: as text, with a code that proves it, and as values. */
  instance: Record<string, unknown>
}

/** A response of `/cms/v2/widget-types/…/render`. */
export interface RenderedWidget extends Linked {
  /** The widget as HTML. */
  preview: string
}

/** A response of `/cms/v2/sidebars`. */
export interface Sidebar extends Linked {
  /** The id of the sidebar. */
  id: string
  /** Its name, for people. */
  name: string
  /** Where it is. */
  description: string
  /** A class for pages on which it is arranged. */
  class: string
  /** The HTML before each widget. */
  before_widget: string
  /** The HTML after each widget. */
  after_widget: string
  /** The HTML before the title of a widget. */
  before_title: string
  /** The HTML after the title of a widget. */
  after_title: string
  /** Whether the theme shows it. */
  status: 'active' | 'inactive' | (string & {})
  /** The ids of its widgets, in their order. */
  widgets: (Record<string, unknown> | string)[]
}

/** A response of `/cms/v2/widgets`. */
export interface Widget extends Linked {
  /** The id of the widget. */
  id: string
  /** The base of the ids of its type. */
  id_base: string
  /** The id of its sidebar. */
  sidebar: string
  /** Its HTML; empty unless a sidebar shows it. */
  rendered: string
  /** The HTML of its form. */
  rendered_form?: string
  /** The values of the widget. */
  instance?: {
    /** The values, encoded by the site. */
    encoded?: string
    /** What shows that the site has encoded them. */
    hash?: string
    /** The values by name. */
    raw?: Record<string, unknown>
  }
}

/** An area of a page that template parts are for. */
export interface PartArea {
  readonly area: string
  readonly label: string
  readonly description: string
  /** The name of an icon of editors. */
  readonly icon: string
  /** The element that the parts are shown in. */
  readonly areaTag: string
}

const area = (name: string, label: string, description: string, areaTag = 'div', icon = name): PartArea =>
  Object.freeze({ area: name, label, description, icon, areaTag })

/** The default area of parts without an area or with an unknown one. */
export const NO_AREA = 'uncategorized'

/** The areas that template parts may be in. */
export const partAreas: readonly PartArea[] = Object.freeze([
  area(NO_AREA, 'General', 'Parts for any area of a page.', 'div', 'layout'),
  area('header', 'Header', 'The top of a page, with the title of the site and its navigation.', 'header'),
  area('footer', 'Footer', 'The end of a page.', 'footer'),
  area('navigation-overlay', 'Navigation overlay', 'The overlay of a page while its navigation is open.'),
])

const builtIn = new Set(partAreas.map(each => each.area))

/** An area, or the default area if it does not exist. */
export const knownArea = (name: string | undefined): string =>
  name !== undefined && builtIn.has(name) ? name : NO_AREA

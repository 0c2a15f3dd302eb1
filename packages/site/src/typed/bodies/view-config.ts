// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/view-config`. */
export interface ViewConfig extends Linked {
  /** The kind of the entity, such as `postType`. */
  kind: string
  /** The name of the entity. */
  name: string
  /** The version of the form of the configuration. */
  version: number
  /** The view that lists begin with. */
  default_view: {
    type?: string
    layout?: {
      styles?: Record<
        string,
        {
          width?: string | number
          maxWidth?: string | number
          minWidth?: string | number
          align?: 'start' | 'center' | 'end'
        }
      >
      density?: 'compact' | 'balanced' | 'comfortable'
      enableMoving?: boolean
      badgeFields?: string[]
      previewSize?: number
    }
    filters?: Record<string, unknown>[]
    sort?: {
      field?: string
      direction?: 'asc' | 'desc'
    }
    perPage?: number
    fields?: string[]
    titleField?: string
    mediaField?: string
    descriptionField?: string
    showTitle?: boolean
    showMedia?: boolean
    showDescription?: boolean
    showLevels?: boolean
    groupBy?: {
      field?: string
      direction?: 'asc' | 'desc'
      showLabel?: boolean
    }
    infiniteScrollEnabled?: boolean
  }
  /** The layouts that lists offer, each with the settings that it begins with. */
  default_layouts: {
    table?: {
      filters?: Record<string, unknown>[]
      sort?: Record<string, unknown>
      perPage?: number
      fields?: string[]
      titleField?: string
      mediaField?: string
      descriptionField?: string
      showTitle?: boolean
      showMedia?: boolean
      showDescription?: boolean
      showLevels?: boolean
      groupBy?: Record<string, unknown>
      infiniteScrollEnabled?: boolean
      layout?: Record<string, unknown>
    }
    list?: {
      filters?: Record<string, unknown>[]
      sort?: Record<string, unknown>
      perPage?: number
      fields?: string[]
      titleField?: string
      mediaField?: string
      descriptionField?: string
      showTitle?: boolean
      showMedia?: boolean
      showDescription?: boolean
      showLevels?: boolean
      groupBy?: Record<string, unknown>
      infiniteScrollEnabled?: boolean
      layout?: Record<string, unknown>
    }
    grid?: {
      filters?: Record<string, unknown>[]
      sort?: Record<string, unknown>
      perPage?: number
      fields?: string[]
      titleField?: string
      mediaField?: string
      descriptionField?: string
      showTitle?: boolean
      showMedia?: boolean
      showDescription?: boolean
      showLevels?: boolean
      groupBy?: Record<string, unknown>
      infiniteScrollEnabled?: boolean
      layout?: Record<string, unknown>
    }
    activity?: {
      filters?: Record<string, unknown>[]
      sort?: Record<string, unknown>
      perPage?: number
      fields?: string[]
      titleField?: string
      mediaField?: string
      descriptionField?: string
      showTitle?: boolean
      showMedia?: boolean
      showDescription?: boolean
      showLevels?: boolean
      groupBy?: Record<string, unknown>
      infiniteScrollEnabled?: boolean
      layout?: Record<string, unknown>
    }
    pickerGrid?: {
      filters?: Record<string, unknown>[]
      sort?: Record<string, unknown>
      perPage?: number
      fields?: string[]
      titleField?: string
      mediaField?: string
      descriptionField?: string
      showTitle?: boolean
      showMedia?: boolean
      showDescription?: boolean
      showLevels?: boolean
      groupBy?: Record<string, unknown>
      infiniteScrollEnabled?: boolean
      layout?: Record<string, unknown>
    }
    pickerTable?: {
      filters?: Record<string, unknown>[]
      sort?: Record<string, unknown>
      perPage?: number
      fields?: string[]
      titleField?: string
      mediaField?: string
      descriptionField?: string
      showTitle?: boolean
      showMedia?: boolean
      showDescription?: boolean
      showLevels?: boolean
      groupBy?: Record<string, unknown>
      infiniteScrollEnabled?: boolean
      layout?: Record<string, unknown>
    }
  }
  /** The views that lists offer. */
  view_list: {
    title?: string
    slug?: string
    view?: Record<string, unknown>
  }[]
  /** The form in which one of them is edited. */
  form: {
    layout?:
      | {
          type?: 'regular' | (string & {})
          labelPosition?: 'top' | 'side' | 'none'
        }
      | {
          type?: 'panel' | (string & {})
          labelPosition?: 'top' | 'side' | 'none'
          openAs?:
            | 'dropdown'
            | 'modal'
            | {
                type?: 'dropdown' | 'modal' | (string & {})
                applyLabel?: string
                cancelLabel?: string
              }
          summary?: string | string[]
          editVisibility?: 'always' | 'on-hover'
        }
      | {
          type?: 'card' | (string & {})
          withHeader?: boolean
          isOpened?: boolean
          isCollapsible?: boolean
          summary?:
            | string
            | (
                | string
                | {
                    id?: string
                    visibility?: 'always' | 'when-collapsed'
                  }
              )[]
        }
      | {
          type?: 'row' | (string & {})
          alignment?: 'start' | 'center' | 'end'
          styles?: Record<
            string,
            {
              flex?: string | number
            }
          >
        }
      | {
          type?: 'details' | (string & {})
          summary?: string
        }
    fields?: (
      | string
      | {
          id?: string
          label?: string
          description?: string
          layout?:
            | {
                type?: 'regular' | (string & {})
                labelPosition?: 'top' | 'side' | 'none'
              }
            | {
                type?: 'panel' | (string & {})
                labelPosition?: 'top' | 'side' | 'none'
                openAs?:
                  | 'dropdown'
                  | 'modal'
                  | {
                      type?: 'dropdown' | 'modal' | (string & {})
                      applyLabel?: string
                      cancelLabel?: string
                    }
                summary?: string | string[]
                editVisibility?: 'always' | 'on-hover'
              }
            | {
                type?: 'card' | (string & {})
                withHeader?: boolean
                isOpened?: boolean
                isCollapsible?: boolean
                summary?:
                  | string
                  | (
                      | string
                      | {
                          id?: string
                          visibility?: 'always' | 'when-collapsed'
                        }
                    )[]
              }
            | {
                type?: 'row' | (string & {})
                alignment?: 'start' | 'center' | 'end'
                styles?: Record<
                  string,
                  {
                    flex?: string | number
                  }
                >
              }
            | {
                type?: 'details' | (string & {})
                summary?: string
              }
          children?: (string | Record<string, unknown>)[]
        }
    )[]
  }
}

import type { Schema } from '@platen/core'

const TEXT: Schema = { type: 'string' }
const FLAG: Schema = { type: 'boolean' }
const NUMBER: Schema = { type: 'number' }
const SIZE: Schema = { type: ['string', 'number'] }
const TEXTS: Schema = { type: 'array', items: TEXT }
const DIRECTION: Schema = { type: 'string', enum: ['asc', 'desc'] }
const ALIGNMENT: Schema = { type: 'string', enum: ['start', 'center', 'end'] }
const DENSITY: Schema = { type: 'string', enum: ['compact', 'balanced', 'comfortable'] }

const object = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties })
const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values })

const OPERATORS = [
  'is',
  'isNot',
  'isAny',
  'isNone',
  'isAll',
  'isNotAll',
  'lessThan',
  'greaterThan',
  'lessThanOrEqual',
  'greaterThanOrEqual',
  'before',
  'after',
]

/** The properties of views and of the layouts of views. */
const shared: Readonly<Record<string, Schema>> = {
  filters: {
    type: 'array',
    items: object({ field: TEXT, operator: oneOf(OPERATORS), value: {}, isLocked: FLAG }),
  },
  sort: object({ field: TEXT, direction: DIRECTION }),
  perPage: { type: 'integer' },
  fields: TEXTS,
  titleField: TEXT,
  mediaField: TEXT,
  descriptionField: TEXT,
  showTitle: FLAG,
  showMedia: FLAG,
  showDescription: FLAG,
  showLevels: FLAG,
  groupBy: object({ field: TEXT, direction: DIRECTION, showLabel: { type: 'boolean', default: true } }),
  infiniteScrollEnabled: FLAG,
}

const columns: Schema = {
  type: 'object',
  additionalProperties: object({ width: SIZE, maxWidth: SIZE, minWidth: SIZE, align: ALIGNMENT }),
}
const tableLayout = { styles: columns, density: DENSITY, enableMoving: FLAG }
const gridLayout = { badgeFields: TEXTS, previewSize: NUMBER, density: DENSITY }

const layout = (properties: Readonly<Record<string, Schema>>): Schema =>
  object({ ...shared, layout: object(properties) })

const view = object({
  type: TEXT,
  layout: object({ ...tableLayout, badgeFields: TEXTS, previewSize: NUMBER }),
  ...shared,
})

const POSITION = oneOf(['top', 'side', 'none'])
const WINDOW = ['dropdown', 'modal']

/** The ways in which a form or a field of it is laid out. */
const formLayout: Schema = {
  oneOf: [
    object({ type: oneOf(['regular']), labelPosition: POSITION }),
    object({
      type: oneOf(['panel']),
      labelPosition: POSITION,
      openAs: { oneOf: [oneOf(WINDOW), object({ type: oneOf(WINDOW), applyLabel: TEXT, cancelLabel: TEXT })] },
      summary: { oneOf: [TEXT, TEXTS] },
      editVisibility: oneOf(['always', 'on-hover']),
    }),
    object({
      type: oneOf(['card']),
      withHeader: FLAG,
      isOpened: FLAG,
      isCollapsible: FLAG,
      summary: {
        oneOf: [
          TEXT,
          {
            type: 'array',
            items: { oneOf: [TEXT, object({ id: TEXT, visibility: oneOf(['always', 'when-collapsed']) })] },
          },
        ],
      },
    }),
    object({
      type: oneOf(['row']),
      alignment: ALIGNMENT,
      styles: { type: 'object', additionalProperties: object({ flex: SIZE }) },
    }),
    object({ type: oneOf(['details']), summary: TEXT }),
  ],
}

/** The schemas of the parts of a view configuration. */
export const viewConfigSchemas = {
  default_view: { ...view, description: 'The view that lists begin with.' },
  default_layouts: {
    ...object({
      table: layout(tableLayout),
      list: layout({ density: DENSITY }),
      grid: layout(gridLayout),
      activity: layout({ density: DENSITY }),
      pickerGrid: layout(gridLayout),
      pickerTable: layout(tableLayout),
    }),
    description: 'The layouts that lists offer, each with the settings that it begins with.',
  },
  view_list: {
    description: 'The views that lists offer.',
    type: 'array',
    items: object({ title: TEXT, slug: TEXT, view }),
  },
  form: {
    ...object({
      layout: formLayout,
      fields: {
        type: 'array',
        items: {
          oneOf: [
            TEXT,
            object({
              id: TEXT,
              label: TEXT,
              description: TEXT,
              layout: formLayout,
              children: { type: 'array', items: { oneOf: [TEXT, { type: 'object' }] } },
            }),
          ],
        },
      },
    }),
    description: 'The form in which one of them is edited.',
  },
} satisfies Readonly<Record<string, Schema>>

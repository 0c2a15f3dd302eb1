/** A view that lists offer. */
export interface ViewListEntry {
  readonly title: string
  readonly slug: string
  readonly view?: object
}

/** How editors list the entities of a kind, and in what form they edit one. */
export interface ViewConfig {
  readonly default_view: object
  readonly default_layouts: object
  readonly view_list: readonly ViewListEntry[]
  readonly form: object
}

type Shown = Omit<ViewConfig, 'view_list'>

const BY_TITLE = { field: 'title', direction: 'asc' }
const MEDIA = { showMedia: true }
const WITHOUT_MEDIA = { showMedia: false }
/** As narrow as their content. */
const NARROW_AUTHORS = { layout: { styles: { author: { width: '1%' } } } }
export const START_ALIGNED_AUTHORS = { styles: { author: { align: 'start' } } }

const withoutLabel = (id: string) => ({ id, layout: { type: 'regular', labelPosition: 'none' } })
const labelledAbove = (id: string) => ({ id, layout: { type: 'panel', labelPosition: 'top' } })
const panel = (fields: readonly unknown[]) => ({ layout: { type: 'panel' }, fields })

const postForm = panel([
  withoutLabel('featured_media'),
  withoutLabel('post-content-info'),
  labelledAbove('excerpt'),
  {
    id: 'status',
    label: 'Status',
    children: [withoutLabel('status'), 'scheduled_date', 'password', 'sticky'],
  },
  'date',
  'slug',
  'author',
  'template',
  { id: 'discussion', label: 'Discussion', children: [withoutLabel('comment_status'), 'ping_status'] },
  'parent',
  'format',
  'revisions',
])

/** The default views of entities. */
const plain: Shown = {
  default_view: {
    type: 'table',
    filters: [],
    sort: BY_TITLE,
    perPage: 20,
    fields: ['author', 'status'],
    titleField: 'title',
  },
  default_layouts: { table: {}, grid: {}, list: {} },
  form: {},
}

const pages: Shown = {
  default_view: {
    type: 'list',
    filters: [],
    perPage: 20,
    sort: BY_TITLE,
    showLevels: true,
    titleField: 'title',
    mediaField: 'featured_media',
    fields: ['author', 'status'],
  },
  default_layouts: { table: { layout: START_ALIGNED_AUTHORS }, grid: {}, list: {} },
  form: postForm,
}

const lastEdited = { id: 'last_edited_date', layout: { type: 'panel', labelPosition: 'none' } }

const templates: Shown = {
  default_view: {
    type: 'grid',
    perPage: 20,
    sort: BY_TITLE,
    titleField: 'title',
    descriptionField: 'description',
    mediaField: 'preview',
    fields: ['author', 'active', 'slug', 'theme'],
    filters: [],
    ...MEDIA,
  },
  default_layouts: { table: WITHOUT_MEDIA, grid: MEDIA, list: WITHOUT_MEDIA },
  form: panel([
    labelledAbove('description'),
    withoutLabel('description_readonly'),
    lastEdited,
    'revisions',
    'posts_page_title',
    'posts_per_page',
    'default_comment_status',
  ]),
}

const parts: Shown = {
  default_view: {
    type: 'grid',
    perPage: 20,
    titleField: 'title',
    mediaField: 'preview',
    fields: ['author'],
    filters: [],
    layout: {},
  },
  default_layouts: { table: NARROW_AUTHORS, grid: { layout: {} } },
  form: panel([lastEdited, 'revisions']),
}

const SYNC_BADGE = { badgeFields: ['sync-status'] }

const patterns: Shown = {
  default_view: {
    type: 'grid',
    perPage: 20,
    titleField: 'title',
    mediaField: 'preview',
    fields: ['sync-status'],
    filters: [],
    layout: SYNC_BADGE,
  },
  default_layouts: { table: NARROW_AUTHORS, grid: { layout: SYNC_BADGE } },
  form: panel([labelledAbove('excerpt'), withoutLabel('post-content-info'), 'sync-status', 'revisions']),
}

/** The post types with special views, by name without the prefix. */
const OF_TYPES = new Map<string, Shown>([
  ['page', pages],
  ['_template', templates],
  ['_template_part', parts],
  ['_block', patterns],
])

/** The views of entities: those of a post type, with the prefix of built-in types, or any others. */
export function shownEntities(postType: string | undefined, prefix: string): Shown {
  if (postType === undefined) return plain
  const name = postType.startsWith(`${prefix}_`) ? postType.slice(prefix.length) : postType
  return OF_TYPES.get(name) ?? { ...plain, form: postForm }
}

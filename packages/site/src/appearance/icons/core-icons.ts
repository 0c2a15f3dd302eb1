/** The icons of the collection `core` by name, each with its file in the package `bootstrap-icons`. */
const FILES = Object.freeze({
  'arrow-down-left': 'arrow-down-left',
  'arrow-down-right': 'arrow-down-right',
  'arrow-down': 'arrow-down',
  'arrow-left': 'arrow-left',
  'arrow-right': 'arrow-right',
  'arrow-up-left': 'arrow-up-left',
  'arrow-up-right': 'arrow-up-right',
  'arrow-up': 'arrow-up',
  'at-symbol': 'at',
  audio: 'music-note',
  bell: 'bell',
  'block-default': 'box',
  'block-meta': 'info-square',
  'block-table': 'grid-3x3',
  calendar: 'calendar',
  'capture-photo': 'camera',
  'capture-video': 'camera-video',
  cart: 'cart',
  category: 'folder',
  caution: 'exclamation-triangle',
  'chart-bar': 'bar-chart',
  check: 'check',
  'chevron-down': 'chevron-down',
  'chevron-down-small': 'chevron-compact-down',
  'chevron-left': 'chevron-left',
  'chevron-left-small': 'chevron-compact-left',
  'chevron-right': 'chevron-right',
  'chevron-right-small': 'chevron-compact-right',
  'chevron-up': 'chevron-up',
  'chevron-up-down': 'chevron-expand',
  'chevron-up-small': 'chevron-compact-up',
  comment: 'chat',
  cover: 'card-image',
  create: 'pencil-square',
  desktop: 'display',
  download: 'download',
  'drawer-left': 'layout-sidebar',
  'drawer-right': 'layout-sidebar-reverse',
  envelope: 'envelope',
  error: 'exclamation-circle',
  external: 'box-arrow-up-right',
  file: 'file-earmark',
  gallery: 'images',
  group: 'collection',
  heading: 'type-h1',
  help: 'question-circle',
  home: 'house',
  image: 'image',
  info: 'info-circle',
  key: 'key',
  language: 'translate',
  'map-marker': 'geo-alt',
  menu: 'list',
  mobile: 'phone',
  'more-horizontal': 'three-dots',
  'more-vertical': 'three-dots-vertical',
  next: 'skip-end',
  paragraph: 'paragraph',
  payment: 'credit-card',
  pencil: 'pencil',
  people: 'people',
  plus: 'plus',
  'plus-circle': 'plus-circle',
  previous: 'skip-start',
  published: 'check-circle',
  quote: 'quote',
  receipt: 'receipt',
  rss: 'rss',
  scheduled: 'clock',
  search: 'search',
  settings: 'gear',
  shadow: 'shadows',
  share: 'share',
  shield: 'shield',
  shuffle: 'shuffle',
  'star-empty': 'star',
  'star-filled': 'star-fill',
  'star-half': 'star-half',
  store: 'shop',
  styles: 'palette',
  symbol: 'diamond',
  'symbol-filled': 'diamond-fill',
  table: 'table',
  tablet: 'tablet',
  tag: 'tag',
  tip: 'lightbulb',
  upload: 'upload',
  verse: 'text-paragraph',
})

/** Labels that are not the words of the name. */
const LABELS: Readonly<Record<string, string>> = { 'at-symbol': 'At Symbol (@)', rss: 'RSS' }

/** An icon of the collection `core`. */
export interface CoreIcon {
  readonly name: string
  readonly label: string | undefined
  /** Reads its SVG. */
  readonly svg: () => Promise<string>
}

/** Reads a file of the icon package. Sites that show no icons can run without a file system. */
async function readIcon(file: string): Promise<string> {
  const [{ readFile }, { createRequire }] = await Promise.all([import('node:fs/promises'), import('node:module')])
  return readFile(createRequire(import.meta.url).resolve(`bootstrap-icons/icons/${file}.svg`), 'utf8')
}

/** The icons of the collection `core`, whose names content refers to. */
export const coreIcons: readonly CoreIcon[] = Object.freeze(
  Object.entries(FILES).map(([name, file]) => ({
    name: `core/${name}`,
    label: LABELS[name],
    svg: () => readIcon(file),
  })),
)

import type { BlockAttribute } from '../block-type.js'
import { defaultsTo, richText } from './attribute-schemas.js'
import type { CoreBlockFacts } from './core-block-facts.js'
import { CLIENT_NAVIGATION, flags, TYPOGRAPHY } from './support-flags.js'

/** The rows of a section of a table, with their cells. */
const section = (tag: string): BlockAttribute => ({
  type: 'array',
  default: [],
  source: 'query',
  selector: `${tag} tr`,
  query: {
    cells: {
      type: 'array',
      default: [],
      source: 'query',
      selector: 'td,th',
      query: {
        content: { type: 'rich-text', source: 'rich-text', role: 'content' },
        tag: { type: 'string', default: 'td', source: 'tag' },
        scope: { type: 'string', source: 'attribute', attribute: 'scope' },
        align: { type: 'string', source: 'attribute', attribute: 'data-align' },
        colspan: { type: 'string', source: 'attribute', attribute: 'colspan' },
        rowspan: { type: 'string', source: 'attribute', attribute: 'rowspan' },
      },
    },
  },
})

/** The types of the blocks of tables. */
export const tableBlock: CoreBlockFacts = {
  table: {
    title: 'Table',
    category: 'text',
    description: 'Rows and columns of text.',
    attributes: {
      hasFixedLayout: defaultsTo('boolean', true),
      caption: richText('figcaption'),
      head: section('thead'),
      body: section('tbody'),
      foot: section('tfoot'),
    },
    supports: {
      anchor: true,
      align: true,
      color: flags('gradients', { controls: 'background text', skipSerialization: true }),
      spacing: flags('margin padding', { controls: '!margin !padding' }),
      typography: TYPOGRAPHY,
      __experimentalBorder: flags('color style width', { controls: 'color style width', skipSerialization: true }),
      interactivity: CLIENT_NAVIGATION,
    },
    selectors: { root: '.wp-block-table > table', spacing: '.wp-block-table' },
    styles: [
      { name: 'regular', label: 'Default', isDefault: true },
      { name: 'stripes', label: 'Stripes' },
    ],
  },
}

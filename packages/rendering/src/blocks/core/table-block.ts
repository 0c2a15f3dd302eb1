import { defaultsTo, richText } from './attribute-schemas.js'
import type { CoreBlockFacts } from './core-block-facts.js'
import { CLIENT_NAVIGATION, flags, TYPOGRAPHY } from './support-flags.js'

/** The types of the blocks of tables. */
export const tableBlock: CoreBlockFacts = {
  table: {
    title: 'Table',
    category: 'text',
    description: 'Rows and columns of text.',
    attributes: {
      hasFixedLayout: defaultsTo('boolean', true),
      caption: richText('figcaption'),
      head: {
        type: 'array',
        default: [],
        source: 'query',
        selector: 'thead tr',
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
      },
      body: {
        type: 'array',
        default: [],
        source: 'query',
        selector: 'tbody tr',
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
      },
      foot: {
        type: 'array',
        default: [],
        source: 'query',
        selector: 'tfoot tr',
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
      },
    },
    supports: {
      anchor: true,
      align: true,
      color: flags('gradients', { controls: 'background text', skip: true }),
      spacing: flags('margin padding', { controls: '!margin !padding' }),
      typography: TYPOGRAPHY,
      __experimentalBorder: flags('color style width', { controls: 'color style width', skip: true }),
      interactivity: CLIENT_NAVIGATION,
    },
    selectors: { root: '.wp-block-table > table', spacing: '.wp-block-table' },
    styles: [
      { name: 'regular', label: 'Default', isDefault: true },
      { name: 'stripes', label: 'Stripes' },
    ],
  },
}

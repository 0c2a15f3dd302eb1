import { defineBlock } from '../../kernel/blocks/index.js'

import { searchForm } from './search-form.js'

/** `core/search`: the form that searches the site. */
export const search = defineBlock({
  name: 'core/search',
  apiVersion: 3,
  title: 'Search',
  category: 'widgets',
  description: 'A form that searches the site.',
  keywords: ['find'],
  selectors: {
    color:
      '.wp-block-search .wp-block-search__button, .wp-block-search.wp-block-search__no-button .wp-block-search__input',
    border:
      '.wp-block-search.wp-block-search__button-outside .wp-block-search__input, .wp-block-search.wp-block-search__button-outside .wp-block-search__button, .wp-block-search.wp-block-search__no-button .wp-block-search__input, .wp-block-search.wp-block-search__button-only .wp-block-search__input, .wp-block-search.wp-block-search__button-only .wp-block-search__button, .wp-block-search.wp-block-search__button-inside .wp-block-search__inside-wrapper',
  },
  supports: {
    anchor: true,
    align: ['left', 'center', 'right'],
    color: {
      gradients: true,
      __experimentalSkipSerialization: true,
      __experimentalDefaultControls: { background: true, text: true },
    },
    interactivity: true,
    typography: {
      __experimentalSkipSerialization: true,
      __experimentalSelector: '.wp-block-search__label, .wp-block-search__input, .wp-block-search__button',
      fontSize: true,
      lineHeight: true,
      __experimentalFontFamily: true,
      __experimentalFontWeight: true,
      __experimentalFontStyle: true,
      __experimentalTextTransform: true,
      __experimentalTextDecoration: true,
      __experimentalLetterSpacing: true,
      __experimentalDefaultControls: { fontSize: true },
    },
    __experimentalBorder: {
      color: true,
      radius: true,
      width: true,
      __experimentalSkipSerialization: true,
      __experimentalDefaultControls: { color: true, radius: true, width: true },
    },
    spacing: { margin: true },
    html: false,
  },
  attributes: {
    label: { type: 'string', role: 'content' },
    showLabel: { type: 'boolean', default: true },
    placeholder: { type: 'string', default: '', role: 'content' },
    width: { type: 'number' },
    widthUnit: { type: 'string' },
    buttonText: { type: 'string', role: 'content' },
    buttonPosition: { type: 'string', default: 'button-outside' },
    buttonUseIcon: { type: 'boolean', default: false },
    query: { type: 'object', default: {} },
    tagName: { type: 'string', default: '' },
  },
  render: (attributes, _content, _loaded, scope) => searchForm(attributes, scope),
})

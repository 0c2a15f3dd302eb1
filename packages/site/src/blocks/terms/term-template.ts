import { escapeAttribute, wrapperAttributes } from '@platen/rendering'
import { defineBlock } from '../block-scope.js'
import { BORDER_WITHOUT_CONTROLS, COLORS_WITHOUT_LINK_CONTROL, INTERACTIVITY, TYPOGRAPHY } from '../common-supports.js'
import { keyOf, loadQueriedTerms } from './queried-terms.js'

/** `core/term-template`: its inner blocks for each term of the query around it. */
export const termTemplate = defineBlock({
  name: 'core/term-template',
  apiVersion: 3,
  title: 'Term Template',
  category: 'theme',
  description: 'What is shown for each term of a query.',
  ancestor: ['core/terms-query'],
  usesContext: ['termQuery'],
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    align: ['wide', 'full'],
    layout: true,
    color: COLORS_WITHOUT_LINK_CONTROL,
    typography: TYPOGRAPHY,
    spacing: {
      margin: true,
      padding: true,
      blockGap: { __experimentalDefault: '1.25em' },
      __experimentalDefaultControls: { blockGap: true, padding: false, margin: false },
    },
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
  },
  attributes: {},
  load: loadQueriedTerms,
  repeat: ({ context }, loaded) =>
    (loaded.get(keyOf(context)) ?? []).map(({ id, taxonomy }) => ({ termId: id, taxonomy })),

  render(_attributes, _content, loaded, scope) {
    const terms = loaded.get(keyOf(scope.context)) ?? []
    if (terms.length === 0) return ''
    const items = terms.map(({ id, taxonomy }) => {
      const name = escapeAttribute(taxonomy)
      const inner = scope.innerOf({ termId: id, taxonomy })
      return `<li class="wp-block-term term-${id} ${name} taxonomy-${name}">${inner}</li>`
    })
    return `<ul${wrapperAttributes(scope)}>${items.join('')}</ul>`
  },
})

import { wrapperAttributes } from '@platen/rendering'
import {
  BORDER,
  createHtmlBudget,
  defineBlock,
  type HtmlBudget,
  INTERACTIVITY,
  SPACING,
} from '../../../kernel/blocks/index.js'
import { type CloudTerms, loadCloudTerms, MAX_TAGS } from './cloud-terms.js'
import { tagCloudHtml } from './tag-cloud-html.js'

interface TagClouds extends CloudTerms {
  readonly within: HtmlBudget
}

/** `core/tag-cloud`: the most used terms of a taxonomy, in sizes by use. */
export const tagCloud = defineBlock({
  name: 'core/tag-cloud',
  apiVersion: 3,
  title: 'Tag Cloud',
  category: 'widgets',
  description: 'The most used terms, in sizes by use.',
  styles: [
    { name: 'default', label: 'Default', isDefault: true },
    { name: 'outline', label: 'Outline' },
  ],
  supports: {
    anchor: true,
    html: false,
    align: true,
    spacing: SPACING,
    typography: {
      lineHeight: true,
      __experimentalFontFamily: true,
      __experimentalFontWeight: true,
      __experimentalFontStyle: true,
      __experimentalTextTransform: true,
      __experimentalLetterSpacing: true,
    },
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  attributes: {
    numberOfTags: { type: 'number', default: 45, minimum: 1, maximum: 100 },
    taxonomy: { type: 'string', default: 'post_tag' },
    showTagCounts: { type: 'boolean', default: false },
    smallestFontSize: { type: 'string', default: '8pt' },
    largestFontSize: { type: 'string', default: '22pt' },
  },
  async load(uses, scope): Promise<TagClouds> {
    const names = new Set(uses.map(({ attributes }) => attributes.taxonomy))
    return { ...(await loadCloudTerms(names, scope)), within: createHtmlBudget() }
  },

  render(attributes, _content, { terms, ancestors, within }, scope) {
    const count = Math.min(Math.max(Math.trunc(attributes.numberOfTags), 1), MAX_TAGS)
    const shown = (terms.get(attributes.taxonomy) ?? []).slice(0, count)
    const html = tagCloudHtml(shown, ancestors, attributes, scope)
    return `<p${wrapperAttributes(scope)}>${within(html || 'There&#8217;s no content to show here yet.')}</p>`
  },
})

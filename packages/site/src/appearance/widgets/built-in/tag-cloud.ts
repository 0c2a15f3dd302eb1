import { loadCloudTerms, shownTaxonomy, tagCloudHtml } from '../../../content/terms/index.js'
import { taxonomies } from '../../../content/types/index.js'
import { createHtmlBudget } from '../../../kernel/blocks/index.js'
import { defineWidget } from '../define-widget.js'
import { lineField, switchField, titleField } from '../widget-field.js'
import type { WidgetScope } from '../widget-scope.js'

const TAGS = 'post_tag'
const MAX_TERMS = 45

/** The taxonomy of a widget: tags, unless it has another one that the reader may see. */
const taxonomyOf = (name: string, scope: WidgetScope): string => shownTaxonomy(name, scope)?.name ?? TAGS

/** The most used terms of a taxonomy, in sizes by use. */
export const tagCloudWidget = defineWidget({
  idBase: 'tag_cloud',
  name: 'Tag Cloud',
  description: 'Your most used tags.',
  className: 'widget_tag_cloud',
  fields: {
    title: titleField(),
    count: switchField('Show how often each is used'),
    taxonomy: { ...lineField('Taxonomy:'), control: 'select', shown: (name: string) => name || TAGS },
  },
  async choices(scope) {
    const shown = scope.site.get(taxonomies).filter(({ name }) => shownTaxonomy(name, scope) !== undefined)
    return { taxonomy: Object.fromEntries(shown.map(({ name, labels }) => [name, labels['name'] ?? name])) }
  },
  async load(instances, scope) {
    const names = new Set(instances.map(({ taxonomy }) => taxonomyOf(taxonomy, scope)))
    return { ...(await loadCloudTerms(names, scope)), within: createHtmlBudget() }
  },
  render({ title, count, taxonomy }, { terms, ancestors, within }, scope) {
    const name = taxonomyOf(taxonomy, scope)
    const shown = (terms.get(name) ?? []).slice(0, MAX_TERMS)
    if (shown.length === 0) return undefined
    const attributes = { showTagCounts: count === 1, smallestFontSize: '8pt', largestFontSize: '22pt' }
    const label = scope.site.get(taxonomies).get(name)?.labels['name'] ?? ''
    const html = within(tagCloudHtml(shown, ancestors, attributes, scope))
    return `${scope.title(title || label)}<div class="tagcloud">${html}</div>\n`
  },
})

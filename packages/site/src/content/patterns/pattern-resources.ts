import type { Resource, Schema } from '@platen/core'
import { type BlockPattern, type BlockPatternCategory, blockPatternSources } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { flag, number, shownField, siteResource, text, VIEW_EDIT_EMBED } from '../../kernel/rest/index.js'

/** Categories in older patterns, with their replacements. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['buttons', 'call-to-action'],
  ['columns', 'text'],
  ['query', 'posts'],
])

const list = (description: string) => ({ description, type: 'array' }) as const

/** The resource of registered block patterns. */
export function patternResource(site: SiteContext): Resource<BlockPattern, never> {
  const shown = shownField<BlockPattern>
  /** What a pattern may lack. */
  const declared = (schema: Schema, get: (pattern: BlockPattern) => unknown) => ({
    ...shown(VIEW_EDIT_EMBED, schema, get),
    optional: true,
  })
  const source = { ...text('Where the pattern comes from.'), enum: blockPatternSources }
  return siteResource<BlockPattern, undefined, never, never>(site, 'block-pattern', {
    title: 'block-pattern',
    fields: {
      name: shown(VIEW_EDIT_EMBED, text('The name of the pattern.'), pattern => pattern.name),
      title: shown(VIEW_EDIT_EMBED, text('Its title, for people.'), pattern => pattern.title),
      content: shown(VIEW_EDIT_EMBED, text('Its blocks, as text.'), pattern => pattern.content),
      description: declared(text('What it is for.'), pattern => pattern.description),
      viewport_width: declared(number('The width of its preview in pixels.'), pattern => pattern.viewportWidth),
      inserter: declared(flag('Whether editors offer it.'), pattern => pattern.inserter),
      categories: declared(list('The names of its categories.'), pattern =>
        pattern.categories?.map(name => RENAMED.get(name) ?? name),
      ),
      keywords: declared(list('Words by which it is found.'), pattern => pattern.keywords),
      block_types: declared(list('The block types that it can replace.'), pattern => pattern.blockTypes),
      post_types: declared(list('The post types that it is for.'), pattern => pattern.postTypes),
      template_types: declared(list('The template types that it is for.'), pattern => pattern.templateTypes),
      source: declared(source, pattern => pattern.source),
    },
    load: () => undefined,
  })
}

/** The resource of categories of block patterns. */
export function patternCategoryResource(site: SiteContext): Resource<BlockPatternCategory, never> {
  const shown = shownField<BlockPatternCategory>
  return siteResource<BlockPatternCategory, undefined, never, never>(site, 'block-pattern-category', {
    title: 'block-pattern-category',
    fields: {
      name: shown(VIEW_EDIT_EMBED, text('The name of the category.'), category => category.name),
      label: shown(VIEW_EDIT_EMBED, text('Its name, for people.'), category => category.label),
      description: shown(VIEW_EDIT_EMBED, text('Which patterns it has.'), category => category.description),
    },
    load: () => undefined,
  })
}

import { type Block, parseBlocks, serializeBlocks } from '@platen/rendering'
import { TEMPLATE_PART } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { allTemplateKinds, findTemplates } from '../templates/index.js'

/** The content of a template without the theme of its parts: in a file, parts belong to its own theme. */
function withoutThemeOfParts(content: string, stylesheet: string): string {
  // Most templates are written as stored, and parsing all of them would take long.
  if (!content.includes('"theme"')) return content
  const blocks = parseBlocks(content)
  const open: Block[] = [...blocks]
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    for (const inner of block.innerBlocks) open.push(inner)
    const { theme, ...attributes } = block.attributes
    if (block.name === TEMPLATE_PART && theme === stylesheet) Object.assign(block, { attributes })
  }
  return serializeBlocks(blocks)
}

/** The templates and parts of the active theme as users have changed them, by the paths of their files. */
export async function changedTemplates(site: SiteContext, stylesheet: string): Promise<ReadonlyMap<string, string>> {
  const { templates, parts } = allTemplateKinds(site)
  const found = await Promise.all([templates, parts].map(kind => findTemplates(site, site.store, kind)))
  const folders = ['templates', 'parts']
  return new Map(
    found.flatMap((list, i) =>
      list
        .filter(({ theme, source }) => theme === stylesheet && source !== 'plugin')
        .map(({ slug, content }) => [`${folders[i]}/${slug}.html`, withoutThemeOfParts(content, stylesheet)] as const),
    ),
  )
}

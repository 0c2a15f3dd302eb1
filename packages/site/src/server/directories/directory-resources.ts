import type { Context, Resource, Schema } from '@platen/core'
import { filterHtml, sanitizeTextField } from '@platen/rendering'
import type { DirectoryPattern } from '../../content/patterns/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { integer, moment, number, siteResource, text, uri, VIEW_EDIT_EMBED } from '../../kernel/rest/index.js'
import type { DirectoryBlock } from './block-directory.js'

const VIEW = ['view'] as const

const plain = (value: string) => sanitizeTextField(value)

/** A field from a directory; it is not an argument. */
const fieldOf =
  <R>() =>
  (contexts: readonly Context[], schema: Schema, get: (record: R) => unknown) =>
    ({ schema, contexts, argument: 'none', get }) as const

/** The resource of blocks of a directory. */
export function directoryBlockResource(site: SiteContext): Resource<DirectoryBlock, never> {
  const shown = fieldOf<DirectoryBlock>()
  return siteResource<DirectoryBlock, undefined, never, never>(site, 'block-directory-item', {
    title: 'block-directory-item',
    fields: {
      name: shown(VIEW, text('The name of the block type.'), block => plain(block.name)),
      title: shown(VIEW, text('Its title, for people.'), block => plain(block.title)),
      description: shown(VIEW, text('What it does.'), block => plain(block.description)),
      id: shown(VIEW, text('The slug of the plugin that has it.'), block => plain(block.id)),
      rating: shown(VIEW, number('The rating of the plugin, 0 to 5.'), block => block.rating),
      rating_count: shown(VIEW, integer('How many people rated it.'), block => block.ratingCount),
      active_installs: shown(VIEW, integer('How many sites use it.'), block => block.activeInstalls),
      author_block_rating: shown(VIEW, number('The rating of its author.'), block => block.authorBlockRating),
      author_block_count: shown(VIEW, integer('How many blocks its author has.'), block => block.authorBlockCount),
      author: shown(VIEW, text('The name of its author.'), block => plain(block.author)),
      icon: shown(VIEW, uri('The URL of its icon.'), block => block.icon),
      last_updated: shown(VIEW, moment('When it was last updated.'), block => block.lastUpdated),
      humanized_updated: shown(VIEW, text('How long ago that is.'), block => plain(block.humanizedUpdated)),
    },
    load: () => undefined,
    links: {
      of: ({ id }) => ({
        [`${site.dialect.prefix}:install-plugin`]: [
          { href: `${site.apiUrl}/${site.namespace}/plugins?slug=${encodeURIComponent(id)}` },
        ],
      }),
    },
  })
}

const filled = (description: string) => ({ ...text(description), minLength: 1 })
const names = (description: string) =>
  ({ description, type: 'array', uniqueItems: true, items: { type: 'string' } }) as const

/** The resource of patterns of a directory. Their HTML is filtered, because it is untrusted. */
export function directoryPatternResource(site: SiteContext): Resource<DirectoryPattern, never> {
  const shown = fieldOf<DirectoryPattern>()
  const id = { ...integer('The id of the pattern in the directory.'), minimum: 1 }
  return siteResource<DirectoryPattern, undefined, never, never>(site, 'pattern-directory-item', {
    title: 'pattern-directory-item',
    fields: {
      id: shown(VIEW_EDIT_EMBED, id, pattern => pattern.id),
      title: shown(VIEW_EDIT_EMBED, filled('Its title, for people.'), pattern => plain(pattern.title)),
      content: shown(VIEW_EDIT_EMBED, filled('Its blocks, as text.'), pattern =>
        filterHtml(pattern.content, 'content'),
      ),
      categories: shown(VIEW_EDIT_EMBED, names('Its categories.'), pattern => pattern.categories.map(plain)),
      keywords: shown(VIEW_EDIT_EMBED, names('Words by which it is found.'), pattern => pattern.keywords.map(plain)),
      description: shown(VIEW_EDIT_EMBED, filled('What it is for.'), pattern => plain(pattern.description)),
      viewport_width: shown(
        VIEW_EDIT_EMBED,
        integer('The width of its preview in pixels.'),
        pattern => pattern.viewportWidth,
      ),
      block_types: shown(['view', 'embed'], names('The block types that it can replace.'), pattern =>
        pattern.blockTypes.map(plain),
      ),
    },
    load: () => undefined,
  })
}

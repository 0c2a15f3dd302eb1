import { type Links, presentEmptyObjects } from '@platen/core'
import { allowedOnPost, loadPostView, type PostView, rawOf, renderedTitle } from '../../content/posts/index.js'
import type { PostType } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord, PostRelated } from '../../kernel/records/index.js'
import {
  collectionUrl,
  EMBED_VIEW_EDIT,
  integer,
  shownField,
  siteResource,
  text,
  VIEW_EDIT,
  VIEW_EDIT_EMBED,
} from '../../kernel/rest/index.js'
import type { StyleTree } from '../theme-json/index.js'
import { themes } from '../themes/index.js'
import type { StyleChanges } from './style-input.js'
import { themeFileLinks } from './theme-file-links.js'
import { themeTrees } from './theme-trees.js'
import { userTree } from './user-styles.js'

/** The loaded data of the styles of users. */
export interface StylesView extends PostView {
  readonly themeUrl: string
  treeOf(record: PostRecord): StyleTree
}

/** The draft that collects an input of styles. */
export type StyleDraft = { -readonly [K in keyof StyleChanges]: StyleChanges[K] }

/** The schema of settings or styles. */
export const TREE = (description: string) => ({ description, type: ['object'] }) as const

const TITLE = {
  description: 'The title of the styles.',
  type: ['object', 'string'],
  default: '',
  properties: {
    raw: { ...text('The title as it is stored.'), context: VIEW_EDIT_EMBED },
    rendered: { ...text('The title for display, as HTML.'), context: VIEW_EDIT_EMBED, readonly: true },
  },
} as const

/** A tree as clients get it. */
export const presentTree = (site: SiteContext, tree: object): unknown =>
  Object.keys(tree).length === 0 ? {} : presentEmptyObjects(tree, site.dialect.emptyObjects)

/** Loads the data of records with styles; each tree is created once. */
export async function loadTrees(site: SiteContext): Promise<(record: PostRecord) => StyleTree> {
  const theme = site.get(themes).active(await site.options())
  const { shapes } = themeTrees(site, theme)
  const made = new Map<number, StyleTree>()
  return record => {
    const tree = made.get(record.id) ?? userTree(record, shapes)
    made.set(record.id, tree)
    return tree
  }
}

/** Defines how the styles of users are shown and changed. */
export function globalStylesResource(site: SiteContext, type: PostType) {
  const p = site.dialect.prefix
  const collection = collectionUrl(site, type)
  return siteResource<PostRecord, StylesView, 'revisions', StyleDraft>(site, type.name, {
    title: type.name,
    fields: {
      id: shownField<PostRecord, StylesView, 'revisions'>(
        EMBED_VIEW_EDIT,
        integer('The identifier of the styles.'),
        post => post.id,
      ),
      styles: {
        schema: TREE('Styles in the form of theme.json.'),
        contexts: VIEW_EDIT,
        get: (post, view) => presentTree(site, view.treeOf(post).styles),
        set: (draft, value) => {
          if (value !== null) draft.styles = value
        },
      },
      settings: {
        schema: TREE('Settings in the form of theme.json.'),
        contexts: VIEW_EDIT,
        get: (post, view) => presentTree(site, view.treeOf(post).settings),
        set: (draft, value) => {
          if (value !== null) draft.settings = value
        },
      },
      title: {
        schema: TITLE,
        contexts: EMBED_VIEW_EDIT,
        get: { raw: post => post.title, rendered: renderedTitle },
        set: (draft, value) => {
          const raw = rawOf(value)
          if (raw !== undefined && (raw !== '' || typeof value === 'string')) draft.title = raw
        },
      },
    },
    async load(posts, needs, request, context, found) {
      const related = found as Partial<PostRelated> | undefined
      const view = await loadPostView(site, type, { posts, needs, request, context, found: related })
      const { stylesheet } = site.get(themes).active(view.options)
      return { ...view, themeUrl: site.get(themes).urlOf(stylesheet), treeOf: await loadTrees(site) }
    },
    links: {
      needs: ['revisions'],
      of(post, view): Links {
        const href = `${collection}/${post.id}`
        const { principal, treeOf, themeUrl } = view
        const files = themeFileLinks(treeOf(post).styles, themeUrl)
        const allow = allowedOnPost(site, post, principal, view.options).filter(method => method !== 'DELETE')
        return {
          self: [{ href, targetHints: { allow } }],
          about: [{ href: `${site.apiUrl}/${site.namespace}/types/${type.name}` }],
          'version-history': [{ count: view.revisionsOf(post).count, href: `${href}/revisions` }],
          ...(files.length > 0 && { [`${p}:theme-file`]: files }),
          ...(principal.can(type.capabilities.publish_posts) && { [`${p}:action-publish`]: [{ href }] }),
          ...(principal.can('edit_css') && { [`${p}:action-edit-css`]: [{ href }] }),
        }
      },
    },
  })
}

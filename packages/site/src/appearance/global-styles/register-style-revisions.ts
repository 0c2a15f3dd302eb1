import { readonlyRevisions } from '../../content/revisions/index.js'
import type { PostType } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { VIEW_EDIT } from '../../kernel/rest/index.js'
import type { StyleTree } from '../theme-json/index.js'
import { loadTrees, presentTree, TREE } from './global-styles-resource.js'

const isEmpty = (part: object) => Object.keys(part).length === 0

/** Declares the routes of the revisions of the styles of users. */
export function registerStyleRevisions(site: SiteContext, type: PostType): void {
  // A revision of a time when nothing was set shows neither of them.
  const shown = (tree: StyleTree, part: 'settings' | 'styles') =>
    isEmpty(tree.settings) && isEmpty(tree.styles) ? undefined : presentTree(site, tree[part])
  readonlyRevisions<(record: PostRecord) => StyleTree>(site, type, {
    parent: 'The id of the styles.',
    fields: {
      styles: {
        schema: TREE('Styles in the form of theme.json.'),
        contexts: VIEW_EDIT,
        get: (post, treeOf) => shown(treeOf(post), 'styles'),
      },
      settings: {
        schema: TREE('Settings in the form of theme.json.'),
        contexts: VIEW_EDIT,
        get: (post, treeOf) => shown(treeOf(post), 'settings'),
      },
    },
    load: () => loadTrees(site),
  })
}

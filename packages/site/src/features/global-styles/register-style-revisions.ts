import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { StyleTree } from '../../theme-json/style-tree.js'
import type { PostRecord } from '../posts/post-collection.js'
import { readonlyRevisions } from '../revisions/readonly-revisions.js'
import { loadTrees, presentTree, TREE } from './global-styles-resource.js'

const VIEW_EDIT = ['view', 'edit'] as const

/** Declares the routes of the revisions of the styles of users. */
export const registerStyleRevisions = (site: SiteContext, type: PostType): void =>
  readonlyRevisions<(record: PostRecord) => StyleTree>(site, type, {
    parent: 'The id of the styles.',
    fields: {
      styles: {
        schema: TREE('Styles in the form of theme.json.'),
        contexts: VIEW_EDIT,
        get: (post, treeOf) => presentTree(site, treeOf(post).styles),
      },
      settings: {
        schema: TREE('Settings in the form of theme.json.'),
        contexts: VIEW_EDIT,
        get: (post, treeOf) => presentTree(site, treeOf(post).settings),
      },
    },
    load: () => loadTrees(site),
  })

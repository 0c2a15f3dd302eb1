import { postLink } from '../../permalinks/post-link.js'
import type { PostRecord } from '../posts/post-collection.js'
import { isRevision } from './revision-records.js'
import type { RevisionView } from './revision-view.js'

/**
 * The URL where the page of a post shows an autosave: its permalink with `preview`, and with `preview_id` unless the
 * autosave is the draft itself. Empty for types without pages.
 */
export function previewLink(autosave: PostRecord, view: RevisionView): string {
  const { previewed, type } = view
  if (previewed === undefined || !type.viewable) return ''
  const link = postLink(previewed, view)
  const named = isRevision(autosave) ? `preview_id=${previewed.id}&` : ''
  return `${link}${link.includes('?') ? '&' : '?'}${named}preview=true`
}

import type { PostRecord } from '../../kernel/records/index.js'
import { postLink } from '../posts/index.js'
import type { RevisionView } from './rest/revision-view.js'
import { isRevision } from './revision-records.js'

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

import { filterHtml, markUserLinks, normalizeEntities, safeUrl, sanitizeName, toCommentLines } from '@platen/rendering'
import type { RecordChanges } from '@platen/storage'
import { type Actor, defineOperation, freeId, requireImport, type Tx } from '../../../kernel/operations/index.js'
import { type CommentRecord, commentsIn, isCounted } from '../../../kernel/records/index.js'
import { addMeta, type MetaValue } from '../../meta/index.js'
import { commentSaved } from '../comment-hooks.js'

/** A comment of another site, which may have any type, status, texts and dates, with meta values of any keys. */
export interface ImportedComment extends Required<RecordChanges<Omit<CommentRecord, 'created'>>> {
  /** Its id in the other site, which it keeps if no comment has it. */
  readonly id?: number | undefined
  readonly meta: readonly MetaValue[]
}

/** Whether an imported comment is included in its post's count: it is approved, and not a note. */
export const isCountedComment = isCounted

/**
 * The stored form of an imported comment. Comments by visitors are filtered, whatever the other site allowed; their lines
 * and paragraphs become line feeds. Links are marked like those of new comments, and URLs that run script are removed.
 */
export function storedComment({ site }: Pick<Tx, 'site'>, actor: Actor, comment: ImportedComment): ImportedComment {
  const isFiltered = comment.author === 0 || !actor.can('unfiltered_html')
  const content = isFiltered ? filterHtml(toCommentLines(comment.content), 'comment') : comment.content
  return {
    ...comment,
    authorName: sanitizeName(comment.authorName),
    authorUrl: normalizeEntities(safeUrl(comment.authorUrl)),
    content: markUserLinks(content, site.url),
  }
}

/**
 * Stores a comment of another site. The comment count of its post does not change: it is set with the post. The actor
 * needs the capability `import`.
 */
export const importComment = defineOperation(async (tx, actor, imported: ImportedComment): Promise<CommentRecord> => {
  requireImport(actor)
  const { meta: values, id: requested, ...record } = storedComment(tx, actor, imported)
  const id = await freeId(commentsIn(tx.store), requested)
  const comment = await commentsIn(tx.store).insert({ ...(id !== undefined && { id }), ...record, created: '' })
  await addMeta(tx, actor, [{ kind: 'comment', subtype: '', object: comment.id, values }])
  tx.emit(commentSaved, { comment, before: undefined })
  return comment
})

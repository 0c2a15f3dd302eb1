import { defineEvent } from '../../kernel/context/index.js'
import type { TermRecord } from '../../kernel/records/index.js'

/** A term was created or changed; `before` is absent for a new one. */
export const termSaved = defineEvent<{ readonly term: TermRecord; readonly before: TermRecord | undefined }>(
  'term.saved',
)
/** A term was deleted. */
export const termDeleted = defineEvent<{ readonly term: TermRecord }>('term.deleted')

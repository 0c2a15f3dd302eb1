import { defineEvent } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'

/** A revision or an autosave was deleted; those of a deleted post are removed without this event. */
export const revisionDeleted = defineEvent<{ readonly revision: PostRecord }>('revision.deleted')

/** An autosave was stored as a separate record. Autosaves that change the draft itself emit `postSaved`. */
export const autosaveStored = defineEvent<{ readonly autosave: PostRecord; readonly post: PostRecord }>(
  'autosave.stored',
)

/** A post was restored to one of its revisions; `postSaved` is emitted as well. */
export const revisionRestored = defineEvent<{ readonly revision: PostRecord; readonly post: PostRecord }>(
  'revision.restored',
)

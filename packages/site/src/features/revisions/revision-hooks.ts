import { defineEvent } from '../../hooks/hooks.js'
import type { PostRecord } from '../posts/post-collection.js'

/** A revision or an autosave was deleted by itself; those of a deleted post go without an event of their own. */
export const revisionDeleted = defineEvent<{ readonly revision: PostRecord }>('revision.deleted')

/** An autosave was stored beside its post. Autosaves that change a draft itself emit `postSaved`. */
export const autosaveStored = defineEvent<{ readonly autosave: PostRecord; readonly post: PostRecord }>(
  'autosave.stored',
)

/** A post was given the state of one of its revisions; `postSaved` is emitted as well. */
export const revisionRestored = defineEvent<{ readonly revision: PostRecord; readonly post: PostRecord }>(
  'revision.restored',
)

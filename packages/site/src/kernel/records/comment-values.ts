/** The type of what readers write. */
export const COMMENT = 'comment'
/** The type of what editors write to each other about a post. */
export const NOTE = 'note'

export const APPROVED = 'approved'
export const HELD = 'hold'
const SPAM = 'spam'
export const TRASHED = 'trash'
/** The status of comments whose post is in the trash, until they get another status. */
export const POST_TRASHED = 'post-trashed'

/** The statuses that can be set on a comment. */
export type CommentStatus = typeof APPROVED | typeof HELD | typeof SPAM | typeof TRASHED

const STATUSES: ReadonlyMap<string, CommentStatus> = new Map<string, CommentStatus>([
  ['approved', APPROVED],
  ['approve', APPROVED],
  ['1', APPROVED],
  ['hold', HELD],
  ['0', HELD],
  ['spam', SPAM],
  ['trash', TRASHED],
])

/** The values that undo the last move to spam or to the trash. */
export const isRestoring = (name: string): boolean => name === 'unspam' || name === 'untrash'

/** The status that a client names; `undefined` for any other text. */
export const statusNamed = (name: string): CommentStatus | undefined => STATUSES.get(name)

/** Meta keys that comments use for themselves. */
export const commentMetaKeys = {
  /** The status of a comment before it was moved to spam or to the trash. */
  formerStatus: '_trash_status',
  /** The status of a comment before its post was moved to the trash. */
  statusBeforePostTrash: '_status_before_trash',
  /** Whether a note is resolved. */
  noteStatus: '_wp_note_status',
} as const

/** Whether a comment with this status can be restored. */
export const isPutAway = (status: string): boolean => status === SPAM || status === TRASHED

/** Whether a comment is included in the count of its post. */
export const isCounted = ({ status, type }: { readonly status: string; readonly type: string }): boolean =>
  status === APPROVED && type !== NOTE

/** Taken by those who delete comments, together with those of their parents, and by those who refer to them. */
export const commentLocks = (...ids: readonly number[]): readonly string[] =>
  ids.filter(id => id > 0).map(id => `comment ${id}`)

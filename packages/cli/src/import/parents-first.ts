import type { WxrComment } from '../wxr/wxr-records.js'

/** Sorts parents before their replies, otherwise in file order. Missing parents and cycles are ignored. */
export function parentsFirst(comments: readonly WxrComment[]): readonly WxrComment[] {
  const ordered = new Set<WxrComment>()
  const done = new Set<number>()
  const ids = new Set(comments.map(({ id }) => id))
  const waiting = new Map<number, WxrComment[]>()
  for (const comment of comments) {
    const replies = waiting.get(comment.parent)
    if (comment.parent === 0 || done.has(comment.parent) || !ids.has(comment.parent)) {
      const next = [comment]
      for (let reply = next.pop(); reply !== undefined; reply = next.pop()) {
        ordered.add(reply)
        done.add(reply.id)
        for (const other of waiting.get(reply.id)?.reverse() ?? []) next.push(other)
        waiting.delete(reply.id)
      }
    } else if (replies === undefined) waiting.set(comment.parent, [comment])
    else replies.push(comment)
  }
  return [...ordered, ...comments.filter(comment => !ordered.has(comment))]
}

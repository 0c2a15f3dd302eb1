import { type AttachedMediaLookup, type AttachedMediaUse, findAttachedMedia } from '@platen/rendering'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { type AttachmentReader, showAttachments } from './shown-attachments.js'

/** The maximum number of attached files that are loaded for the players of a page of posts. */
const MAX_FILES = 2000
/** The maximum number of posts whose files they play. */
const MAX_POSTS = 100
/** The maximum number of players that play attached files. It is limited because short names become long URLs. */
const MAX_PLAYERS = 2000

/**
 * Loads the attached files of posts for the players without a file in their texts, with a fixed number of queries;
 * `undefined` if there are no such players. A player plays the first file visible to its reader.
 */
export async function loadAttachedMedia(
  reader: AttachmentReader,
  posts: readonly Pick<PostRecord, 'id' | 'content'>[],
  included: readonly { readonly content: string }[],
): Promise<AttachedMediaLookup | undefined> {
  // Included texts can belong to any post.
  const shared = new Set(included.flatMap(({ content }) => [...findAttachedMedia(content)]))
  const kinds = new Set(shared)
  const parents: number[] = []
  for (const { id, content } of posts) {
    const kindsOfPost = findAttachedMedia(content)
    for (const kind of kindsOfPost) kinds.add(kind)
    if (kindsOfPost.size + shared.size > 0 && parents.length < MAX_POSTS) parents.push(id)
  }
  if (parents.length === 0) return undefined
  const { and, eq, in: isIn, or, startsWithText } = wherePosts
  const records = await findShown(postsIn(reader.site.store), {
    where: and(
      eq('type', 'attachment'),
      eq('status', 'inherit'),
      isIn('parent', parents),
      or(...[...kinds].map(kind => startsWithText('mimeType', `${kind}/`))),
    ),
    order: [
      { by: 'field', field: 'menuOrder', direction: 'asc' },
      { by: 'field', field: 'id', direction: 'asc' },
    ],
    limit: MAX_FILES,
  })
  const urls = new Map<string, string>()
  for (const { post, url } of (await showAttachments(records, reader)).values()) {
    const key = `${post.parent} ${post.mimeType.split('/', 1)[0]?.toLowerCase()}`
    if (!urls.has(key)) urls.set(key, url)
  }
  let players = 0
  return ({ kind, postId }: AttachedMediaUse) => {
    players += 1
    return players > MAX_PLAYERS ? undefined : urls.get(`${postId} ${kind}`)
  }
}

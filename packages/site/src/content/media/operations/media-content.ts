import type { Found, Query } from '@platen/storage'
import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type PostRecord, type PostRelations, wherePosts } from '../../../kernel/records/index.js'
import { postsContent } from '../../posts/index.js'
import { deleteMedia } from './delete-media.js'
import type { MediaInput } from './media-input.js'
import { updateMedia } from './store-media.js'
import { createMediaFrom, type NewFile } from './upload-media.js'

/** Operations on uploaded files in process, with the same errors and events as through requests. */
export interface MediaContent {
  /** Adds a file with its attachment and, for an image, the smaller sizes. Rejects as an upload does. */
  create(file: NewFile, by: As): Promise<PostRecord>
  update(id: number, changes: MediaInput, by: AsOf): Promise<PostRecord>
  /** Deletes an attachment with its files; resolves with the deleted attachment. */
  delete(id: number, by: AsOf): Promise<PostRecord>
  /** Reads an attachment; `undefined` if it does not exist or the actor may not read it. */
  get(id: number, by: As): Promise<PostRecord | undefined>
  /** Finds the attachments that match a query and that the actor may read. */
  find<const W extends readonly (keyof PostRelations)[] = readonly []>(
    query: Query<PostRecord, W>,
    by: As,
  ): Promise<Found<PostRecord, PostRelations, W>>
}

const isAttachment = wherePosts.eq('type', 'attachment')

export function mediaContent(calls: ContentCalls): MediaContent {
  const { site, run, actor } = calls
  const { get, find } = postsContent(calls)
  return Object.freeze<MediaContent>({
    create: async (file, by) => createMediaFrom(site, await actor(by, 'POST'), file),
    update: (id, changes, by) => run(updateMedia, { ...changes, id, version: by.version }, by),
    delete: (id, by) => run(deleteMedia, { id, version: by.version }, by),
    async get(id, by) {
      const post = await get(id, by)
      return post?.type === 'attachment' ? post : undefined
    },
    find: (query, by) => find({ ...query, where: wherePosts.and(query.where, isAttachment) }, by),
  })
}

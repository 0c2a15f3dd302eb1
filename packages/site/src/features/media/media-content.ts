import type { As, AsOf, ContentCalls } from '../../operations/content-calls.js'
import { type Found, type PostRecord, type Query, where } from '../../storage/index.js'
import { postsContent } from '../posts/post-content.js'
import { deleteMedia } from './delete-media.js'
import type { MediaInput } from './media-input.js'
import { updateMedia } from './store-media.js'
import { createMediaFrom, type NewFile } from './upload-media.js'

/** Uploaded files, in process. Writes reject with the `RestError` that a client would get, and emit the same events. */
export interface MediaContent {
  /** Adds a file with its attachment, and the smaller sizes of an image. Rejects as uploading does. */
  create(file: NewFile, by: As): Promise<PostRecord>
  update(id: number, changes: MediaInput, by: AsOf): Promise<PostRecord>
  /** Deletes an attachment with its files; resolves with what it was. */
  delete(id: number, by: AsOf): Promise<PostRecord>
  /** An attachment; `undefined` when there is none that the actor may read. */
  get(id: number, by: As): Promise<PostRecord | undefined>
  /** Those attachments that a query finds and the actor may read. */
  find(query: Query<PostRecord>, by: As): Promise<Found<PostRecord>>
}

const { posts } = where
const isAttachment = posts.eq('type', 'attachment')

/** Makes the part of files in `site.content`. */
export function mediaContent(calls: ContentCalls): MediaContent {
  const { site, run, actor } = calls
  const { get, find } = postsContent(calls)
  return Object.freeze<MediaContent>({
    create: async (file, by) => createMediaFrom(site, await actor(by), file),
    update: (id, changes, by) => run(updateMedia, { ...changes, id, version: by.version }, by),
    delete: (id, by) => run(deleteMedia, { id, version: by.version }, by),
    async get(id, by) {
      const post = await get(id, by)
      return post?.type === 'attachment' ? post : undefined
    },
    find: (query, by) => find({ ...query, where: posts.and(query.where, isAttachment) }, by),
  })
}

import { bodyChunks } from '@platen/core'
import { mediaSettings, receiveFile } from '../../../content/media/index.js'
import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import type { FontFamily } from '../font-family.js'
import { maxFontBytes } from '../font-files.js'
import type { SentSettings } from './check-settings.js'
import { createFontFace, deleteFontFace } from './font-face-operations.js'
import { createFontFamily, deleteFontFamily, type NewFontFamily, updateFontFamily } from './font-family-operations.js'

/** A font face with its files in memory. */
export interface NewFontFaceFrom {
  /** The id of its family. */
  readonly family: number
  /** The descriptors of `@font-face` by their names in theme.json. `src` has URLs, or keys of `files`. */
  readonly settings: SentSettings
  /** Font files (WOFF2, WOFF, TTF or OTF) by the name that `src` has for them. */
  readonly files?: Readonly<Record<string, { readonly name: string; readonly bytes: Uint8Array }>> | undefined
}

/** Fonts in process, with the errors and events of requests. Fonts are posts: `content.posts` reads and finds them. */
export interface FontsContent {
  createFamily(family: NewFontFamily, by: As): Promise<PostRecord>
  /** Changes a font family, except its slug. */
  updateFamily(id: number, changes: Partial<Omit<FontFamily, 'slug'>>, by: AsOf): Promise<PostRecord>
  /** Deletes a font family with its faces and their files; resolves with the deleted family. */
  deleteFamily(id: number, by: AsOf): Promise<PostRecord>
  createFace(face: NewFontFaceFrom, by: As): Promise<PostRecord>
  /** Deletes a font face with its files; resolves with the deleted face. */
  deleteFace(id: number, by: AsOf): Promise<PostRecord>
}

export const fontsContent = ({ site, run, actor }: ContentCalls): FontsContent =>
  Object.freeze<FontsContent>({
    createFamily: (family, by) => run(createFontFamily, family, by),
    updateFamily: (id, changes, by) => run(updateFontFamily, { ...changes, id, version: by.version }, by),
    deleteFamily: (id, by) => run(deleteFontFamily, { id, version: by.version }, by),
    async createFace({ files = {}, ...face }, by) {
      const principal = await actor(by, 'POST')
      const { storage } = site.get(mediaSettings)
      const uploads = await Promise.all(
        Object.entries(files).map(async ([field, { name, bytes }]) => {
          const chunks = bodyChunks({ kind: 'bytes', bytes })
          return { field, name, file: await receiveFile(storage, chunks, { maxBytes: maxFontBytes(site) }) }
        }),
      )
      return createFontFace(site, principal, { ...face, files: uploads })
    },
    deleteFace: (id, by) => run(deleteFontFace, { id, version: by.version }, by),
  })

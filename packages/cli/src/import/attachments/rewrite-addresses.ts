import { type PostRecord, postsIn, type SiteContext, wherePosts } from '@platen/site'
import { inTransaction, systemActor } from '@platen/site/extend'
import { rewriteContent, storedFilesOf } from '@platen/site/import'
import { mediaSettings, type StoredFile } from '@platen/site/media'
import type { MissingFile } from './missing-files.js'
import { uploadPath } from './old-file.js'

/** A file with another path than in the other site. */
export interface RenamedFile {
  readonly id: number
  readonly from: string
  readonly to: string
}

/** The result of `rewriteAddresses`. */
export interface AddressChanges {
  readonly files: readonly RenamedFile[]
  /** The number of posts whose content has changed. */
  readonly posts: number
}

/** A file by its old URL: where it is now. */
interface MovedFile {
  readonly stored: StoredFile
  /** Whether the file and its images are in the same folder as before. */
  readonly isKept: boolean
}

const BATCH = 100
const address = /(?:https?:)?\/\/[^\s"'<>()\\[\]{}|^`]+/gi
const sizeName = /^(.+)-(\d{1,5})x(\d{1,5})(\.[^./]+)$/

/** A URL without its scheme and its query, with decoded characters; `undefined` if it is invalid. */
function keyOf(url: string): string | undefined {
  const [plain = ''] = url.replace(/^https?:/i, '').split(/[?#]/, 1)
  try {
    return decodeURIComponent(plain).normalize('NFC')
  } catch {
    return undefined
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string) => path.slice(0, path.length - nameOf(path).length)

/**
 * Replaces the URLs of files in the content of all posts: those of files that have other paths than in the other site, and
 * of sizes that do not exist. The old URLs of all others are valid as soon as they lead to the new folder.
 */
export async function rewriteAddresses(site: SiteContext, imported: readonly MissingFile[]): Promise<AddressChanges> {
  const { storage } = site.get(mediaSettings)
  if (storage === undefined || imported.length === 0) return { files: [], posts: 0 }
  const { files, moved } = await placesOf(site, imported)
  const replace = (content: string) =>
    content.replace(address, url => {
      const path = newPath(moved, url)
      return path === undefined ? url : storage.url(path)
    })
  let posts = 0
  for (let last = 0; ; ) {
    const { and, gt, eq, not } = wherePosts
    const { records } = await postsIn(site.store).find({
      where: and(gt('id', last), not(eq('content', ''))),
      order: [{ by: 'field', field: 'id', direction: 'asc' }],
      limit: BATCH,
    })
    const changed = records.filter(({ content }) => replace(content) !== content)
    posts += changed.length
    if (changed.length > 0) await rewrite(site, changed, replace)
    last = records.at(-1)?.id ?? 0
    if (records.length < BATCH) return { files, posts }
  }
}

async function placesOf(site: SiteContext, imported: readonly MissingFile[]) {
  const files: RenamedFile[] = []
  const moved = new Map<string, MovedFile>()
  for (let first = 0; first < imported.length; first += BATCH) {
    const batch = imported.slice(first, first + BATCH)
    const storedFiles = await storedFilesOf(
      site.store,
      batch.map(({ id }) => id),
    )
    for (const file of batch) {
      const stored = storedFiles.get(file.id)
      const key = keyOf(file.url)
      if (stored === undefined || key === undefined) continue
      const path = uploadPath(file)
      const own = originalPath(stored)
      if (path !== undefined && path !== own) files.push({ id: file.id, from: path, to: own })
      const isKept = path === own
      // Several attachments can have the same file: the first one may have kept its path.
      if (isKept || moved.get(key)?.isKept !== true) moved.set(key, { stored, isKept })
    }
  }
  return { files, moved }
}

const originalPath = ({ path, original }: StoredFile) => (original === null ? path : folderOf(path) + original)

/** The new path of a file at an old URL; `undefined` if the URL stays, or is not that of a file. */
function newPath(moved: ReadonlyMap<string, MovedFile>, url: string): string | undefined {
  const key = keyOf(url)
  if (key === undefined || !key.includes('.')) return undefined
  const file = moved.get(key)
  if (file !== undefined) return file.isKept ? undefined : originalPath(file.stored)
  const [, base = '', width = '', height = '', extension = ''] = sizeName.exec(key) ?? []
  const dot = key.lastIndexOf('.')
  const scaled = moved.get(`${key.slice(0, dot)}-scaled${key.slice(dot)}`)
  const whole =
    moved.get(base + extension) ?? moved.get(`${base}-scaled${extension}`) ?? (base === '' ? scaled : undefined)
  if (whole === undefined) return undefined
  const { stored, isKept } = whole
  const name = nameOf(key)
  const sizes = Object.values(stored.sizes)
  if (isKept && (name === nameOf(originalPath(stored)) || sizes.some(({ file }) => file === name))) return undefined
  if (base === '') return stored.path
  const [w, h] = [Number(width), Number(height)]
  const same = sizes.find(size => size.width === w && size.height === h)
  const larger = sizes.filter(size => size.width >= w && size.height >= h).sort((a, b) => a.width - b.width)
  const size = same ?? larger[0]
  return size === undefined ? stored.path : folderOf(stored.path) + size.file
}

async function rewrite(
  site: SiteContext,
  posts: readonly PostRecord[],
  replace: (content: string) => string,
): Promise<void> {
  await inTransaction(site, async tx => {
    for (const { id, content } of posts) await rewriteContent(tx, systemActor(site), { id, content: replace(content) })
  })
}

import { metaIn, whereMeta } from '@platen/site'
import type { KeptSize } from '@platen/site/media'
import type { Store } from '@platen/storage'
import { type MissingFile, pathParts } from './missing-files.js'

/** The meta key of an image's details in an export. */
const DETAILS_KEY = '_attachment_metadata'
const SIZE_NAME = /^[a-z\d][\w.-]{0,99}$/i
/** How many sizes of an image are kept. */
const MAX_SIZES = 40

/**
 * The path of a file in the uploads folder of the other site, such as `2024/02/rose.jpg`: that of the export, or the end
 * of its URL. `undefined` if neither contains it.
 */
export function uploadPath({ path, url }: Pick<MissingFile, 'path' | 'url'>): string | undefined {
  const stored = path.replaceAll('\\', '/')
  const relative = stored.startsWith('/') || /^[a-z]:\//i.test(stored) ? afterUploads(stored.split('/')) : stored
  return relative || afterUploads(pathParts(url)) || undefined
}

/** The part after the uploads folder, or from the folder of a year and a month; empty without either. */
function afterUploads(parts: readonly string[]): string {
  const usual = parts.findIndex((part, at) => part === 'uploads' && parts[at - 1] === 'wp-content')
  const folder = usual >= 0 ? usual : parts.indexOf('uploads')
  if (folder >= 0 && folder < parts.length - 1) return parts.slice(folder + 1).join('/')
  const [year = '', month = '', name = ''] = parts.slice(-3)
  return /^\d{4}$/.test(year) && /^\d\d$/.test(month) ? `${year}/${month}/${name}` : ''
}

/** Loads the sizes that an image has in the other site, by name. */
export async function oldSizes(store: Store, id: number): Promise<Readonly<Record<string, KeptSize>>> {
  const { and, eq } = whereMeta
  const stored = await metaIn(store).first({ where: and(eq('kind', 'post'), eq('object', id), eq('key', DETAILS_KEY)) })
  const sizes = Object.entries(membersOf(membersOf(stored?.value)['sizes'])).flatMap(([name, size]) => {
    const { file, width, height } = membersOf(size)
    const [w, h] = [Number(width), Number(height)]
    const isValid = typeof file === 'string' && Number.isSafeInteger(w) && Number.isSafeInteger(h) && w > 0 && h > 0
    return isValid && SIZE_NAME.test(name) && name !== 'full' ? [[name, { file, width: w, height: h }] as const] : []
  })
  return Object.fromEntries(sizes.slice(0, MAX_SIZES))
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}

import type { RequestBody, RestResponse } from '@platen/core'
import type { MediaOptions } from '@platen/site'
import type { FileStorage, ImageSource, ImageTools } from '@platen/site/media'
import type { MakeOn } from '../../every-store.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'

/** How a file is sent: raw with its name in a header unless `form` is given. */
export interface Sending {
  readonly as?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly field?: string
}

/** A site that takes files, its storage laid open. */
export interface MediaSite extends TestSite {
  readonly files: Map<string, Uint8Array>
  upload(name: string, bytes: Uint8Array, sending?: Sending): Promise<RestResponse>
}

const latin = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))

/** What a picture of the tools below says of itself. */
interface Painted {
  readonly width: number
  readonly height: number
  readonly orientation?: number
  readonly caption?: string
}

const SIGNATURES = { png: '\x89PNG\r\n\x1a\n', jpg: '\xff\xd8\xff\xe0', gif: 'GIF89a' }

/** A picture that {@link paintedImages} can read: it says what it is. */
export function painted(about: Painted, format: keyof typeof SIGNATURES = 'png'): Uint8Array {
  return latin(`${SIGNATURES[format]}${JSON.stringify(about)}`)
}

function read(source: ImageSource): { readonly signature: string; readonly about: Painted } | undefined {
  const [whole, signature = '', json = ''] =
    /^([^{]*)(\{.*\})$/s.exec(Buffer.from(source as Uint8Array).toString('latin1')) ?? []
  return whole === undefined ? undefined : { signature, about: JSON.parse(json) as Painted }
}

/** Tools for pictures that say what they are: quick, and exact. */
export const paintedImages: ImageTools = {
  async inspect(bytes) {
    const found = read(bytes)
    if (found === undefined) return undefined
    const { width, height, orientation = 0, caption = '' } = found.about
    const unsaid = {
      aperture: 0,
      credit: '',
      camera: '',
      created: 0,
      copyright: '',
      focalLength: 0,
      iso: 0,
      shutterSpeed: 0,
    }
    return { width, height, notes: { ...unsaid, caption, orientation } }
  },
  async make(bytes, steps) {
    const found = read(bytes)
    if (found === undefined) return undefined
    let { width, height, orientation = 0 } = found.about
    const swap = () => {
      ;[width, height] = [height, width]
    }
    for (const step of steps) {
      if (step.do === 'upright' && orientation >= 5) swap()
      if (step.do === 'upright') orientation = 0
      if (step.do === 'rotate' && step.angle % 180 === 90) swap()
      if (step.do === 'crop') [width, height] = [Math.round(width * step.width), Math.round(height * step.height)]
      if (step.do === 'resize') ({ width, height } = step)
    }
    return { width, height, bytes: latin(`${found.signature}${JSON.stringify({ width, height })}`) }
  },
}

/** A storage whose files are in a map. */
export function openStorage(files: Map<string, Uint8Array>): FileStorage {
  return {
    async put(path, { bytes }) {
      if (files.has(path)) return false
      files.set(path, bytes)
      return true
    },
    get: async path => files.get(path),
    remove: async path => files.delete(path),
    url: path => `https://site.example/files/${path}`,
  }
}

/** Makes a site that takes files; on whatever store `make` opens. */
export async function mediaSite(
  media: MediaOptions = {},
  options: TestSiteOptions = {},
  make: MakeOn = makeSite,
): Promise<MediaSite> {
  const files = new Map<string, Uint8Array>()
  const made = await make({ ...options, media: { storage: openStorage(files), images: paintedImages, ...media } })
  return {
    ...made,
    files,
    upload(name, bytes, { as = 'administrator', query = '', headers = {}, form, field = 'file' } = {}) {
      const file = { field, name, type: 'application/octet-stream', bytes }
      const body: RequestBody =
        form === undefined
          ? { kind: 'bytes', bytes }
          : { kind: 'multipart', form: { fields: Object.entries(form), files: [file] } }
      const raw = {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
      }
      return made.site.dispatch({
        method: 'POST',
        path: `/${made.site.context.namespace}/media`,
        query,
        body,
        headers: { 'x-as': as, ...(form === undefined ? raw : {}), ...headers },
      })
    },
  }
}

/** The names of stored files, without the folder of the month. */
export const namesIn = (files: ReadonlyMap<string, unknown>): readonly string[] =>
  [...files.keys()].map(path => path.replace(/^\d{4}\/\d{2}\//, '')).sort()

/** A text as bytes. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

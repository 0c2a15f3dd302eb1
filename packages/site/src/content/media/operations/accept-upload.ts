import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import { cleanFileName, type FileName, splitName } from '../files/file-names.js'
import type { TemporaryFile } from '../files/file-storage.js'
import { mediaSettings } from '../files/media-settings.js'
import { canBeOfType, typeOfBytes } from '../files/signatures.js'
import { type Upload, uploadRefusal } from '../rules/upload-refusal.js'

/** An accepted upload, with its safe name and detected type. */
export interface AcceptedFile extends FileName {
  readonly type: string
  readonly file: TemporaryFile
  /** The default title; `undefined` to use the name of the saved file. */
  readonly title: string | undefined
}

/** Checks whether the caller may upload a file, and detects its type by its bytes. Throws a `RestError` otherwise. */
export function acceptUpload(site: SiteContext, principal: SitePrincipal, upload: Upload): AcceptedFile {
  const { types } = site.get(mediaSettings)
  const { file, way } = upload
  const typeOf = (extension: string) => (Object.hasOwn(types, extension) ? types[extension] : undefined)
  const mayUpload = (extension: string) => {
    const type = typeOf(extension)
    return type !== undefined && (type.capability === undefined || principal.can(type.capability))
  }
  const name = cleanFileName(upload.name, mayUpload)
  const named = typeOf(name.extension)
  if (named === undefined || !mayUpload(name.extension))
    throw uploadRefusal(site, way, 'You are not allowed to upload files of this type.')
  const title = way === 'form' ? splitName(upload.name).base || undefined : undefined
  if (canBeOfType(file.head, named.type)) return { ...name, type: named.type, file, title }
  const actual = named.type.startsWith('image/') ? typeOfBytes(file.head) : undefined
  const extension = Object.keys(types).find(each => types[each]?.type === actual)
  if (actual?.startsWith('image/') !== true || extension === undefined || !mayUpload(extension)) {
    throw uploadRefusal(site, way, 'The content of the file does not match its extension.')
  }
  return { base: name.base, extension, type: actual, file, title }
}

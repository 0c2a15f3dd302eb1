import type { SitePrincipal } from '../../access/site-principal.js'
import { cleanFileName, type FileName, splitName } from '../../media/file-names.js'
import type { TemporaryFile } from '../../media/file-storage.js'
import { mediaSettings } from '../../media/media-settings.js'
import { canBeOfType, typeOfBytes } from '../../media/signatures.js'
import type { SiteContext } from '../../site-context.js'
import type { Upload } from './upload-refusal.js'
import { uploadRefusal } from './upload-refusal.js'

/** A file that may be saved: its safe name and its true type. */
export interface AcceptedFile extends FileName {
  readonly type: string
  readonly file: TemporaryFile
  /** The title that it has unless it is given one; `undefined` when it is called like the file that is saved. */
  readonly title: string | undefined
}

/** Decides whether a file may be saved, and as what: the bytes say what it is, not the name. */
export function acceptUpload(site: SiteContext, principal: SitePrincipal, upload: Upload): AcceptedFile {
  const { types } = site.get(mediaSettings)
  const { file, way } = upload
  const typeOf = (extension: string) => (Object.hasOwn(types, extension) ? types[extension] : undefined)
  const mayUpload = (extension: string) => {
    const found = typeOf(extension)
    return found !== undefined && (found.capability === undefined || principal.can(found.capability))
  }
  const name = cleanFileName(upload.name, extension => typeOf(extension) !== undefined)
  const named = typeOf(name.extension)
  if (named === undefined || !mayUpload(name.extension))
    throw uploadRefusal(site, way, 'You are not allowed to upload files of this type.')
  const title = way === 'form' ? splitName(upload.name).base : undefined
  if (canBeOfType(file.head, named.type)) return { ...name, type: named.type, file, title }
  const actual = named.type.startsWith('image/') ? typeOfBytes(file.head) : undefined
  const extension = Object.keys(types).find(each => types[each]?.type === actual)
  if (actual?.startsWith('image/') !== true || extension === undefined || !mayUpload(extension)) {
    throw uploadRefusal(site, way, 'The file is not what its name says.')
  }
  return { base: name.base, extension, type: actual, file, title }
}

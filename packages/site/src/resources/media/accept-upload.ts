import { RestError } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import { cleanFileName, type FileName, splitName } from '../../media/file-names.js'
import { canBeOfType, typeOfBytes } from '../../media/signatures.js'
import type { SiteContext } from '../../site-context.js'
import type { Upload } from './read-upload.js'
import { uploadRefusal } from './upload-refusal.js'

/** A file that may be kept: its safe name and its true type. */
export interface AcceptedFile extends FileName {
  readonly type: string
  readonly bytes: Uint8Array
  /** The title that it has unless it is given one; `undefined` when it is called like the file that is kept. */
  readonly title: string | undefined
}

/** Decides whether a file may be kept, and as what: the bytes say what it is, not the name. */
export function acceptUpload(site: SiteContext, principal: SitePrincipal, upload: Upload): AcceptedFile {
  const { types, maxBytes } = site.media
  const { bytes, way } = upload
  if (bytes.length > maxBytes)
    throw new RestError('rest_upload_file_too_big', `Files of up to ${maxBytes} bytes are taken.`, 413)
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
  if (canBeOfType(bytes, named.type)) return { ...name, type: named.type, bytes, title }
  const actual = named.type.startsWith('image/') ? typeOfBytes(bytes) : undefined
  const extension = Object.keys(types).find(each => types[each]?.type === actual)
  if (actual?.startsWith('image/') !== true || extension === undefined || !mayUpload(extension)) {
    throw uploadRefusal(site, way, 'The file is not what its name says.')
  }
  return { base: name.base, extension, type: actual, bytes, title }
}

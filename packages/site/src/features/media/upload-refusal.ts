import { RestError } from '@platen/core'
import type { ReceivedUpload } from '../../media/receive-file.js'
import type { SiteContext } from '../../site-context.js'

/** How a file came: as the whole body, in a form, or by its address. */
export type UploadWay = 'body' | 'form' | 'url'

/** A file as it came: nothing of it is checked. */
export interface Upload {
  readonly way: UploadWay
  /** The name that the client gave, without folders. */
  readonly name: string
  readonly file: ReceivedUpload
}

/** That a file is not taken, though the request is right; what status this has is the dialect's to say. */
export function uploadRefusal(site: Pick<SiteContext, 'dialect'>, way: UploadWay, message: string): RestError {
  const code = way === 'form' ? 'rest_upload_unknown_error' : 'rest_upload_sideload_error'
  return new RestError(code, message, site.dialect.mistakes[code] ?? 400)
}

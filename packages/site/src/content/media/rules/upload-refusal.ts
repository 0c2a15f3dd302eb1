import { RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { ReceivedUpload } from '../files/receive-file.js'

export type UploadMethod = 'body' | 'form' | 'url'

/** A received file that is not checked yet. */
export interface Upload {
  readonly way: UploadMethod
  /** The name that the client gave, without folders. */
  readonly name: string
  readonly file: ReceivedUpload
}

/** The error for a refused file. Its status depends on the dialect. */
export function uploadRefusal(site: Pick<SiteContext, 'dialect'>, way: UploadMethod, message: string): RestError {
  const code = way === 'form' ? 'rest_upload_unknown_error' : 'rest_upload_sideload_error'
  return new RestError(code, message, site.dialect.clientErrorStatuses[code] ?? 400)
}

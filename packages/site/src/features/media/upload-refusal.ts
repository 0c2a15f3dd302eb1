import { RestError } from '@platen/core'
import type { SiteContext } from '../../site-context.js'

/** How a file came: as the whole body, in a form, or by its address. */
export type UploadWay = 'body' | 'form' | 'address'

/** That a file is not taken, though the request is right; what status this has is the dialect's to say. */
export function uploadRefusal(site: Pick<SiteContext, 'dialect'>, way: UploadWay, message: string): RestError {
  const code = way === 'form' ? 'rest_upload_unknown_error' : 'rest_upload_sideload_error'
  return new RestError(code, message, site.dialect.mistakes[code] ?? 400)
}

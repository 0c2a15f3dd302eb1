import type { SiteContext } from '../../site-context.js'

/** Names the new attachment, so that clients can continue with it where the rest of a response is lost. */
export const attachmentHeader = ({ names }: Pick<SiteContext, 'names'>, id: number): Record<string, string> => ({
  [`${names.headerPrefix}Upload-Attachment-ID`]: String(id),
})

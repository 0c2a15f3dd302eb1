import type { SiteContext } from '../../kernel/context/index.js'

/** Contains the id of the new attachment, so that clients can continue with it if the response is cut off. */
export const attachmentHeader = ({ names }: Pick<SiteContext, 'names'>, id: number): Record<string, string> => ({
  [`${names.headerPrefix}Upload-Attachment-ID`]: String(id),
})

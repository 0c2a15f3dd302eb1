import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'

/** The guid that a post has once it was changed. */
export const changedGuid = ({ dialect }: Pick<SiteContext, 'dialect'>, { guid }: Pick<PostRecord, 'guid'>): string =>
  dialect.escapedGuids && guid.includes('&') ? guid.replace(/&(?!#038;)/g, '&#038;') : guid

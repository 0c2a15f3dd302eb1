import { filterHtml } from '@platen/rendering'
import { escapeProse } from '../../../kernel/blocks/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'

/** The name of an author as HTML. */
export const authorName = ({ displayName }: UserRecord): string => escapeProse(displayName)

/** The biography of an author, as HTML. */
export const authorBiography = ({ description }: UserRecord): string => filterHtml(description, 'description')

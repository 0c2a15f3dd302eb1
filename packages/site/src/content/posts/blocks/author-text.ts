import { filterHtml } from '@platen/rendering'
import type { UserRecord } from '../../features/users/user-collection.js'
import { escapeProse } from '../block-html.js'

/** The name of an author as HTML. */
export const authorName = ({ displayName }: UserRecord): string => escapeProse(displayName)

/** The biography of an author, as HTML. */
export const authorBiography = ({ description }: UserRecord): string => filterHtml(description, 'description')

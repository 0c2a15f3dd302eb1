import { omittedFields } from '@platen/storage'
import type { MetaRecord } from '../records/index.js'

/** The fields that show a column under other names; all others have its name. */
const SHOWN_AS: Readonly<Record<string, readonly string[]>> = {
  title: ['title', 'generated_slug'],
  content: ['content', 'description'],
  excerpt: ['excerpt', 'caption', 'description'],
  displayName: ['name'],
  firstName: ['first_name'],
  lastName: ['last_name'],
}

const NO_META: readonly MetaRecord[] = Object.freeze([])
const isOmitted = (value: object): boolean => omittedFields(value).length > 0

/** The fields of a response that show the omitted texts of a record and of its meta: see `omitted` of a resource. */
export function omittedMembers(record: object, meta: readonly MetaRecord[] = NO_META): readonly string[] {
  const omitted = omittedFields(record)
  if (omitted.length === 0 && !meta.some(isOmitted)) return omitted
  const keys = meta.filter(isOmitted).map(({ key }) => `meta.${key}`)
  return [...omitted.flatMap(field => SHOWN_AS[field] ?? [field]), ...keys]
}

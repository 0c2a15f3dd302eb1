import { type MetaRecord, mediaMetaKeys, metaKeys, type NewRecord, postMetaKeys } from '@platen/site'
import type { WxrMeta } from '../wxr/wxr-records.js'
import type { ImportRun } from './import-run.js'
import { readSerialized } from './serialized-values.js'

/** Keys that say who edits a post at this moment: nothing that an import could know. */
const PASSING = new Set(['_edit_lock', '_edit_last'])

/** Keys that the site calls by other names than those that only lose the prefix. */
const RENAMED = new Map<string, string>([
  ['_wp_attachment_image_alt', mediaMetaKeys.alt],
  ['_wp_trash_meta_status', postMetaKeys.trashedStatus],
  ['_wp_trash_meta_time', postMetaKeys.trashedTime],
  ['_wp_desired_post_slug', postMetaKeys.desiredSlug],
])

/** The meta records of an object of this subtype (a post type or taxonomy), as they are stored. */
export function metaRecords(
  run: ImportRun,
  kind: string,
  subtype: string,
  object: number,
  meta: readonly WxrMeta[],
): readonly NewRecord<MetaRecord>[] {
  const kept = meta.filter(({ key, value }) => !PASSING.has(key) && !isDefaultTemplate(key, value))
  return kept.map(({ key: fileKey, value }) => {
    const key = RENAMED.get(fileKey) ?? fileKey.replace(/^_wp_/, '_')
    return { kind, object, key, value: storedValue(run, kind, subtype, key, value) }
  })
}

const isDefaultTemplate = (key: string, value: string) => key === '_wp_page_template' && /^(?:default)?$/.test(value)

/** Exports write every value as text: one of a registered key becomes what its schema says, if it fits. */
function storedValue(run: ImportRun, kind: string, subtype: string, key: string, text: string): unknown {
  const read = readSerialized(text)
  const value = read === undefined ? text : read.value
  const registered = run.site
    .get(metaKeys)
    .of(kind, subtype)
    .find(each => each.key === key)
  if (!registered || registered.compiled.validate(value, key) !== undefined) return value
  return registered.compiled.sanitize(value)
}

import { type MetaRecord, mediaMetaKeys, metaKeys, type NewRecord, postMetaKeys } from '@platen/site'
import type { WxrMeta } from '../wxr/wxr-records.js'
import type { ImportRun } from './import-run.js'
import { readSerialized } from './serialized-values.js'

/** Keys of a current editing session, which is not content. */
const SESSION_KEYS = new Set(['_edit_lock', '_edit_last'])

/** Keys with other names in the site; all others only lose the prefix. */
const RENAMED = new Map<string, string>([
  ['_wp_attachment_image_alt', mediaMetaKeys.alt],
  ['_wp_trash_meta_status', postMetaKeys.trashedStatus],
  ['_wp_trash_meta_time', postMetaKeys.trashedTime],
  ['_wp_desired_post_slug', postMetaKeys.desiredSlug],
])

/** The meta records of an object, whose subtype is a post type or taxonomy. */
export function metaRecords(
  run: ImportRun,
  kind: string,
  subtype: string,
  object: number,
  meta: readonly WxrMeta[],
): readonly NewRecord<MetaRecord>[] {
  const imported = meta.filter(({ key, value }) => !SESSION_KEYS.has(key) && !isDefaultTemplate(key, value))
  return imported.map(({ key: fileKey, value }) => {
    const key = RENAMED.get(fileKey) ?? fileKey.replace(/^_wp_/, '_')
    return { kind, object, key, value: storedValue(run, kind, subtype, key, value) }
  })
}

const isDefaultTemplate = (key: string, value: string) => key === '_wp_page_template' && /^(?:default)?$/.test(value)

/** Exports hold every value as text: a value that is valid for its registered key is converted to the key's schema. */
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

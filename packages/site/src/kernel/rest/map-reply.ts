import type { HandlerRequest, Reply, Resource } from '@platen/core'
import type { SiteContext } from '../context/index.js'

/**
 * Replies with a collection as an object by name; `_fields` applies to each entry, and in some dialects also to the
 * names.
 */
export async function mapReply<R>(
  { dialect }: SiteContext,
  resource: Resource<R, never>,
  records: readonly R[],
  nameOf: (record: R) => string,
  request: HandlerRequest,
): Promise<Reply> {
  const { fields } = request
  const picked = dialect.picksFromMaps ? records.filter(record => fields.wants(nameOf(record))) : records
  const { values } = await resource.present(picked, request)
  const entries = Object.fromEntries(picked.map((record, i) => [nameOf(record), values[i]]))
  const isNothing = picked.length === 0 && !fields.all
  return { body: isNothing && dialect.emptyObjects === 'list' ? [] : entries, fieldsApplied: true }
}

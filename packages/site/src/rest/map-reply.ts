import type { HandlerRequest, Reply, Resource } from '@platen/core'

/** Replies with a collection as an object by name; `_fields` applies to each entry. */
export async function mapReply<R>(
  resource: Resource<R, never>,
  records: readonly R[],
  nameOf: (record: R) => string,
  request: HandlerRequest,
): Promise<Reply> {
  const { values } = await resource.present(records, request)
  return { body: Object.fromEntries(records.map((record, i) => [nameOf(record), values[i]])), fieldsApplied: true }
}

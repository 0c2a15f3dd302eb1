import type { HandlerRequest, Reply, Resource } from '@platen/core'

/** The answer of a collection that is a map by name; `_fields` holds for each of its entries. */
export async function mapReply<R>(
  resource: Resource<R, never>,
  records: readonly R[],
  nameOf: (record: R) => string,
  request: HandlerRequest,
): Promise<Reply> {
  const { values } = await resource.present(records, request)
  return { body: Object.fromEntries(records.map((record, i) => [nameOf(record), values[i]])), fieldsApplied: true }
}

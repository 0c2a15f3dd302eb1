import type { HandlerRequest, MaybePromise, MemoKey, RequestedRecords } from '@platen/core'

/** Loads the records that `parameter` addresses with one `find`; returns the requests whose record exists. */
export async function preloadRecords<R extends { readonly id: number }>(
  requests: readonly HandlerRequest[],
  key: MemoKey<MaybePromise<R | undefined>>,
  find: (ids: readonly number[]) => Promise<readonly R[]>,
  parameter = 'id',
): Promise<readonly RequestedRecords<R>[]> {
  const idOf = (request: HandlerRequest) => Number(request.params[parameter])
  const ids = new Set<number>()
  for (const request of requests) {
    const id = idOf(request)
    if (Number.isSafeInteger(id) && id > 0) ids.add(id)
  }
  const byId = new Map<number, R>()
  if (ids.size > 0) for (const record of await find([...ids])) byId.set(record.id, record)
  const found: RequestedRecords<R>[] = []
  for (const request of requests) {
    const record = byId.get(idOf(request))
    request.once(key, () => record)
    if (record !== undefined) found.push({ request, records: [record] })
  }
  return found
}

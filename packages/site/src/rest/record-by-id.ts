/** The record of an id that a client sent; `undefined` when there is none, or it can be no id. */
export async function recordById<R>(
  collection: { get(id: number): Promise<R | undefined> },
  sent: unknown,
): Promise<R | undefined> {
  const id = Number(sent)
  return Number.isSafeInteger(id) && id > 0 ? collection.get(id) : undefined
}

import type { OptionStore } from '@platen/storage'

/** The option of a store to which a site is being moved: what is being copied. */
const UNFINISHED_OPTION = 'unfinished_move'

/** What is being copied to a store; `undefined` if nothing is. */
export const unfinishedMove = (options: Pick<OptionStore, 'get'>): Promise<unknown> => options.get(UNFINISHED_OPTION)

export const beginMove = (options: OptionStore, source: string): Promise<void> => options.set(UNFINISHED_OPTION, source)

export async function endMove(options: OptionStore): Promise<void> {
  await options.remove(UNFINISHED_OPTION)
}

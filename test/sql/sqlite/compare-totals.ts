import type { Store } from '@platen/storage'
import type { Test } from 'tap'
import { answer, type Question } from './random-writes.js'

/** Counts with another connection, in a transaction, where no total is cached. */
export async function countedAnew(checker: Store, questions: readonly Question[]): Promise<(number | undefined)[]> {
  const counted: (number | undefined)[] = []
  const counting = checker.transaction(async tx => {
    for (const question of questions) counted.push(await answer(tx, question))
    // Nothing is to be committed, which would tell of itself.
    throw new Error('counted')
  })
  await counting.catch((error: unknown) => {
    if (!(error instanceof Error && error.message === 'counted')) throw error
  })
  return counted
}

/** Checks that the totals of a store are those that `checker` counts anew; shows the questions if they are not. */
export async function hasFreshTotals(
  t: Pick<Test, 'strictSame' | 'comment'>,
  { store, checker }: Readonly<Record<'store' | 'checker', Store>>,
  questions: readonly Question[],
  message: string,
): Promise<boolean> {
  const found: (number | undefined)[] = []
  for (const question of questions) found.push(await answer(store, question))
  const isSame = t.strictSame(found, await countedAnew(checker, questions), message)
  if (!isSame) t.comment(JSON.stringify(questions, undefined, 1))
  return isSame
}

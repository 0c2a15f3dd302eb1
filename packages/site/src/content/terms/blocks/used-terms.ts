import type { BlockUse, BlockValues } from '@platen/rendering'
import { type BlockScope, oncePerPage } from '../../../kernel/blocks/index.js'
import type { TermRecord } from '../../../kernel/records/index.js'

const listed = oncePerPage<Map<number, TermRecord>>('terms listed')

/** The terms that lists on the page have loaded, by their ids. */
export const listedTerms = (scope: BlockScope): Map<number, TermRecord> => listed(scope, '', () => new Map())

/** The terms that the uses of a block are about. */
export interface UsedTerms {
  of(context: BlockValues): TermRecord | undefined
  readonly all: readonly TermRecord[]
}

/** Finds the terms that the uses of a block refer to: those of the surrounding list, which has loaded them. */
export function usedTerms(uses: readonly BlockUse<unknown>[], scope: BlockScope): UsedTerms {
  const listed = listedTerms(scope)
  const of = ({ termId }: BlockValues) => (typeof termId === 'number' ? listed.get(termId) : undefined)
  return { of, all: [...new Set(uses.flatMap(({ context }) => of(context) ?? []))] }
}

import { registrationKey } from '../../../kernel/context/index.js'
import { createRemovals } from '../../../kernel/operations/index.js'
import type { TermRecord } from '../../../kernel/records/index.js'

/** The removals of features, by taxonomy. */
export const termRemovals = registrationKey('term removals', () => createRemovals<TermRecord>())

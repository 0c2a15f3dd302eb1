import { createRemovals } from '../../operations/removals.js'
import { registrationKey } from '../../registrations/registration-key.js'
import type { TermRecord } from './term-collection.js'

/** The removals of features, by taxonomy. */
export const termRemovals = registrationKey('term removals', () => createRemovals<TermRecord>())

import { defineCollection, integer, type RecordOf, type StoreSession } from '@platen/storage'

/** Which objects have which terms. */
export const assignments = defineCollection({
  name: 'assignments',
  size: 200_000,
  columns: {
    /** The id of the object. */
    object: integer({ shared: 3 }),
    term: integer({ shared: 100 }),
    position: integer({ shared: 50_000 }),
  },
  indexes: {
    byObject: { key: ['object', 'position', 'id', 'term'] },
    byTerm: { key: ['term', 'object'] },
  },
})

/** The assignment of a term to an object; `position` orders the terms of one object. */
export interface AssignmentRecord extends RecordOf<typeof assignments> {}

/** The assignments of a store, or as a transaction sees them. */
export const assignmentsIn = (session: StoreSession) => session.collection(assignments)

/** Builds conditions over assignments. */
export const whereAssignments = assignments.where

import { integer } from '../../storage/columns.js'
import { defineCollection, type RecordOf } from '../../storage/define-collection.js'

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

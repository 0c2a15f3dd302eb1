import { defineCollection, integer, type RecordOf, text } from '@platen/storage'

/** The counts of rate limits that processes share. Times are in milliseconds since the Unix epoch. */
export const rateLimitCounts = defineCollection({
  name: 'rateLimitCounts',
  columns: {
    key: text(),
    count: integer(),
    since: integer(),
    until: integer(),
    /** When the record says nothing any more. */
    expires: integer(),
  },
  unique: { key: ['key'] },
  indexes: { byExpiry: { key: ['expires'] } },
})

/** A record of the collection. */
export type RateLimitCount = RecordOf<typeof rateLimitCounts>

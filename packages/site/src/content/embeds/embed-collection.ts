import { defineCollection, integer, text } from '@platen/storage'

/** The embeds of other sites that content shows, so that all processes request each once. */
export const embeds = defineCollection({
  name: 'embeds',
  size: 1_000,
  columns: {
    /** The hash of the URL and the width. */
    key: text(),
    /** Sanitized HTML; empty if there is no embed. */
    html: text({ long: true }),
    /** The Unix time in milliseconds from which it is requested again. */
    expires: integer(),
  },
  unique: { byKey: ['key'] },
  indexes: { byExpiry: { key: ['expires'] } },
})

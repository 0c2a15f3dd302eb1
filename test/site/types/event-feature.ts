import { defineFeature } from '@platen/site/extend'

/** A feature whose types, taxonomies and meta the compiler knows. */
export const events = defineFeature({
  name: 'events',
  types: {
    event: { restBase: 'events', public: true, supports: ['title', 'editor', 'custom-fields'] },
    venue: { public: true },
    ticket: { managed: true },
    talk: {
      restNamespace: 'wp/v2',
      taxonomies: ['category', 'topic'],
      hierarchical: true,
      supports: ['title', 'editor', 'custom-fields'],
    },
  },
  taxonomies: {
    season: { objectTypes: ['event'], restBase: 'seasons', hierarchical: true },
    topic: { objectTypes: ['page'] },
  },
  meta: [
    { object: 'post', subtype: 'event', key: 'price', type: 'number', single: true },
    { object: 'post', subtype: 'event', key: 'tags', type: 'string' },
    {
      object: 'post',
      subtype: 'event',
      key: 'level',
      type: 'string',
      single: true,
      schema: { enum: ['easy', 'hard'] },
      authorize: principal => principal.can('edit_posts'),
    },
    { object: 'post', subtype: 'event', key: '_stored', type: 'string', single: true, showInRest: false },
    { object: 'post', subtype: 'post', key: 'source', name: 'origin', type: 'string', single: true },
    { object: 'term', subtype: 'season', key: 'color', type: 'string', single: true },
    {
      object: 'post',
      subtype: 'talk',
      key: 'fee',
      type: 'number',
      single: true,
      filterable: true,
      authorizeRead: principal => principal.can('edit_posts'),
    },
    { object: 'user', key: 'phone', type: 'string', single: true },
  ],
})

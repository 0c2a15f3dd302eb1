import { defineFeature } from '@platen/site/extend'
import { sellAbility } from './ability.js'
import { priceBlock } from './block.js'
import { registerStock } from './routes.js'

// The type and the taxonomy get all routes of posts and terms; the settings and meta are fields of theirs.
export default defineFeature({
  name: 'bookshop',
  blocks: [priceBlock],
  meta: [
    { object: 'post', subtype: 'book', key: 'stock', type: 'integer', single: true, default: 0, showInRest: true },
    { object: 'post', subtype: 'book', key: 'price', type: 'number', single: true, default: 0, showInRest: true },
  ],
  settings: { bookshop_currency: { type: 'string', default: 'EUR', showInRest: true } },
  abilityCategories: { bookshop: { label: 'Bookshop', description: 'Selling books.' } },
  abilities: { 'bookshop/sell': sellAbility },
  setup(site) {
    site.registerPostType('book', {
      label: 'Books',
      public: true,
      restBase: 'books',
      supports: ['title', 'editor', 'custom-fields'],
      taxonomies: ['genre'],
    })
    site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['book'], restBase: 'genres' })
  },
  routes: registerStock,
})

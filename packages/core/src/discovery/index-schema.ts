import { objectSchema } from '../schema/object-schema.js'
import type { Schema } from '../schema/schema.js'

const LINKS: Schema = {
  description: 'Links by their relations.',
  type: 'object',
  additionalProperties: {
    type: 'array',
    items: { type: 'object', properties: { href: { description: 'The URL.', type: 'string' } } },
  },
}

const STRINGS: Schema = { type: 'array', items: { type: 'string' } }

const METHODS: Schema = { ...STRINGS, description: 'The supported methods.' }

const ENDPOINT: Schema = {
  type: 'object',
  properties: {
    methods: METHODS,
    allow_batch: { description: 'The versions of the batch route that may call it.', type: 'object' },
    args: {
      description: 'The schemas of its arguments, by their names.',
      type: 'object',
      additionalProperties: { type: 'object' },
    },
  },
}

const ROUTE: Schema = {
  type: 'object',
  properties: {
    namespace: { description: 'The namespace that the route belongs to.', type: 'string' },
    methods: METHODS,
    endpoints: { description: 'The endpoints, by method.', type: 'array', items: ENDPOINT },
    schema: { description: 'The schema of its resource.', type: 'object' },
    _links: LINKS,
  },
}

const ROUTES: Schema = {
  description: 'The routes by their patterns.',
  type: 'object',
  additionalProperties: ROUTE,
}

/** The properties of the index of a namespace. */
export const NAMESPACE_PROPERTIES: Readonly<Record<string, Schema>> = {
  namespace: { description: 'The namespace.', type: 'string' },
  routes: ROUTES,
}

/** The schema of the index of a namespace. */
export const namespaceSchema = (): Schema => objectSchema('namespace', NAMESPACE_PROPERTIES)

/** The schema of the root index; `site` has the schemas of the site's fields. */
export const rootSchema = (site: Readonly<Record<string, Schema>>): Schema =>
  objectSchema('index', {
    ...site,
    namespaces: { ...STRINGS, description: 'The namespaces of the interface.' },
    routes: ROUTES,
  })

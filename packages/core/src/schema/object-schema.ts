import type { Schema } from './schema.js'

/** The `$schema` of all schemas. */
export const DRAFT = 'http://json-schema.org/draft-04/schema#'

/** Creates the draft-04 schema of an object, as OPTIONS shows it, from a title and the schemas of its properties. */
export function objectSchema(title: string, properties: Readonly<Record<string, unknown>>): Schema {
  return { $schema: DRAFT, title, type: 'object', properties } as Schema
}

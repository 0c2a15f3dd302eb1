import type { Schema } from './schema.js'

/** The draft that all schemas of an interface are written in. */
export const DRAFT = 'http://json-schema.org/draft-04/schema#'

/** A draft-04 schema as OPTIONS shows it: of an object, by its title and the schemas of its properties. */
export function objectSchema(title: string, properties: Readonly<Record<string, unknown>>): Schema {
  return { $schema: DRAFT, title, type: 'object', properties } as Schema
}

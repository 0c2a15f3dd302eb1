import type { Schema } from '@platen/core'

/** A schema with a property within it replaced. */
function withProperty(schema: Schema, name: string, change: (property: Schema) => Schema): Schema {
  const property = schema.properties?.[name]
  return property === undefined ? schema : { ...schema, properties: { ...schema.properties, [name]: change(property) } }
}

/** The post formats of a list, each under its own name. No value is validated against it: the field is readonly. */
const byName = (list: readonly unknown[] = []): Schema =>
  Object.fromEntries([['enum', Object.fromEntries(list.map(name => [name, name]))]])

/** The schema of themes with an object of post formats, as a dialect shows it. */
export const withFormatsByName = (schema: Schema): Schema =>
  withProperty(schema, 'theme_supports', supports =>
    withProperty(supports, 'formats', formats => {
      const { items } = formats
      return items === undefined || Array.isArray(items)
        ? formats
        : { ...formats, items: { ...items, ...byName((items as Schema).enum) } }
    }),
  )

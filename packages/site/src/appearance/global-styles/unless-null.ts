import type { Args, ArgValidator } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'

/**
 * The validation of arguments for which null changes nothing, in dialects where null is not a value: it replaces the
 * validation by their schemas. Empty in other dialects.
 */
export function unlessNull(
  site: SiteContext,
  args: Args,
): { readonly skipValidation: readonly string[]; readonly validators: Readonly<Record<string, ArgValidator>> } {
  if (!site.dialect.emptyForNull) return { skipValidation: [], validators: {} }
  const validators = Object.entries(args).map(([name, schema]): [string, ArgValidator] => {
    const compiled = site.registry.compileSchema(schema)
    return [name, value => (value === null ? undefined : compiled.validate(value, name))]
  })
  return { skipValidation: Object.keys(args), validators: Object.fromEntries(validators) }
}

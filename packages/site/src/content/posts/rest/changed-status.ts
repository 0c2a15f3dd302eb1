import { type Args, type ArgValidator, type Schema, whenAvailable } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostType } from '../../types/index.js'
import { addressedPost } from '../rules/post-permissions.js'

/** Accepts an unchanged status, even one that cannot be chosen. Replaces the schema's validation. */
export function changedStatus(
  site: SiteContext,
  type: PostType,
  args: Args,
): { readonly skipValidation: readonly string[]; readonly validators: Readonly<Record<string, ArgValidator>> } {
  const schema = site.registry.compileSchema(args['status'] as Schema)
  return {
    skipValidation: ['status'],
    validators: {
      status(value, request) {
        if (value === null && site.dialect.emptyForNull) return undefined
        const error = schema.validate(value, 'status')
        if (error === undefined) return undefined
        return whenAvailable(addressedPost(site, type, request), post => (post?.status === value ? undefined : error))
      },
    },
  }
}

import type { Args, ArgValidator, HandlerRequest, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { type PostType, postStatuses } from '../../types/index.js'

const inLowerCase = (sent: unknown): readonly string[] => [sent].flat().map(name => String(name).toLowerCase())

/** The sent names of statuses, in lower case; empty ones are ignored. */
export const statusNames = (sent: unknown): readonly string[] => inLowerCase(sent).filter(name => name !== '')

/** Only callers who may edit posts or read private ones may list non-public statuses. */
function mayListStatus(site: SiteContext, type: PostType, name: string, { principal }: HandlerRequest): boolean {
  return (
    (type.inheritsStatus ? name === 'inherit' : site.get(postStatuses).get(name)?.public === true) ||
    principal.can(type.capabilities.edit_posts) ||
    (name === 'private' && principal.can(type.capabilities.read_private_posts))
  )
}

/** The arguments of a list, and how its `status` is validated. */
export interface ListedStatuses {
  readonly args: Args
  readonly shownArgs?: { readonly status: { readonly items: unknown } }
  readonly validators?: { readonly status: ArgValidator }
}

/**
 * The arguments of a list of posts, with a `status` that contains only names that the caller may list. The names are
 * compared with the schema afterwards, ignoring case: callers who may list only public posts do not learn which other
 * statuses exist.
 */
export function listedStatuses(site: SiteContext, type: PostType, args: Args): ListedStatuses {
  const { status } = args
  if (status === undefined) return { args }
  const known = site.registry.compileSchema(status)
  return {
    args: { ...args, status: { ...status, items: { type: 'string' } } },
    shownArgs: { status: { items: status.items } },
    validators: {
      status(sent, request): RestError | undefined {
        const refused = inLowerCase(sent).find(name => !mayListStatus(site, type, name, request))
        return refused === undefined
          ? known.validate(statusNames(sent), 'status')
          : refusal(request, 'rest_forbidden_status', `You are not allowed to list posts with the status ${refused}.`)
      },
    },
  }
}

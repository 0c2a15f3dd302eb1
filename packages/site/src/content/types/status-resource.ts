import type { Context, Resource } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { EDIT, EMBED_VIEW_EDIT, type ShownField, shownField, siteResource, VIEW_EDIT } from '../../kernel/rest/index.js'
import type { PostStatus } from './statuses.js'

type StatusField = ShownField<PostStatus>

const flag = (description: string, contexts: readonly Context[], get: (status: PostStatus) => boolean): StatusField =>
  shownField(contexts, { description, type: 'boolean' }, get)

const text = (description: string, get: (status: PostStatus) => string): StatusField =>
  shownField(EMBED_VIEW_EDIT, { description, type: 'string' }, get)

const fields: Readonly<Record<string, StatusField>> = {
  name: text('The display name of the status.', status => status.label),
  private: flag(
    'Whether its posts are visible only to users who may read private posts.',
    EDIT,
    status => status.private,
  ),
  protected: flag('Whether its posts are visible only to users who may edit them.', EDIT, status => status.protected),
  public: flag('Whether visitors can see its posts.', VIEW_EDIT, status => status.public),
  queryable: flag('Whether visitors can query its posts.', VIEW_EDIT, status => status.queryable),
  show_in_list: flag('Whether lists for editors include its posts.', EDIT, status => status.showInList),
  slug: text('The name of the status.', status => status.name),
  date_floating: flag('Whether its posts can have no date.', VIEW_EDIT, status => status.dateFloating),
}

export function statusResource(site: SiteContext): Resource<PostStatus, never> {
  const posts = `${site.apiUrl}/${site.namespace}/posts`
  return siteResource<PostStatus, undefined, never, never>(site, 'status', {
    title: 'status',
    fields,
    load: () => undefined,
    links: {
      of: status => ({
        archives: [{ href: status.name === 'publish' ? posts : `${posts}?status=${status.name}` }],
      }),
    },
  })
}

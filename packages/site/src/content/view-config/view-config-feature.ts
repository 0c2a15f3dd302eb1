import { endpoint, type HandlerRequest, type PermissionResult, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { integer, schemasOf, siteResource, text } from '../../kernel/rest/index.js'
import { postTypes, taxonomies } from '../types/index.js'
import { viewConfigSchemas } from './view-config-schema.js'
import { shownEntities, type ViewConfig } from './view-configs.js'
import { viewList } from './view-list.js'

/** The version of the form of view configurations. */
const VERSION = 1

/** An entity: a post type, a taxonomy, or another one by name. */
interface Entity {
  readonly kind: string
  readonly name: string
}

/** The entity that a request names. */
const entityOf = ({ params }: HandlerRequest): Entity => ({
  kind: String(params['kind'] ?? ''),
  name: String(params['name'] ?? ''),
})

/** The capability that is required to see the views of an entity; `undefined` if there is no such type or taxonomy. */
function capabilityFor(site: SiteContext, { kind, name }: Entity): string | undefined {
  if (kind === 'postType') {
    const type = site.get(postTypes).get(name)
    return type?.showInRest === true ? type.capabilities.edit_posts : undefined
  }
  if (kind === 'taxonomy') {
    const taxonomy = site.get(taxonomies).get(name)
    return taxonomy?.showInRest === true ? taxonomy.capabilities.manage_terms : undefined
  }
  return kind === 'root' ? 'manage_options' : 'edit_posts'
}

/** Declares the route of view configurations. */
function registerViewConfig(site: SiteContext): void {
  const field = <K extends keyof ViewConfig>(name: K) => ({
    schema: viewConfigSchemas[name],
    readonly: true,
    get: (_entity: Entity, config: ViewConfig) => config[name],
  })
  const resource = siteResource<Entity, ViewConfig, never, never>(site, 'view-config', {
    title: 'view-config',
    hasContexts: false,
    fields: {
      kind: { schema: text('The kind of the entity, such as `postType`.'), readonly: true, get: ({ kind }) => kind },
      name: { schema: text('The name of the entity.'), readonly: true, get: ({ name }) => name },
      version: { schema: integer('The version of the form of the configuration.'), readonly: true, get: () => VERSION },
      default_view: field('default_view'),
      default_layouts: field('default_layouts'),
      view_list: field('view_list'),
      form: field('form'),
    },
    async load([entity], _needs, { fields }) {
      const postType = entity?.kind === 'postType' ? entity.name : undefined
      return {
        ...shownEntities(postType, site.dialect.prefix),
        view_list: fields.wants('view_list') ? await viewList(site, postType) : [],
      }
    },
  })
  const mayRead = (request: HandlerRequest): PermissionResult => {
    const capability = capabilityFor(site, entityOf(request))
    if (capability === undefined)
      return new RestError('rest_view_config_invalid_entity', 'There is no such entity.', 404)
    return (
      request.principal.can(capability) ||
      refusal(request, 'rest_cannot_read', 'You are not allowed to see the views of this entity.')
    )
  }

  site.registry.route(site.namespace, '/view-config', {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        cacheable: true,
        args: {
          kind: { ...text('The kind of the entity, such as `postType`.'), required: true },
          name: { ...text('The name of the entity.'), required: true },
        },
        permission: mayRead,
        handler: (request: HandlerRequest) => resource.reply(entityOf(request), request),
      }),
    ],
  })
}

/** View configurations: how editors list the entities of the site, and in what form they edit one. */
export const viewConfigFeature = defineFeature({ name: 'view-config', routes: registerViewConfig })

import { endpoint, type HandlerRequest, objectSchema } from '@platen/core'
import type { Theme } from '../../appearance/themes/index.js'
import { text } from '../../kernel/rest/index.js'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite, callerOf } from './console-site.js'

const texts = (description: string) => ({ description, type: 'array', items: { type: 'string' } }) as const

const schema = objectSchema('console-theme', {
  stylesheet: text('The name of its folder, which identifies it.'),
  template: text('That of the parent of a child theme, or its own; empty for a broken theme.'),
  status: { ...text('Whether the site shows it, or cannot.'), enum: ['active', 'inactive', 'broken'] },
  name: text('Its name, from its header.'),
  version: text('Its version.'),
  author: text('Its author.'),
  description: text('What it is like.'),
  warnings: texts('Why some of its files are omitted.'),
  errors: texts('Why it cannot be used.'),
})

const shown = ({ stylesheet, template, header, warnings }: Theme, active: string) => ({
  stylesheet,
  template,
  status: stylesheet === active ? 'active' : 'inactive',
  name: header.name,
  version: header.version,
  author: header.author,
  description: header.description,
  warnings,
  errors: [],
})

const NO_TEXTS = { template: '', name: '', version: '', author: '', description: '', warnings: [] }

/** All themes, including broken ones, for users who may activate one. */
export function registerThemeRoutes({ content: { themes }, registerRoute }: ConsoleRoutesSite): void {
  const shared = { requiresLogin: true, permission: { capability: 'switch_themes' } } as const
  const list = async (request: HandlerRequest) => {
    const by = callerOf(request)
    const [all, broken, active] = await Promise.all([themes.list(by), themes.broken(by), themes.active(by)])
    // A theme whose files were broken while it was in use is in both lists.
    const unusable = new Set(broken.map(({ stylesheet }) => stylesheet))
    return [
      ...all.filter(({ stylesheet }) => !unusable.has(stylesheet)).map(theme => shown(theme, active.stylesheet)),
      ...broken.map(({ stylesheet, errors }) => ({ ...NO_TEXTS, stylesheet, status: 'broken', errors })),
    ]
  }

  registerRoute(CONSOLE_NAMESPACE, '/themes', {
    schema,
    endpoints: [
      endpoint({
        ...shared,
        methods: 'GET',
        responds: { shape: 'list' },
        handler: async request => ({ body: await list(request) }),
      }),
    ],
  })
  registerRoute(CONSOLE_NAMESPACE, '/active-theme', {
    schema,
    endpoints: [
      endpoint({
        ...shared,
        methods: ['POST', 'PUT'],
        responds: { shape: 'item' },
        args: { stylesheet: { ...text('The theme to activate.'), required: true } },
        async handler(request) {
          const theme = await themes.activate(request.params.stylesheet, callerOf(request))
          return { body: shown(theme, theme.stylesheet) }
        },
      }),
    ],
  })
}

import { endpoint, objectSchema } from '@platen/core'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite, callerOf } from './console-site.js'

const schema = objectSchema('plugin-failure', {
  plugin: { description: 'The id of the plugin.', type: 'string' },
  error: { description: 'Why it does not run although it is active.', type: 'string' },
})

/** The plugins that should run and do not. */
export function registerPluginFailureRoutes({ content: { plugins }, registerRoute }: ConsoleRoutesSite): void {
  registerRoute(CONSOLE_NAMESPACE, '/plugin-failures', {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list' },
        requiresLogin: true,
        permission: { capability: 'activate_plugins' },
        async handler(request) {
          const all = await plugins.list({}, callerOf(request))
          return { body: all.flatMap(({ id, error }) => (error === undefined ? [] : [{ plugin: id, error }])) }
        },
      }),
    ],
  })
}

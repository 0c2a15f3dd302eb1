/**
 * The resources that a site registers in code that the types of `createSite` and `defineConfig` do not see, such as that
 * of plugins, by name: post types, taxonomies, `user` and `comment`. `platen types` writes it; see `ResourceTypes`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: others declare its members.
export interface RegisteredTypes {}

/** The types of a resource: the path of its routes, its responses, its meta values, and the name of its posts in `site.content`. */
export interface ResourceTypes {
  readonly path: string
  readonly body: object
  readonly meta: object
  readonly content?: string
}

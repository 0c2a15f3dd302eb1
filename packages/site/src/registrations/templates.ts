import { registrationKey } from './registration-key.js'
import { assertKnownKeys, Registrations } from './registrations.js'

/** The options of a post template. */
export interface PostTemplateOptions {
  readonly title: string
  /** The post types that may use it. */
  readonly postTypes: readonly string[]
  /**
   * Its blocks: with them, it is one of the site's templates, which editors can change. Themes and users can replace
   * it.
   */
  readonly content?: string | undefined
  readonly description?: string | undefined
  /** The name of the plugin that registers it. */
  readonly plugin?: string | undefined
}

/** A template that posts may choose. */
export interface PostTemplate extends PostTemplateOptions {
  /** Its slug. */
  readonly name: string
  readonly description: string
}

/** Checks and freezes a template. */
export function postTemplate(name: string, options: PostTemplateOptions): PostTemplate {
  assertKnownKeys(`the template ${name}`, options, ['title', 'postTypes', 'content', 'description', 'plugin'])
  return Object.freeze({
    ...options,
    description: options.description ?? '',
    name,
    postTypes: Object.freeze([...options.postTypes]),
  })
}

/** The templates that posts of a site may choose. */
export const postTemplates = registrationKey('post templates', () => new Registrations<PostTemplate>('the template'))

import { registrationKey } from './registration-key.js'
import { assertKnownKeys, Registrations } from './registrations.js'

/** The options of a post template. */
export interface PostTemplateOptions {
  readonly title: string
  /** The post types that may use it. */
  readonly postTypes: readonly string[]
}

/** A template that posts may choose. */
export interface PostTemplate extends PostTemplateOptions {
  readonly name: string
}

/** Checks and freezes a template. */
export function postTemplate(name: string, options: PostTemplateOptions): PostTemplate {
  assertKnownKeys(`the template ${name}`, options, ['title', 'postTypes'])
  return Object.freeze({ name, title: options.title, postTypes: Object.freeze([...options.postTypes]) })
}

/** The templates that posts of a site may choose. */
export const postTemplates = registrationKey('post templates', () => new Registrations<PostTemplate>('the template'))

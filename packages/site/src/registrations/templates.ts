import { registrationKey } from './registration-key.js'
import { assertKnownKeys, Registrations } from './registrations.js'

/** What a template for posts is registered with. */
export interface PostTemplateOptions {
  readonly title: string
  /** The post types that may be shown with it. */
  readonly postTypes: readonly string[]
}

/** A template that posts may choose. */
export interface PostTemplate extends PostTemplateOptions {
  readonly name: string
}

/** Freezes a template. */
export function postTemplate(name: string, options: PostTemplateOptions): PostTemplate {
  assertKnownKeys(`the template ${name}`, options, ['title', 'postTypes'])
  return Object.freeze({ name, title: options.title, postTypes: Object.freeze([...options.postTypes]) })
}

/** The templates that posts of a site may choose. */
export const postTemplates = registrationKey('post templates', () => new Registrations<PostTemplate>('the template'))

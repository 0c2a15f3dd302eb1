import { checks, type OptionChecks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { checkDefinition, Registrations } from '../../kernel/registrations/index.js'

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

const { anyText, required, text, texts } = checks

const templateChecks: OptionChecks<PostTemplateOptions> = {
  title: required(text),
  postTypes: required(texts),
  content: anyText,
  description: anyText,
  plugin: text,
}

/** A template that posts may choose. */
export interface PostTemplate extends PostTemplateOptions {
  /** Its slug. */
  readonly name: string
  readonly description: string
}

/** Checks and freezes a template. */
export function postTemplate(name: string, options: PostTemplateOptions): PostTemplate {
  checkDefinition(`the template ${name}`, options, templateChecks)
  return Object.freeze({
    ...options,
    description: options.description ?? '',
    name,
    postTypes: Object.freeze([...options.postTypes]),
  })
}

/** The templates that posts of a site may choose. */
export const postTemplates = registrationKey('post templates', () => new Registrations<PostTemplate>('the template'))

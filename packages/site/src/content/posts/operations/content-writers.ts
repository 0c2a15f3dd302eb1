import type { Block } from '@platen/rendering'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { PostType } from '../../types/index.js'

/** How a feature changes the content of posts before it is stored. */
export interface ContentWriter {
  /** Whether texts of users who may not use all HTML may show the document at a URL. */
  allowsDocument?(site: SiteContext, url: string): boolean
  /**
   * The content of a user who may not use all HTML, without what it may not add to `before`; `undefined` for content
   * that is cleaned like any other text.
   */
  cleaned?(type: PostType, content: string, before: string | undefined): string | undefined
  /** Completes the attributes of a block of a type with canonical blocks. */
  completed?(
    site: SiteContext,
    settings: Pick<OptionSnapshot, 'text'>,
    block: Pick<Block, 'name' | 'attributes'>,
  ): Block['attributes']
}

/** The writers of content, as features add them. */
export const contentWriters = registrationKey('content writers', (): ContentWriter[] => [])

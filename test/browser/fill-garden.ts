import { pluginsIn, type Site, themeOf, type UserRecord } from '@platen/site'
import type { Test } from 'tap'
import { routed, temporaryFolder, writePackages } from '../site/plugins/plugin-packages.js'

const INDEX = { 'templates/index.html': '<!-- wp:post-content /-->' }
const style = (lines: string) => `/*\n${lines}\n*/`

/** Themes to switch between, one of which is broken. */
export const gardenThemes = [
  themeOf('garden', {
    ...INDEX,
    'style.css': style('Theme Name: Garden\nVersion: 1.2\nAuthor: Ann\nDescription: Green, with wide margins.'),
  }),
  themeOf('moss', {
    'style.css': style(
      'Theme Name: Moss\nVersion: 2.0.1\nAuthor: Ben\nTemplate: garden\nDescription: Garden for shade.',
    ),
  }),
  themeOf('broken', { ...INDEX, 'style.css': style('Theme Name: Broken'), 'theme.json': '{' }),
]

/** Plugins to activate, one of which fails. */
export const gardenPlugins = (t: Test) =>
  pluginsIn(
    writePackages(temporaryFolder(t), {
      hello: {
        platen: { name: 'Hello' },
        description: 'Greets the people who visit the garden.',
        author: 'Ann',
        entry: routed('hello', '1'),
      },
      failing: {
        version: '0.3.0',
        platen: { name: 'Weather' },
        description: 'Shows the weather of the coming days.',
        entry: `throw new Error('The key of the weather service is missing.')`,
      },
    }),
  )

/** Writes some posts and comments, and creates application passwords. */
export async function fillGarden({ content, call, context }: Site, as: UserRecord): Promise<void> {
  for (const title of ['Mint', 'Sage', 'Thyme']) {
    const post = await content.posts.create({ title, status: 'publish', content: `${title} grows here.` }, { as })
    await content.comments.create({ post: post.id, content: 'Does it like shade?' }, { as })
  }
  for (const name of ['Feed reader', 'Editor on the <phone>'])
    await call('POST', `/${context.namespace}/users/${as.id}/application-passwords`, { name }, { as })
}

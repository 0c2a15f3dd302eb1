import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { themes, themesIn } from '@platen/site'
import t from 'tap'
import { temporaryFolder } from '../../temporary-folder.js'
import { loadModule } from '../load-module.js'
import { makeSite } from '../make-site.js'

type WatchFolder = typeof import('../../../packages/site/src/appearance/themes/reading/watch-folder.js')

const { watchFolder } = await loadModule<WatchFolder>('appearance/themes/reading/watch-folder.js')

const newFolder = () => temporaryFolder('watch')

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Resolves when something holds; rejects after some seconds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<number> {
  const started = Date.now()
  while (!(await holds())) {
    if (Date.now() - started > 20_000) throw new Error('it does not come true')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return Date.now() - started
}

for (const polling of [false, true]) {
  t.test(`changes of a folder are noticed ${polling ? 'by comparing' : 'by the system'}`, async t => {
    const folder = newFolder()
    write(folder, 'garden/style.css', 'a')
    let changes = 0
    const end = watchFolder(folder, () => void changes++, { polling })
    await new Promise(resolve => setTimeout(resolve, 500))
    t.equal(changes, 0)
    for (const change of [
      () => write(folder, 'garden/style.css', 'a longer text'),
      () => write(folder, 'garden/parts/top.html', 'new'),
      () => rmSync(join(folder, 'garden/parts/top.html')),
    ]) {
      const before = changes
      change()
      t.ok((await until(() => changes > before)) < 10_000)
    }
    end()
    const before = changes
    write(folder, 'garden/style.css', 'b')
    await new Promise(resolve => setTimeout(resolve, 700))
    t.equal(changes, before)
  })
}

t.test('a site shows changed themes without a restart', async t => {
  const folder = newFolder()
  const style = (name: string) => `/*\nTheme Name: ${name}\n*/`
  write(folder, 'garden/style.css', style('Garden'))
  write(folder, 'garden/templates/index.html', 'index')
  const { site, store, send } = await makeSite({ themes: [themesIn(folder)], cache: true })
  await store.options.set('stylesheet', 'garden')
  const nameOf = async () => {
    const { body } = await send('GET /themes?status=active')
    return (body as { name: { raw: string } }[])[0]?.name.raw
  }
  t.equal(await nameOf(), 'Garden')
  const all = site.context.get(themes)
  const errors: unknown[] = []
  const end = all.watch(error => void errors.push(error))
  await new Promise(resolve => setTimeout(resolve, 200))
  write(folder, 'garden/style.css', style('Yard'))
  await until(async () => (await nameOf()) === 'Yard')
  write(folder, 'moss/style.css', style('Moss'))
  write(folder, 'moss/templates/index.html', 'index')
  await until(() => all.find('moss') !== undefined)
  t.equal((await site.content.themes.activate('moss', { as: site.system })).stylesheet, 'moss')

  write(folder, 'garden/theme.json', '{')
  await until(() => all.broken().length > 0)
  t.equal(all.find('garden')?.header.name, 'Yard', 'a theme that breaks stays as it was')
  t.match(all.broken(), [{ stylesheet: 'garden', errors: [/theme\.json/] }])
  write(folder, 'garden/theme.json', '{"version":3}')
  await until(() => all.broken().length === 0)
  rmSync(join(folder, 'moss'), { recursive: true })
  await until(() => all.find('moss') === undefined)
  t.equal(await nameOf(), 'Platen')
  t.same(errors, [])
  end()
})

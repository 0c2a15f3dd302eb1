import { usersIn } from '@platen/site'
import t from 'tap'
import { attribute, openConsole, textOf } from './open-console.js'

const PATH = '/console/profile'
const FIELDS = ['name', 'first_name', 'last_name', 'nickname']

async function open() {
  const { browser, store, users } = await openConsole()
  const id = users.get('subscriber')?.id ?? 0
  const [own, admin] = [browser(), browser()]
  await own.signIn('subscriber')
  await admin.signIn('admin')
  const rename = (name: string) => own.press(PATH, 'Save', Object.fromEntries(FIELDS.map(field => [field, name])))
  return { own, admin, rename, stored: () => usersIn(store).get(id) }
}

t.test('names are shown as people wrote them, and sending them again changes nothing', async t => {
  const { own, admin, rename, stored } = await open()
  for (const name of ['Sam & co', '5 > 3', '"Quoted" \'name\'']) {
    await rename(name)
    const inputs = (await own.visit(PATH)).all('input')
    for (const field of FIELDS) {
      const input = inputs.find(each => attribute(each, 'name') === field)
      t.equal(attribute(input, 'value'), name, field)
    }
    for (const page of [PATH, '/console/sign-out']) t.ok((await own.visit(page)).text.includes(name), page)
    t.match((await admin.visit('/console/users?search=subscriber')).all('h2').map(textOf), [name])
    const { displayName, firstName, lastName, nickname } = (await stored()) ?? {}
    await own.press(PATH, 'Save')
    t.match(await stored(), { displayName, firstName, lastName, nickname })
  }
})

import { wpDialect } from '@platen/site'
import t from 'tap'
import { aWhile, mailServices } from '../site/features/account-links/sent-mail.js'
import { openConsole } from './open-console.js'

t.test('the login page of the dialect leads to the console', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ dialect: wpDialect, services })
  const { visit, post } = browser()
  for (const [query, page] of [
    ['', 'sign-in'],
    ['?redirect_to=https%3A%2F%2Fevil.example', 'sign-in'],
    ['?action=lostpassword', 'lost-password'],
    ['?action=logout', 'sign-out'],
    ['?action=rp&key=1.a%2Fb&login=admin', 'set-password?token=1.a%2Fb'],
    ['?action=constructor', 'sign-in'],
    ['?action[]=rp', 'sign-in'],
  ])
    t.match(await visit(`/wp-login.php${query}`), { status: 303, location: `/console/${page}` }, query)
  const path = '/wp-login.php?action=lostpassword'
  for (const login of ['admin', 'nobody', ''])
    t.match(await post(path, { user_login: login }), { status: 303, location: '/console/lost-password?done=sent' })
  await aWhile()
  t.match(mail, [{ to: 'admin@example.com', text: /console\/set-password\?token=/ }])
  t.equal(mail.length, 1)
  for (const headers of [{ origin: 'https://evil.example' }, { 'content-type': 'text/plain' }])
    t.match(await post(path, { user_login: 'editor' }, headers), { status: 303, location: '/console/lost-password' })
  await aWhile()
  t.equal(mail.length, 1)
  await t.rejects(post('/wp-login.php', { log: 'admin', pwd: 'secret' }), /no page/, 'signing in is for others')
})

t.test('other dialects have no such page', async t => {
  const { browser } = await openConsole()
  await t.rejects(browser().visit('/wp-login.php'), /no page/)
})

// Signs users of the app in with its own session.
import { sessionCookie } from '../../session.mjs'

export async function POST(request) {
  const form = await request.formData()
  const login = form.get('login')
  if (login !== 'admin' || form.get('password') !== 'only an example') return new Response(null, { status: 401 }) // Ask your own users.
  return new Response(null, { status: 303, headers: { Location: '/', 'Set-Cookie': sessionCookie(login) } })
}

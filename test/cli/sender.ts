/** Sends requests as the first administrator, with the application password that the first start prints. */
export function senderOf(out: string) {
  const [, password = ''] = /^ +application password +(.+)$/m.exec(out) ?? []
  return async (method: string, url: string, body?: object) => {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
  }
}

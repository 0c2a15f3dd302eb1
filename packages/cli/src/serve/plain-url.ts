const PARAMETER = 'rest_route'
const FRONT = new Set(['/', '/index.php'])

const decoded = (text: string): readonly [name: string, value: string] | undefined => [...new URLSearchParams(text)][0]

/**
 * The URL, below the base path of an interface, that a URL with `?rest_route=/…` stands for: that is how clients write
 * the URLs of a site whose server rewrites no paths. `undefined` for any other URL.
 */
export function interfaceUrl(url: string, basePath: string): string | undefined {
  const at = url.indexOf('?')
  if (at < 0 || !FRONT.has(url.slice(0, at))) return undefined
  let route = ''
  const others = url
    .slice(at + 1)
    .split('&')
    .filter(pair => {
      const [name, value] = decoded(pair) ?? []
      if (name !== PARAMETER) return true
      route = value ?? ''
      return false
    })
  if (route === '') return undefined
  const path = route.split('/').map(encodeURIComponent).join('/')
  const query = others.length === 0 ? '' : `?${others.join('&')}`
  return `${basePath}${route.startsWith('/') ? '' : '/'}${path}${query}`
}

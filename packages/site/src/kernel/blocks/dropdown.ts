/**
 * A script for a `select` with links as options: choosing one opens it. With `parameter`, the value of an option is the
 * value of a parameter of the site's URL, and `-1` means none; otherwise it is a URL.
 */
export function dropdownScript(id: string, parameter?: { readonly name: string; readonly url: string }): string {
  // Identifiers and the site's URL contain no markup, but the name of a parameter may come from a registered taxonomy.
  const literal = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('&', '\\u0026')
  const place =
    parameter === undefined
      ? 'location.href = menu.value'
      : `const url = new URL(${literal(parameter.url)})
url.searchParams.set(${literal(parameter.name)}, menu.value)
location.href = url.href`
  return `<script>
{
const menu = document.getElementById(${literal(id)})
menu.addEventListener('change', () => {
if (menu.value === '' || menu.value === '-1') return
${place}
})
}
</script>
`
}

import t from 'tap'
import { loadModule } from '../../load-module.js'

const { cleanFamilyList } = await loadModule<{ cleanFamilyList: (given: string) => string }>(
  'appearance/fonts/rest/family-list.js',
)

t.test('names of font families are quoted', async t => {
  const cases: readonly [given: string, cleaned: string][] = [
    ['Abel', 'Abel'],
    ['-apple-system, system-ui', '-apple-system, system-ui'],
    ['Open Sans 2, "Foo", \'Bar\'  , sans-serif', '"Open Sans 2", "Foo", "Bar", sans-serif'],
    ['a1,1a,a_b,日本', '"a1", "1a", "a_b", "日本"'],
    [' , a,,b,', 'a, b'],
    ['a<b>c</b>, <script>x</script>', 'ac'],
    ['x; } body { color:red', '"x; } body { color:red"'],
    ['x"; } body { color:red', '"x; } body { color:red"'],
    ['a\\', '"a"'],
    ['', ''],
  ]
  for (const [given, cleaned] of cases) t.equal(cleanFamilyList(given), cleaned, given)
})

import { isMultipartForm, isUrlencodedForm } from '@platen/core'
import t from 'tap'

t.test('types of forms', async t => {
  t.ok(isMultipartForm('multipart/form-data; boundary=x'))
  t.ok(isMultipartForm(' Multipart/Form-Data'))
  t.notOk(isMultipartForm('multipart/form-database'))
  t.notOk(isMultipartForm('application/x-www-form-urlencoded'))
  t.ok(isUrlencodedForm('Application/x-www-form-urlencoded; charset=utf-8'))
  t.notOk(isUrlencodedForm('application/x-www-form-urlencodedness'))
  t.notOk(isUrlencodedForm(''))
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPictureApp, type PictureApp } from './test-pictures.ts'

let app: PictureApp

beforeAll(async () => {
  app = await createPictureApp()
})
afterAll(() => app.close())

const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n'
const whole = `${file}a,b\r\n--x--\r\n`

test.each([
  ['without its end', '; boundary=x', `${file}a,b`],
  ['that ends in the heading of its file', '; boundary=x', file.slice(0, 60)],
  ['that ends after its file', '; boundary=x', `${file}a,b\r\n--x\r\n`],
  ['with a heading that is none', '; boundary=x', '--x\r\ngarbage'],
  ['with another boundary than it says', '; boundary=y', whole],
  ['that says no boundary', '', whole],
])('a multipart body %s is answered with the request to send it again, as a picture and as a table', async (_, boundary, payload) => {
  const headers = { 'content-type': `multipart/form-data${boundary}`, ...(await app.as(app.people.base)) }
  for (const url of ['/api/FileUpload/Image', `/api/Gateway/Import/${app.office.office_id}`])
    expect(await app.ask('POST', url, { headers, payload })).toMatchObject({
      status: 400,
      body: ['ファイルが途中で切れたか、正しく送られませんでした。もう一度送ってください。'],
    })
})

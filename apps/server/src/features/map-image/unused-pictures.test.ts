import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPictureApp, drawing, type PictureApp } from './test-pictures.ts'

let app: PictureApp
let png: Buffer

beforeAll(async () => {
  png = await drawing(30, 20).png().toBuffer()
  app = await createPictureApp()
})
beforeEach(async () => {
  await app.context.db.deleteFrom('site_map').execute()
  await app.context.db.deleteFrom('stored_file').execute()
})
afterAll(() => app.close())

type Someone = { readonly company_id: number; readonly user_id: number }

/** Puts pictures on record that somebody keeps, without any file. */
const keep = async ({ company_id, user_id }: Someone, count: number, megabytes = 1): Promise<string[]> => {
  const keys = Array.from({ length: count }, () => `${crypto.randomUUID()}.png`)
  const common = { company_id, uploaded_by: user_id, content_type: 'image/png', size: megabytes * 1_000_000, created_at: app.time.now }
  await app.context.db
    .insertInto('stored_file')
    .values(keys.map((file_key) => ({ file_key, ...common })))
    .execute()
  return keys
}
const upload = (user: Someone) => app.upload(user, png)
const refused = (text: string) => ({ status: 400, body: [text], key: '' })
const next = 'この画像を外していったんマップを保存し、そのあとで追加してください。使わない画像は、1日たつと自動で消えます。'

test('twenty pictures that no map names are all that a person may keep, however many are sent at once', async () => {
  const { people, office } = app
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(people.base)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await keep(people.base, 14)
  const last = await Promise.all(Array.from({ length: 4 }, () => upload(people.base)))
  expect(last.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(last.filter(({ status }) => status === 400)).toHaveLength(2)
  expect(await app.recorded()).toHaveLength(20)
  expect(await upload(people.base)).toEqual(
    refused(`マップに使っていない画像が、あなたの分で20枚・14MBあります（1人20枚・200MBまで）。${next}`),
  )
  for (const other of [people.contract, people.foreignBase]) expect((await upload(other)).status).toBe(200)
  await app.nameOnMap(office, answers[0]?.key ?? '')
  expect((await upload(people.base)).status).toBe(200)
})

test('so are 200 MB', async () => {
  const { people } = app
  await keep(people.base, 6, 33)
  expect((await upload(people.base)).status).toBe(200)
  await keep(people.base, 1, 2)
  expect(await upload(people.base)).toEqual(
    refused(`マップに使っていない画像が、あなたの分で8枚・200MBあります（1人20枚・200MBまで）。${next}`),
  )
})

test('a company may keep ten times that', async () => {
  const { people } = app
  const keys = await keep(people.contract, 200, 9)
  const text = `マップに使っていない画像が、会社全体で200枚・1,800MBあります（会社全体で200枚・2,000MBまで）。${next}`
  expect(await upload(people.base)).toEqual(refused(text))
  expect((await upload(people.foreignBase)).status).toBe(200)
  await app.nameOnMap(app.office, keys[0] ?? '')
  expect((await upload(people.base)).status).toBe(200)
})

test('of those of the service no map of any company may name them', async () => {
  const { people, office } = app
  const keys = await keep({ company_id: 0, user_id: people.service.user_id }, 20)
  expect((await upload(people.service)).status).toBe(400)
  await app.nameOnMap(office, keys[0] ?? '')
  expect((await upload(people.service)).status).toBe(200)
})

import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeGatewayOn } from '../../shared/monitoring/map-workers/test-maps.ts'
import { makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { multipart } from '../../platform/exchange/test-upload.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestApp } from '../../test-app.ts'
import { forgetPicturesJob } from './forget-pictures.ts'
import { createPictureApp, drawing, type PictureApp } from './test-pictures.ts'

let app: PictureApp
let png: Buffer
let jpeg: Buffer

const noon = new Date('2026-07-20T13:00:00+09:00')
const script = Buffer.from('<!doctype html><script>alert(document.domain)</script>')

beforeAll(async () => {
  png = await drawing(300, 200).png().toBuffer()
  jpeg = await drawing(300, 200)
    .withExif({ IFD3: { GPSLatitude: '35/1 40/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  app = await createPictureApp()
})
beforeEach(() => {
  app.time.now = noon
})
afterAll(() => app.close())

describe('a drawing', () => {
  test('is uploaded by an administrator and shown again as a picture and as a data URL', async () => {
    const { status, key } = await app.upload(app.people.base, png, 'a.b/..\\c.html')
    expect(status).toBe(200)
    expect(key).toMatch(/^[\w-]+\.png$/)
    const shown = await app.picture(app.people.base, key)
    expect(shown).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="${key}"`,
        'cache-control': 'private, max-age=3600',
      },
    })
    expect(await sharp(shown.content).metadata()).toMatchObject({ format: 'png', width: 300, height: 200 })
    const data = await app.get(app.people.base, `/api/Map/GetMapImageData?imageKey=${key}`)
    expect(data.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(String(data.content)).toBe(`data:image/png;base64,${shown.content.toString('base64')}`)
  })

  test('from a phone is upright and no longer holds where it was taken, whatever the name of its file', async () => {
    const { key } = await app.upload(app.people.base, jpeg, 'plan.png')
    expect(key).toMatch(/\.jpg$/)
    const { headers, content } = await app.picture(app.people.base, key)
    expect(headers['content-type']).toBe('image/jpeg')
    const seen = await sharp(content).metadata()
    expect(seen).toMatchObject({ format: 'jpeg', width: 200, height: 300 })
    expect(seen.exif).toBeUndefined()
  })

  test('loses what hides behind the picture', async () => {
    const { key } = await app.upload(app.people.base, Buffer.concat([png, script]))
    expect((await app.picture(app.people.base, key)).content.includes('script')).toBe(false)
  })
})

describe('refused in words is', () => {
  const only = '画像はJPGまたはPNGだけです。JPGまたはPNGのファイルを選んでください。'
  const broken = '画像を読み取れません。ファイルが壊れています。別のファイルを選んでください。'

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a page', () => script, only],
    ['a vector drawing with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), only],
    ['another kind of picture', () => drawing(9, 9).gif().toBuffer(), only],
    ['a page that begins as a picture', () => Buffer.concat([png.subarray(0, 8), script]), broken],
    ['an empty file', () => Buffer.alloc(0), only],
    ['a picture with a broken header', () => Buffer.from(png).fill(0, 12, 24), broken],
    ['a picture cut short', () => png.subarray(0, png.length - 40), broken],
    ['a photo cut short', () => jpeg.subarray(0, jpeg.length - 60), broken],
  ])('%s', async (_, content, text) => {
    expect(await app.upload(app.people.base, await content())).toMatchObject({ status: 400, body: [text] })
  })

  test('a picture that would fill the memory', async () => {
    const huge = Buffer.from(png)
    huge.writeUInt32BE(10_001, 16)
    huge.writeUInt32BE(10_000, 20)
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
    expect(await app.upload(app.people.base, huge)).toMatchObject({
      status: 400,
      body: ['画像の縦横が大きすぎます。縦と横を掛けて1億画素までの画像を選んでください。'],
    })
  })

  test('a file of more than 30 MB, by a byte', async () => {
    const text = '画像が大きすぎます。30MBまでのファイルを選んでください。'
    const over = Buffer.alloc(31_457_281)
    png.copy(over)
    expect(await app.upload(app.people.base, over)).toMatchObject({ status: 413, body: [text] })
    expect((await app.upload(app.people.base, over.subarray(0, -1))).status).toBe(200)
  })

  test('no file, or two', async () => {
    const send = async (body: ReturnType<typeof multipart>) => {
      const headers = { ...body.headers, ...(await app.as(app.people.base)) }
      return app.ask('POST', '/api/FileUpload/Image', { headers, payload: body.payload })
    }
    expect((await send(multipart(['name', 'plan']))).status).toBe(400)
    expect((await send(multipart(['uploadFile', png, 'a.png'], ['uploadFile', png, 'b.png']))).body).toEqual([
      'ファイルは1つずつ選んでください。',
    ])
  })
})

describe('whose a drawing is', () => {
  test("before a map names it: its uploader's, for a day", async () => {
    const { people } = app
    const { key } = await app.upload(people.base, png)
    for (const other of [people.contract, people.service, people.leader, people.sibling, people.foreignBase, people.foreignContract])
      expect((await app.picture(other, key)).status).not.toBe(200)
    app.time.now = new Date(noon.getTime() + 24 * 3_600_000 - 1)
    expect((await app.picture(people.base, key)).status).toBe(200)
    app.time.now = new Date(noon.getTime() + 24 * 3_600_000)
    expect((await app.picture(people.base, key)).status).toBe(404)
  })

  test('named by a map: of those who see the map, and nobody of another company or site', async () => {
    const { people, office } = app
    const { key } = await app.upload(people.contract, png)
    await app.nameOnMap(office, key)
    for (const user of [people.service, people.contract, people.base]) expect((await app.picture(user, key)).status, user.role).toBe(200)
    for (const user of [people.foreignBase, people.foreignContract]) {
      expect((await app.picture(user, key)).status, user.role).toBe(404)
      expect((await app.get(user, `/api/Map/GetMapImageData?imageKey=${key}`)).status, user.role).toBe(404)
    }
    expect((await app.picture(people.worker, key)).status).toBe(403)
    expect((await app.upload(people.leader, png)).status).toBe(403)
    for (const none of ['none.png', '..%2F..%2Fetc%2Fpasswd']) expect((await app.picture(people.service, none)).status).toBe(404)
  })

  test('named by a map: for leaders only while somebody of their group is on that map, like the map itself', async () => {
    const { people, office, context } = app
    const leaders = [people.leader, people.subLeader]
    const { key } = await app.upload(people.contract, png)
    const { map_id } = await app.nameOnMap(office, key)
    const statuses = () =>
      Promise.all(
        leaders.flatMap(async (leader) => [
          (await app.picture(leader, key)).status,
          (await app.get(leader, `/api/Map/GetMapImageData?imageKey=${key}`)).status,
          (await app.get(leader, `/api/Map/${map_id}`)).status,
        ]),
      ).then((all) => all.flat())
    const nowhere = Array.from({ length: 6 }, () => 404)
    expect(await statuses()).toEqual(nowhere)

    const { device_id } = await makeGatewayOn(context.db, { map_id, office_id: office.office_id })
    await setState(context.db, people.neighbour.user_id, noon, { gateway_id: device_id })
    expect(await statuses()).toEqual(nowhere)
    await setState(context.db, people.worker.user_id, noon, { gateway_id: device_id })
    expect(await statuses()).toEqual(Array.from({ length: 6 }, () => 200))
    await setState(context.db, people.worker.user_id, noon, { gateway_id: null })
    expect(await statuses()).toEqual(nowhere)
  })
})

test('what no map has named for a day is removed, what one names stays', async () => {
  const { people, office } = app
  await app.context.db.deleteFrom('stored_file').execute()
  const { key: named } = await app.upload(people.base, png)
  await app.nameOnMap(office, named)
  const { key: unnamed } = await app.upload(people.base, png)
  app.time.now = new Date(noon.getTime() + 3_600_000)
  const { key: later } = await app.upload(people.base, png)
  app.time.now = new Date(noon.getTime() + 24 * 3_600_000)
  await takeTurn(app.context, forgetPicturesJob)
  expect((await app.recorded()).map(({ file_key }) => file_key).toSorted()).toEqual([named, later].toSorted())
  expect(await app.context.files.get(unnamed)).toBeUndefined()
  expect((await app.picture(people.base, named)).status).toBe(200)
  await takeTurn(app.context, forgetPicturesJob)
  expect((await app.picture(people.base, later)).status).toBe(200)
})

test('where files cannot be kept, the upload is to be tried again, and leaves nothing after a day', async () => {
  const away = await createTestApp({
    files: {
      ...app.context.files,
      put: (key, path, type) => app.context.files.put(`../${key}`, path, type),
    },
  })
  try {
    const { people } = await makeTenants(away.context.db)
    const { headers, payload } = multipart(['uploadFile', png, 'plan.png'])
    const { status, body } = await away.ask('POST', '/api/FileUpload/Image', {
      headers: { ...headers, ...(await away.as(people.base)) },
      payload,
    })
    expect({ status, body }).toEqual({
      status: 503,
      body: ['現在、ファイルを保存・表示できません。しばらく待ってから、もう一度お試しください。'],
    })
    away.time.now = new Date(away.time.now.getTime() + 24 * 3_600_000)
    await takeTurn(away.context, forgetPicturesJob)
    expect(await away.context.db.selectFrom('stored_file').selectAll().execute()).toEqual([])
  } finally {
    await away.close()
  }
})

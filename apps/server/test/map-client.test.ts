import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDevice, makeOffice, makeUser } from '../src/shared/organisation/test-factories.ts'
import { multipart } from '../src/platform/exchange/test-upload.ts'
import { startTestApp } from '../src/test-app.ts'

// The customer's own console, as the specification describes it: what it sends, in its own spelling, and what it reads.
// It knows no versions, sends back whole rows and numbers as text, and takes a device off with empty positions.

type Row = Record<string, unknown>
type MapAnswer = Row & { listGateways: Row[]; listHeatIndexWatchers: Row[]; listReference: Row[]; listWorkers: Row[] }

const product = await startTestApp()
let officeId: number
let bearer: { authorization: string }

const call = async <Body = Row>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<Body> => {
  const answer = await product.ask(method, url, { headers: bearer, ...(payload === undefined ? {} : { payload }) })
  expect(answer.status, `${method} ${url} ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body as Body
}
const maps = async () => (await call<{ data: Row[] }>('GET', `/api/Map?OfficeId=${officeId}`)).data
const open = (map: Row) => call<MapAnswer>('GET', `/api/Map/${String(map['id'])}`)
const saveMaps = (items: Row[]) => call('POST', `/api/Map/${officeId}`, items)
const place = (lists: Row) =>
  call('PUT', '/api/Map/SetDeviceToMap', { officeId, listGatewayDto: [], listSismilDto: [], listReferenceDto: [], ...lists })

const upload = async (width: number, height: number) => {
  const picture = await sharp({ create: { width, height, channels: 3, background: '#eee' } })
    .png()
    .toBuffer()
  const { headers, payload } = multipart(['uploadFile', picture, '1階.png'])
  const { body } = await product.ask('POST', '/api/FileUpload/Image', { headers: { ...headers, ...bearer }, payload })
  return (body as { url: string }).url
}

/** A row of the setting screen, as it is where nobody has typed anything but these. */
const item = (locationName: string, type: number, more: Row = {}): Row => {
  const centre = { latitude: '', longitude: '', rotation: '-', zoom: '' }
  const picture = { mapImage: null, imageName: null, imageZoom: '', imageLatitude: '', imageLongitude: '', imageRotation: '' }
  const noCorners = { angleCoordinate1: '', angleCoordinate2: '', angleCoordinate3: '', angleCoordinate4: '-' }
  return { id: '', floor: '', officeId, locationName, type, sismilType: '1', position: 0, ...centre, ...picture, ...noCorners, ...more }
}
const corners = (north: number) => ({
  angleCoordinate1: `${north + 0.001},139.767`,
  angleCoordinate2: `${north + 0.001},139.769`,
  angleCoordinate3: `${north},139.769`,
  angleCoordinate4: `${north},139.767`,
})

beforeAll(async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  officeId = office.office_id
  await makeUser(db, 'HeadquartersAdmin', office, { login_id: 'base-admin', password: 'Base-1234' })
  const watcher = await makeDevice(db, 'heat', officeId, { serial: '000001' })
  await makeDevice(db, 'heat', officeId, { serial: '000002' })
  await makeDevice(db, 'gateway', officeId, { serial: 'GW-1' })
  await makeDevice(db, 'gateway', officeId, { serial: 'GW-2', type: 2, linked_device_id: watcher.device_id })
  await makeDevice(db, 'gateway', officeId, { serial: 'GW-3' })
  await makeDevice(db, 'barometer', officeId, { serial: 'RB-1' })
  await makeDevice(db, 'barometer', officeId, { serial: 'RB-2' })
  const login = { username: 'base-admin', password: 'Base-1234' }
  const { body } = await product.ask('POST', '/api/Authenticate/Login', { payload: login })
  bearer = { authorization: `Bearer ${(body as { token: string }).token}` }
})

describe('a client that knows only the specification', () => {
  test('sets up a drawing, a GPS map and a drawing over one', async () => {
    const [drawing, overlay] = [await upload(1_200, 800), await upload(600, 600)]
    await saveMaps([
      item('本館', 1, { floor: '1階', mapImage: drawing, imageName: '1階.png' }),
      item('構内', 2, { latitude: '35.681236', longitude: '139.767125', zoom: '16', rotation: '0', sismilType: '2' }),
      item('東棟', 3, { mapImage: overlay, imageName: '東棟.png', ...corners(35.68) }),
    ])
    const read = await maps()
    expect(read).toMatchObject([
      { locationName: '本館', floor: '1階', type: 1, sismilType: 1, position: 0, mapImage: drawing, imageName: '1階.png', officeId },
      { locationName: '構内', type: 2, sismilType: 2, position: 1, latitude: 35.681236, longitude: 139.767125, zoom: 16, rotation: 0 },
      { locationName: '東棟', type: 3, position: 2, mapImage: overlay, imageLatitude: 35.681236, imageZoom: 0.2, ...corners(35.68) },
    ])
    expect(read[0]).toMatchObject({ imageWidth: 1_200, imageHeight: 800, mapImageData: null })
    const url = `/api/Map/GetMapImageData?imageKey=${drawing}`
    const { payload } = await product.app.inject({ method: 'GET', url, headers: bearer })
    expect(payload).toMatch(/^data:image\/png;base64,/)
  })

  test('places devices of each kind by the one call for a map, and reads them back', async () => {
    const [drawing = {}, world = {}, overlay = {}] = await maps()
    const gateway = { officeId, gatewayType: '1', installationStatus: '1', status: '1', latitude: null, longitude: null }
    await place({
      listGatewayDto: [
        { ...gateway, serialNumber: 'GW-1', positionX: '50', positionY: '50', locationName: '正面', mapId: drawing['id'] },
        { ...gateway, serialNumber: 'GW-3', positionX: '', positionY: '', locationName: null, mapId: null },
      ],
      listSismilDto: [
        {
          serialNumber: '000001',
          gatewayType: '',
          positionX: '12.34',
          positionY: '56.78',
          locationName: '北',
          mapId: drawing['id'],
          officeId,
        },
      ],
    })
    expect(await open(drawing)).toMatchObject({
      listGateways: [
        { serialNumber: 'GW-1', positionX: 50, positionY: 50, locationName: '正面', status: '1', mapId: drawing['id'] },
        { serialNumber: 'GW-2', positionX: 12.34, positionY: 56.78 },
      ],
      listHeatIndexWatchers: [{ serialNumber: '000001', positionX: 12.34, positionY: 56.78, locationName: '北' }],
      listReference: [],
      listWorkers: [],
      listEmergencies: [],
    })

    await place({ listReferenceDto: [{ id: 'RB-1', positionX: '75', positionY: '50', locationName: '門', mapId: world['id'], officeId }] })
    const [barometer = {}] = (await open(world)).listReference
    expect(barometer).toMatchObject({ id: 'RB-1', positionX: 75, positionY: 50, latitude: 35.681236, status: '1' })
    // 315 px to the east of the centre, at zoom 16.
    expect(barometer['longitude']).toBeCloseTo(139.767125 + (315 * 360) / (256 * 2 ** 16), 6)

    await place({ listReferenceDto: [{ id: 'RB-2', positionX: '50', positionY: '0', locationName: '', mapId: overlay['id'], officeId }] })
    expect((await open(overlay)).listReference).toMatchObject([
      { id: 'RB-2', positionX: 50, positionY: 0, latitude: 35.681, longitude: 139.768 },
    ])
  })

  test('places them by the calls for each kind, one or several, and takes them off', async () => {
    const [drawing = {}, , overlay = {}] = await maps()
    const at = { positionX: '20', positionY: '30', mapId: overlay['id'], officeId }
    await call('PUT', '/api/HeatIndexWatcher/SetSismilToMap', { serialNumber: '000002', ...at })
    await call('PUT', '/api/Gateway/SetGatewayToMap', [{ serialNumber: 'GW-3', ...at, gatewayType: 1, latitude: '', longitude: '' }])
    await call('PUT', '/api/ReferenceBarometer/SetSismilToMap', [{ id: 'RB-1', ...at, locationName: '屋上' }])
    const stands = { positionX: 20, positionY: 30, status: '1' }
    expect(await open(overlay)).toMatchObject({
      listHeatIndexWatchers: [{ serialNumber: '000002', ...stands }],
      listGateways: [{ serialNumber: 'GW-3', ...stands }],
      listReference: expect.arrayContaining([expect.objectContaining({ id: 'RB-1', ...stands, locationName: '屋上' })]) as unknown,
    })
    expect(await call('GET', '/api/HeatIndexWatcher/000002')).toMatchObject({ mapId: overlay['id'], ...stands })

    const off = { positionX: '', positionY: '', mapId: null, officeId }
    await place({
      listGatewayDto: [{ ...off, serialNumber: 'GW-1', latitude: '', longitude: '', status: '0' }],
      listReferenceDto: [{ ...off, id: 'RB-1', locationName: '屋上' }],
    })
    expect((await open(drawing)).listGateways.map(({ serialNumber }) => serialNumber)).toEqual(['GW-2'])
    expect(await call('GET', '/api/ReferenceBarometer/RB-1')).toMatchObject({
      mapId: null,
      positionX: null,
      status: '0',
      locationName: '屋上',
    })
  })

  test('sends back the rows it read: moved, the drawing takes along what is on it; a map that is left out is deleted', async () => {
    const [drawing = {}, world = {}, overlay = {}] = await maps()
    await saveMaps([{ ...overlay, ...corners(36) }, drawing])
    expect((await maps()).map(({ id, position }) => [id, position])).toEqual([
      [overlay['id'], 0],
      [drawing['id'], 1],
    ])
    const { listReference, listGateways } = await open(overlay)
    expect(listReference).toMatchObject([{ id: 'RB-2', positionX: 50, positionY: 0, latitude: 36.001, longitude: 139.768 }])
    expect(listGateways).toMatchObject([{ serialNumber: 'GW-3', positionX: 20, positionY: 30, longitude: 139.7674 }])
    expect((await product.ask('GET', `/api/Map/${String(world['id'])}`, { headers: bearer })).status).toBe(404)

    // Rows read before that save are older than the list by now.
    expect((await product.ask('POST', `/api/Map/${officeId}`, { headers: bearer, payload: [drawing] })).status).toBe(412)
    await saveMaps((await maps()).slice(1))
    for (const url of ['/api/HeatIndexWatcher/000002', '/api/Gateway/1/GW-3', '/api/ReferenceBarometer/RB-2'])
      expect(await call('GET', url)).toMatchObject({ mapId: null, positionX: null, positionY: null, status: '0' })
  })

  test('keeps the names of places', async () => {
    const saved = await call('POST', '/api/Location', { officeId, name: '資材置場', latitude: '35.68', longitude: '139.76' })
    expect(saved).toMatchObject({ officeId, name: '資材置場', latitude: 35.68, longitude: 139.76 })
    expect(await call('GET', `/api/Location?officeId=${officeId}`)).toEqual({ data: [saved], count: 1 })
  })
})

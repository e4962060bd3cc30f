import { barometerCsv, deviceCsv, gatewayCsv, heatWatcherCsv } from '../../src/features/device/csv-columns.ts'
import { type Case, nextCode, nextSismilId, type Plot } from './plot.ts'
import { csvTemplate } from '../../src/platform/exchange/csv-out.ts'
import { multipart } from '../../src/platform/exchange/test-upload.ts'

const deviceFiles = { Device: deviceCsv, HeatIndexWatcher: heatWatcherCsv, Gateway: gatewayCsv, ReferenceBarometer: barometerCsv }

const devicesFile = (resource: keyof typeof deviceFiles) => {
  const template = csvTemplate(deviceFiles[resource])
  const cells: Record<string, string> = { 種別: '2', シリアル番号: nextCode(), ID: nextCode(), 'SisMil ID': nextSismilId() }
  return template + template.replace('\uFEFF', '').replaceAll(/"([^"]*)"/g, (_, label: string) => `"${cells[label] ?? ''}"`)
}

/** What every kind of device has: its list and its files. */
const deviceLists = (resource: keyof typeof deviceFiles): Record<string, Case> => ({
  [`GET /api/${resource}`]: {
    ask: ({ office }) => ({ url: `/api/${resource}?officeId=${office.office_id}` }),
    elsewhere: 'nothing',
    ofSite: true,
  },
  [`GET /api/${resource}/Download`]: { ask: () => ({ url: `/api/${resource}/Download` }), elsewhere: 'nothing', ofSite: true },
  [`GET /api/${resource}/Template`]: { ask: () => ({ url: `/api/${resource}/Template` }), elsewhere: 'own' },
  [`POST /api/${resource}/Import/:officeId`]: {
    ask: ({ office }) => ({ url: `/api/${resource}/Import/${office.office_id}`, ...multipart(['file', devicesFile(resource), 'a.csv']) }),
    elsewhere: 404,
    ofSite: true,
  },
})

const about = (url: (plot: Plot) => string | Promise<string>, payload?: (plot: Plot) => object): Case => ({
  ask: async (plot) => ({ url: await url(plot), ...(payload === undefined ? {} : { payload: payload(plot) }) }),
  elsewhere: 404,
  ofSite: true,
})

/** The entries of the endpoints of devices. */
export const deviceCases: Record<string, Case> = {
  'GET /api/UnregisteredDevice': {
    ask: ({ office }) => ({ url: `/api/UnregisteredDevice?officeId=${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/UnregisteredDevice/Register': {
    ask: ({ office }) => ({
      url: '/api/UnregisteredDevice/Register',
      payload: { officeId: office.office_id, devices: [{ kind: 'vital', serialNumber: '1' }] },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/IngestStatus': about(({ office }) => `/api/IngestStatus?OfficeId=${office.office_id}`),
  'GET /api/IngestStatus/Download': about(async (plot) => {
    await plot.newRefusal()
    return `/api/IngestStatus/Download?OfficeId=${plot.office.office_id}`
  }),
  'POST /api/IngestStatus/Trial': about(
    () => '/api/IngestStatus/Trial',
    ({ office, watcher }) => ({
      officeId: office.office_id,
      reading: { kind: 'heat', device: watcher.serial, at: '2026-07-20T13:00:00+09:00', wbgt: 28.5 },
    }),
  ),
  'PUT /api/IngestStatus/UnreadField': about(
    async (plot) => {
      await plot.newUnreadField()
      return '/api/IngestStatus/UnreadField'
    },
    ({ office }) => ({ officeId: office.office_id, kind: 'heat', field: 'co2', muted: true }),
  ),
  ...deviceLists('Device'),
  // Whom it shows what is in the test of ingestion that fills it.
  'GET /api/Device/HeardElsewhere': { ask: () => ({ url: '/api/Device/HeardElsewhere' }), elsewhere: 'own' },
  'GET /api/Device/DeviceRegistration': about(({ barometer }) => `/api/Device/DeviceRegistration?referenceBarometerId=${barometer.serial}`),
  'POST /api/Device/DeviceRegistration': about(
    ({ barometer, belt }) => `/api/Device/DeviceRegistration?ReferenceID=${barometer.serial}&DeviceIDs=${belt.serial}`,
  ),
  'GET /api/Device/:id': about(({ belt }) => `/api/Device/${belt.serial}`),
  'POST /api/Device': about(
    () => '/api/Device',
    ({ office }) => ({ officeId: office.office_id, deviceType: 2, serialNumber: nextCode() }),
  ),
  'PUT /api/Device': about(
    () => '/api/Device',
    ({ office, belt }) => ({ officeId: office.office_id, deviceType: 2, serialNumber: belt.serial }),
  ),
  'DELETE /api/Device/:id': about(async (plot) => `/api/Device/${(await plot.newDevice('belt')).serial}`),

  ...deviceLists('HeatIndexWatcher'),
  'GET /api/HeatIndexWatcher/:id': about(({ watcher }) => `/api/HeatIndexWatcher/${watcher.serial}`),
  'POST /api/HeatIndexWatcher': about(
    () => '/api/HeatIndexWatcher',
    ({ office }) => ({ officeId: office.office_id, serialNumber: nextSismilId() }),
  ),
  'PUT /api/HeatIndexWatcher': about(
    () => '/api/HeatIndexWatcher',
    ({ office, watcher }) => ({ officeId: office.office_id, serialNumber: watcher.serial }),
  ),
  'PUT /api/HeatIndexWatcher/SetSismilToMap': about(
    () => '/api/HeatIndexWatcher/SetSismilToMap',
    ({ watcher }) => ({ serialNumber: watcher.serial, mapId: null }),
  ),
  'DELETE /api/HeatIndexWatcher/:id': about(async (plot) => `/api/HeatIndexWatcher/${(await plot.newDevice('heat')).serial}`),

  ...deviceLists('Gateway'),
  'GET /api/Gateway/GatewayRegistration': about(({ watcher }) => `/api/Gateway/GatewayRegistration?heatIndexWatcherId=${watcher.serial}`),
  'POST /api/Gateway/GatewayRegistration': about(
    ({ watcher, gateway }) => `/api/Gateway/GatewayRegistration?HeatIndexWatcherId=${watcher.serial}&GatewayIDs=${gateway.serial}`,
  ),
  'GET /api/Gateway/:type/:id': about(({ gateway }) => `/api/Gateway/1/${gateway.serial}`),
  'POST /api/Gateway': about(
    () => '/api/Gateway',
    ({ office }) => ({ officeId: office.office_id, gatewayType: 1, serialNumber: nextCode() }),
  ),
  'PUT /api/Gateway': about(
    () => '/api/Gateway',
    ({ office, gateway }) => ({ officeId: office.office_id, gatewayType: 1, serialNumber: gateway.serial }),
  ),
  'PUT /api/Gateway/SetGatewayToMap': about(
    () => '/api/Gateway/SetGatewayToMap',
    ({ gateway }) => ({ serialNumber: gateway.serial, mapId: null }),
  ),
  'DELETE /api/Gateway/:type/:id': about(async (plot) => `/api/Gateway/1/${(await plot.newDevice('gateway')).serial}`),

  ...deviceLists('ReferenceBarometer'),
  'GET /api/ReferenceBarometer/:id': about(({ barometer }) => `/api/ReferenceBarometer/${barometer.serial}`),
  'GET /api/ReferenceBarometer/:id/Heights': about(({ barometer }) => `/api/ReferenceBarometer/${barometer.serial}/Heights`),
  'POST /api/ReferenceBarometer/:id/ZeroHeights': {
    ask: async (plot) => {
      const { barometer, belt } = await plot.newZeroable()
      return { url: `/api/ReferenceBarometer/${barometer.serial}/ZeroHeights`, payload: { deviceIDs: belt.serial } }
    },
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/ReferenceBarometer': about(
    () => '/api/ReferenceBarometer',
    ({ office }) => ({ officeId: office.office_id, id: nextCode() }),
  ),
  'PUT /api/ReferenceBarometer': about(
    () => '/api/ReferenceBarometer',
    ({ office, barometer }) => ({ officeId: office.office_id, id: barometer.serial }),
  ),
  'PUT /api/ReferenceBarometer/SetSismilToMap': about(
    () => '/api/ReferenceBarometer/SetSismilToMap',
    ({ barometer }) => ({ id: barometer.serial, mapId: null }),
  ),
  'DELETE /api/ReferenceBarometer/:id': about(async (plot) => `/api/ReferenceBarometer/${(await plot.newDevice('barometer')).serial}`),

  'GET /api/Kbn/GatewayType': { ask: () => ({ url: '/api/Kbn/GatewayType' }), elsewhere: 'own' },
  'GET /api/Kbn/deviceType': { ask: () => ({ url: '/api/Kbn/deviceType' }), elsewhere: 'own' },
}

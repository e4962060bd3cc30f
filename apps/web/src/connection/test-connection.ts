import type { ConnectionDetail, ConnectionTrialResult } from '@mimamori/contract/connection'

/** Two DevEUIs of a connection, the second of another model. */
export const east = '24e124713c490108'
export const yard = '24e124713c490113'

const heard = { lastAt: '2026-07-21T13:41:38+09:00', lastRefusal: null }

/** A connection with a mapping of its own, in which two meters and one unknown DevEUI have sent. */
export const busyConnection = (more: Partial<ConnectionDetail> = {}): ConnectionDetail => ({
  id: 'c1',
  officeId: 4,
  officeName: '東雲三丁目',
  companyName: '明和川建設',
  type: 'chirpstack',
  name: '構内 LoRaWAN',
  applicationId: null,
  deviceCount: 2,
  unknownCount: 1,
  createdAt: '2026-07-01T09:00:00+09:00',
  lastAt: '2026-07-21T13:41:38+09:00',
  version: 3,
  mapping: [{ from: 'wbgt', to: 'wbgt', factor: 0.1, offset: null, absentIsZero: false }],
  devices: [
    {
      ...heard,
      devEui: east,
      name: 'wbgt-east',
      kind: 'heat',
      serialNumber: '000108',
      mapping: null,
      isRegistered: true,
      locationName: '東側',
    },
    {
      ...heard,
      devEui: yard,
      name: 'yard',
      kind: 'heat',
      serialNumber: '000103',
      mapping: null,
      isRegistered: true,
      locationName: '資材置場',
    },
  ],
  unknownDevices: [{ ...heard, devEui: '24e124713c490127', name: 'wbgt-gate' }],
  path: '/api/ingest/chirpstack',
  topic: null,
  topicRefusedAt: null,
  ...more,
})

/** What becomes of the last message of a DevEUI, with one value that is mapped. */
export const triedOf = (devEui: string, more: Partial<ConnectionTrialResult> = {}): ConnectionTrialResult => ({
  message: { deviceInfo: { devEui }, time: '2026-07-21T13:41:38+09:00', object: { wbgt: 312, co2: 417 } },
  keptAt: '2026-07-21T13:41:38+09:00',
  devEui,
  name: devEui === east ? 'wbgt-east' : 'yard',
  kind: 'heat',
  serialNumber: devEui === east ? '000108' : '000103',
  at: '2026-07-21T13:41:38+09:00',
  isNetworkTime: true,
  fields: [{ from: 'wbgt', to: 'wbgt', value: 312, isAbsent: false, isHidden: false, result: 31.2, fault: null, isImplausible: false }],
  unread: ['co2'],
  reading: { wbgt: 31.2 },
  outcome: 'accepted',
  reason: null,
  field: null,
  judgesHeat: true,
  ...more,
})

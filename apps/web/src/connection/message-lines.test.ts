import { expect, test } from 'vitest'
import { isWithin, leavesOf, linesOf } from './message-lines.ts'

const message = {
  deviceInfo: { deviceName: 'wbgt-east-02', devEui: '24e124713c490108' },
  fCnt: 18_422,
  rxInfo: [{ rssi: -97, snr: 6.8 }],
  object: { wbgt: 312, ok: true, none: null },
}
const drawn = (open: readonly string[]) =>
  linesOf(message, (path) => open.some((one) => isWithin(one, path))).map(
    ({ depth, key, text, after }) => `${' '.repeat(depth)}${key}${text}${after}`,
  )

test('every single value has a path, those in lists too', () => {
  expect(leavesOf(message).map(({ path, value }) => ({ path, value }))).toEqual([
    { path: 'deviceInfo.deviceName', value: 'wbgt-east-02' },
    { path: 'deviceInfo.devEui', value: '24e124713c490108' },
    { path: 'fCnt', value: 18_422 },
    { path: 'rxInfo.0.rssi', value: -97 },
    { path: 'rxInfo.0.snr', value: 6.8 },
    { path: 'object.wbgt', value: 312 },
    { path: 'object.ok', value: true },
    { path: 'object.none', value: null },
  ])
})

test('parts of interest are drawn line by line, the others on one line', () => {
  expect(drawn(['object.wbgt', 'deviceInfo.devEui'])).toEqual([
    '{',
    ' "deviceInfo": {',
    '  "deviceName": "wbgt-east-02",',
    '  "devEui": "24e124713c490108"',
    ' },',
    ' "fCnt": 18422,',
    ' "rxInfo": [{ "rssi": -97, "snr": 6.8 }],',
    ' "object": {',
    '  "wbgt": 312,',
    '  "ok": true,',
    '  "none": null',
    ' }',
    '}',
  ])
  expect(drawn(['rxInfo.0.rssi']).slice(3, 8)).toEqual([' "rxInfo": [', '  {', '   "rssi": -97,', '   "snr": 6.8', '  }'])
})

test('a part that is too long for a line says so', () => {
  const long = linesOf({ rxInfo: [{ gatewayId: '0016c001f153a14c', uplinkId: 4_217_106_255, rssi: -97, snr: 6.8 }] }, () => false)
  expect(long.map(({ kind, isFolded }) => `${kind} ${isFolded}`)).toEqual(['bracket false', 'part true', 'bracket false'])
  expect(linesOf({}, () => false).map(({ text }) => text)).toEqual(['{}'])
})

import type { CastRole, Scenario, ScenarioPerson } from './scenario.ts'

/** 2026-11-20 21:13:20 in Japan: a winter night, so that only the shifted clock can make it a summer noon. */
export const testAnchorMs = Date.parse('2026-11-20T21:13:20+09:00')

const person = (index: number, change: Partial<ScenarioPerson> = {}): ScenarioPerson => ({
  name: `作業者　${index}`,
  age: 22 + ((index * 7) % 45),
  workLoadClass: 1 + (index % 3),
  acclimatised: index % 9 !== 0,
  fitness: 0.2 + ((index * 3) % 7) / 10,
  vitalSerial: String(20_000 + index),
  groupName: '型枠班',
  homePlace: ['東側 外部足場 4段目', '1F 資材置場', 'A工区 3F', 'A工区 B1F'][index % 4] ?? '1F 資材置場',
  otherPlaces: ['1F 資材置場'],
  ...(index % 4 === 0 ? { beltSerial: `B-${index}` } : {}),
  ...change,
})

/** Somebody who plays a part, at a place. */
export const player = (index: number, cast: CastRole, homePlace: string, change: Partial<ScenarioPerson> = {}): ScenarioPerson =>
  person(index, { name: cast, cast, homePlace, ...change })

/** A small site with one of every device and part. */
export const testScenario = (people = 16): Scenario => ({
  site: { officeId: 1, name: '試験現場', opensAt: '07:30', closesAt: '17:30' },
  assemblyPlace: '1F 資材置場',
  restPlace: '休憩所',
  places: [
    { name: '東側 外部足場 4段目', exposure: 'scaffold', heightMetres: 7.2 },
    { name: '1F 資材置場', exposure: 'yard', heightMetres: 0 },
    { name: 'A工区 3F', exposure: 'shade', heightMetres: 9 },
    { name: 'A工区 B1F', exposure: 'indoor', heightMetres: 0 },
    { name: '休憩所', exposure: 'cooled', heightMetres: 0 },
  ],
  gateways: ['東側 外部足場 4段目', '1F 資材置場', 'A工区 3F', 'A工区 B1F', '休憩所'].map((place, index) => ({
    serial: `GW-0${index + 1}`,
    place,
    latitude: 35.64 + index / 10_000,
    longitude: 139.79,
  })),
  watchers: [
    { serial: '000101', place: '東側 外部足場 4段目', exposure: 'scaffold' },
    { serial: '000102', place: '1F 資材置場', exposure: 'yard', silentFromMinutes: -20 },
    { serial: '000103', place: '1F 資材置場', exposure: 'shade', isDry: true },
  ],
  barometers: [{ serial: 'RB-1', place: '1F 資材置場' }],
  people: [
    ...Array.from({ length: people }, (_, index) => person(index)),
    player(101, 'emergency', '東側 外部足場 4段目', { age: 58 }),
    player(102, 'danger', '東側 外部足場 4段目', { age: 35 }),
    player(103, 'vigilance', 'A工区 B1F', { age: 24 }),
    player(104, 'caution', 'A工区 B1F', { age: 47 }),
    player(105, 'caller', 'A工区 3F'),
    player(106, 'silent', 'A工区 3F'),
    player(107, 'dataLost', 'A工区 3F', { age: 55 }),
    player(108, 'noHeartRate', 'A工区 B1F'),
    player(109, 'lowBattery', 'A工区 3F'),
    player(110, 'unhooked', '東側 外部足場 4段目', { beltSerial: 'B-110' }),
    player(111, 'emergency', '1F 資材置場', { castDaysAgo: 1 }),
    person(120, { name: '夜勤', shift: 'night' }),
  ],
})

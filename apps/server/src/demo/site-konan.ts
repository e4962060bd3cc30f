import type { SitePlan } from './site-plan.ts'

const scaffold = '北側 外部足場 2段目'
const roof = '屋上 空調基礎'
const dock = '搬入口'
const servers = '2F サーバー室'
const power = '2F 電気室'
const rest = '休憩所'

/** Site 3 of the demo: another company's, so that what one tenant must not see of another can be tried. */
export const konan: SitePlan = {
  companyCode: 'TWK',
  baseCode: 'KN-01',
  name: '港南二丁目 データセンター改修工事',
  latitude: 35.6297,
  longitude: 139.7436,
  turn: 8,
  emergencyPhone: '03-5550-0300',
  hospital: ['港南記念病院', '03-5555-0319'],
  address: '港区港南2丁目　データセンターの改修工事　搬入口',
  publicStation: '44132',
  firstVital: 12_001,
  assemblyPlace: dock,
  restPlace: rest,
  baseAdmin: { login: 'other-base-admin', name: ['永井　由紀', 'ナガイ　ユキ'] },
  maps: [
    {
      locationName: '本館',
      floor: '2F',
      type: 1,
      picture: { file: 'konan-2f', metres: 55.8 },
      ground: { corner: [-28, 17], across: [55.8, 0], down: [0, -35.8] },
    },
    {
      locationName: '北面',
      floor: '足場・屋上・搬入口',
      type: 1,
      picture: { file: 'konan-north', metres: 31 },
      ground: { corner: [15.3, 14], across: [-31, 0], down: [0, 0] },
    },
    { locationName: '敷地', floor: '', type: 2, middle: [0, -10] },
  ],
  watchers: [
    { serial: '000301', name: '北側 外部足場', exposure: 'shade', map: 1, x: 66, y: 69.5 },
    { serial: '000302', name: '屋上', exposure: 'roof', map: 1, x: 42, y: 31 },
    { serial: '000303', name: '搬入口', exposure: 'yard', map: 1, x: 75, y: 71 },
    { serial: '000304', name: '2F サーバー室', exposure: 'indoor', map: 0, x: 60, y: 26 },
    { serial: '000305', name: '休憩所（冷房）', exposure: 'cooled', map: 0, x: 90, y: 64 },
  ],
  barometers: [{ serial: 'RB-1', name: '搬入口 守衛室', place: dock, map: 2, x: 55, y: 66 }],
  places: [
    { name: servers, gateway: 'GW-01', gatewayType: 1, watcher: 3, map: 0, x: 45, y: 36 },
    { name: power, gateway: 'GW-02', gatewayType: 2, watcher: 3, map: 0, x: 17, y: 70 },
    { name: scaffold, gateway: 'GW-03', gatewayType: 1, watcher: 0, heightMetres: 3.6, map: 1, x: 32, y: 58 },
    { name: roof, gateway: 'GW-04', gatewayType: 2, watcher: 1, map: 1, x: 50, y: 31 },
    { name: dock, gateway: 'GW-05', gatewayType: 1, watcher: 2, map: 1, x: 82, y: 77 },
    { name: rest, gateway: 'GW-06', gatewayType: 2, watcher: 4, map: 0, x: 84, y: 72 },
  ],
  groups: [
    {
      name: '足場班',
      affiliation: '港南鳶',
      size: 8,
      homes: [scaffold],
      others: [dock],
      effort: 2,
      belts: true,
      named: [{ name: ['熊谷　力', 'クマガイ　チカラ'], age: 53, post: 'leader' }],
    },
    {
      name: '揚重班',
      affiliation: '芝浦運輸',
      size: 6,
      homes: [dock, roof],
      effort: 2,
      named: [
        { name: ['浜田　勝也', 'ハマダ　カツヤ'], age: 45, post: 'leader' },
        { name: ['片山　純平', 'カタヤマ　ジュンペイ'], age: 32, home: dock, cast: 'danger' },
      ],
    },
    {
      name: '設備班',
      affiliation: '空衛設備',
      size: 8,
      homes: [servers],
      effort: 2,
      named: [
        { name: ['本間　徹', 'ホンマ　トオル'], age: 50, post: 'leader' },
        { name: ['関　俊介', 'セキ　シュンスケ'], age: 41, cast: 'caution' },
        { name: ['秋山　恵一', 'アキヤマ　ケイイチ'], age: 56, cast: 'noHeartRate' },
      ],
    },
    {
      name: '電気班',
      affiliation: '東光電工舎',
      size: 8,
      homes: [power, servers],
      effort: 1,
      metabolicClass: 1,
      named: [
        { name: ['大野　慎吾', 'オオノ　シンゴ'], age: 47, post: 'leader' },
        { name: ['荒木　渚', 'アラキ　ナギサ'], age: 29, gender: 2, cast: 'vigilance' },
      ],
    },
  ],
}

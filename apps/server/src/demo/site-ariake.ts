import type { Ground, PlanPicture, SitePlan } from './site-plan.ts'

const scaffold = '西側 外部足場 3段目'
const roof = '屋上 防水'
const yard = '資材置場'
const rooms = '5F 内装'
const pipes = '2F 配管スペース'
const rest = '休憩所'

const floorOfFlats: PlanPicture = { file: 'ariake-floor', metres: 75 }
const house: Ground = { corner: [-35.5, 13], across: [75, 0], down: [0, -32] }

/** Site 2 of the demo: smaller, of the same company; it sends over MQTT. */
export const ariake: SitePlan = {
  companyCode: 'MGW',
  baseCode: 'AR-02',
  name: '有明北 集合住宅新築工事',
  latitude: 35.6389,
  longitude: 139.7922,
  turn: -12,
  emergencyPhone: '03-5550-0200',
  hospital: ['有明中央病院', '03-5555-0219'],
  address: '江東区有明1丁目　集合住宅の工事現場　南ゲート',
  publicStation: '44132',
  firstVital: 11_001,
  assemblyPlace: yard,
  restPlace: rest,
  baseAdmin: { login: 'AR-02-1', name: ['松井　英明', 'マツイ　ヒデアキ'] },
  maps: [
    { locationName: '住棟', floor: '5F', type: 1, picture: floorOfFlats, ground: house },
    { locationName: '住棟', floor: '2F', type: 1, picture: floorOfFlats, ground: house },
    {
      locationName: '住棟',
      floor: '屋上・西側足場',
      type: 3,
      picture: { file: 'ariake-roof', metres: 65 },
      ground: { corner: [-32.5, 10.5], across: [65, 0], down: [0, -21] },
    },
    {
      locationName: '外構',
      floor: '1F',
      type: 1,
      picture: { file: 'ariake-yard', metres: 99.2 },
      ground: { corner: [-61.6, 15.2], across: [99.2, 0], down: [0, -60.8] },
    },
    { locationName: '現場全体', floor: '', type: 2, middle: [-12, -15] },
  ],
  watchers: [
    { serial: '000201', name: '西側 外部足場', exposure: 'roof', map: 2, x: 4.4, y: 26 },
    { serial: '000202', name: '屋上', exposure: 'roof', map: 2, x: 24, y: 30 },
    { serial: '000203', name: '資材置場', exposure: 'yard', map: 3, x: 30, y: 48 },
    { serial: '000204', name: '5F 内装', exposure: 'shade', map: 0, x: 62, y: 30 },
    { serial: '000205', name: '2F 配管スペース', exposure: 'indoor', map: 1, x: 12, y: 72 },
    { serial: '000206', name: '休憩所（冷房）', exposure: 'cooled', map: 3, x: 89, y: 43 },
  ],
  barometers: [{ serial: 'RB-1', name: '資材置場 詰所', place: yard, map: 4, x: 40.4, y: 61.4 }],
  places: [
    { name: rooms, gateway: 'GW-01', gatewayType: 1, watcher: 3, map: 0, x: 37, y: 31 },
    { name: pipes, gateway: 'GW-02', gatewayType: 2, watcher: 4, map: 1, x: 15, y: 69 },
    { name: scaffold, gateway: 'GW-03', gatewayType: 1, watcher: 0, heightMetres: 5.4, map: 2, x: 4.4, y: 54 },
    { name: roof, gateway: 'GW-04', gatewayType: 2, watcher: 1, map: 2, x: 48, y: 50 },
    { name: yard, gateway: 'GW-05', gatewayType: 1, watcher: 2, map: 3, x: 17, y: 36 },
    { name: rest, gateway: 'GW-06', gatewayType: 2, watcher: 5, map: 3, x: 85, y: 46 },
  ],
  groups: [
    {
      name: '足場班',
      affiliation: '有明鳶工業',
      size: 8,
      homes: [yard, scaffold],
      effort: 2,
      belts: true,
      named: [
        { name: ['岡本　猛', 'オカモト　タケシ'], age: 48, post: 'leader', home: scaffold },
        { name: ['Lama　Santosh', 'ラマ　サントス'], age: 28, language: 'ne', login: 'worker-ne', home: scaffold, cast: 'unhooked' },
      ],
    },
    {
      name: '型枠班',
      affiliation: '三協型枠',
      size: 8,
      homes: [rooms, roof],
      effort: 2,
      named: [
        { name: ['柴田　浩一', 'シバタ　コウイチ'], age: 54, post: 'leader', home: rooms },
        { name: ['市川　大樹', 'イチカワ　ダイキ'], age: 34, home: rooms, cast: 'caller' },
        { name: ['酒井　豊', 'サカイ　ユタカ'], age: 61, home: rooms, cast: 'emergency', castDaysAgo: 1 },
      ],
    },
    {
      name: '設備班',
      affiliation: '大南設備',
      size: 7,
      homes: [pipes],
      effort: 2,
      named: [
        { name: ['小松　敦', 'コマツ　アツシ'], age: 43, post: 'leader', home: pipes },
        { name: ['Mark　Reyes', 'マーク　レイエス'], age: 25, language: 'en', login: 'worker-en', home: pipes, cast: 'vigilance' },
        { name: ['河野　博', 'コウノ　ヒロシ'], age: 50, home: pipes, cast: 'caution' },
      ],
    },
    {
      name: '電気班',
      affiliation: '光洋電設',
      size: 7,
      homes: [pipes, rooms],
      effort: 1,
      metabolicClass: 1,
      named: [
        { name: ['本田　幸子', 'ホンダ　サチコ'], age: 42, gender: 2, post: 'leader', home: rooms },
        { name: ['安田　圭', 'ヤスダ　ケイ'], age: 37, home: pipes, cast: 'noHeartRate' },
      ],
    },
  ],
}

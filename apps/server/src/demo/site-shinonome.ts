import type { Ground, SitePlan } from './site-plan.ts'

const scaffold4 = '東側 外部足場 4段目'
const scaffold2 = '東側 外部足場 2段目'
const northScaffold = '北側 外部足場 3段目'
const roofSlab = 'B工区 屋上 スラブ配筋'
const roofEdge = 'B工区 屋上 パラペット'
const yard = '1F 資材置場'
const partitions = 'A工区 2F 間仕切'
const stairs = 'A工区 2F 階段'
const substation = '1F 受変電室'
const crane = '1F クレーン運転席'
const corridor = 'A工区 3F 南側通路'
const columns = 'A工区 3F 柱配筋'
const beams = 'A工区 3F 梁型枠'
const shaft = 'A工区 3F EPS'
const pit = 'A工区 B1F ピット'
const machines = 'A工区 B1F 機械室'
const gate = '正面ゲート'
const rest = '休憩所'

// Its floors lie above one another.
const buildingA: Ground = { corner: [-15.4, 18], across: [65, 0], down: [0, -37.5] }

/** Site 1 of the demo, in full: the places and people of the pictures of the console. */
export const shinonome: SitePlan = {
  companyCode: 'MGW',
  baseCode: 'SN-01',
  name: '東雲三丁目 物流施設新築工事',
  latitude: 35.6412,
  longitude: 139.8036,
  turn: 24,
  emergencyPhone: '03-5550-0100',
  hospital: ['臨海総合病院', '03-5555-0119'],
  address: '江東区東雲3丁目　物流施設の工事現場　正面ゲート',
  publicStation: '44132',
  firstVital: 10_451,
  assemblyPlace: yard,
  restPlace: rest,
  baseAdmin: { login: 'base-admin', name: ['山岸　恵子', 'ヤマギシ　ケイコ'] },
  maps: [
    { locationName: 'A工区', floor: '3F', type: 1, picture: { file: 'shinonome-a-3f', metres: 65 }, ground: buildingA },
    { locationName: 'A工区', floor: '2F', type: 1, picture: { file: 'shinonome-a-2f', metres: 65 }, ground: buildingA },
    {
      locationName: '東側 外部足場',
      floor: '1〜5段',
      type: 1,
      picture: { file: 'shinonome-east-scaffold', metres: 31 },
      ground: { corner: [42.5, -15.35], across: [0, 31], down: [0, 0] },
    },
    {
      locationName: '北側 外部足場',
      floor: '1〜4段',
      type: 1,
      picture: { file: 'shinonome-north-scaffold', metres: 31 },
      ground: { corner: [17.95, 14.5], across: [-31, 0], down: [0, 0] },
    },
    {
      locationName: 'B工区',
      floor: '屋上',
      type: 3,
      picture: { file: 'shinonome-b-roof', metres: 47.92 },
      ground: { corner: [-66.1, 16.4], across: [47.92, 0], down: [0, -33.33] },
    },
    { locationName: 'A工区', floor: 'B1F', type: 1, picture: { file: 'shinonome-a-b1f', metres: 65 }, ground: buildingA },
    {
      locationName: '資材置場・休憩所',
      floor: '1F',
      type: 1,
      picture: { file: 'shinonome-yard', metres: 107.1 },
      ground: { corner: [-64, -16], across: [107.1, 0], down: [0, -54.3] },
    },
    { locationName: '現場全体', floor: '', type: 2, middle: [-11, -27] },
  ],
  watchers: [
    { serial: '000101', name: '東側 外部足場', exposure: 'scaffold', map: 2, x: 58, y: 50 },
    { serial: '000102', name: 'B工区 屋上', exposure: 'roof', map: 4, x: 44, y: 66 },
    { serial: '000103', name: '1F 資材置場', exposure: 'yard', map: 6, x: 36, y: 68 },
    { serial: '000104', name: 'A工区 3F 南側', exposure: 'shade', map: 0, x: 57, y: 66 },
    { serial: '000105', name: 'A工区 B1F ピット', exposure: 'indoor', map: 5, x: 28, y: 62 },
    { serial: '000106', name: '休憩所（冷房）', exposure: 'cooled', map: 6, x: 92, y: 19 },
    { serial: '000107', name: '北側 外部足場', exposure: 'shade', isDry: true, map: 3, x: 66, y: 56 },
  ],
  barometers: [
    { serial: 'RB-1', name: '1F 資材置場 詰所前', place: yard, map: 7, x: 35.2, y: 58.1 },
    { serial: 'RB-2', name: 'B工区 階段室', place: yard, map: 4, x: 88, y: 19, silentFromMinutes: -41 },
  ],
  places: [
    { name: columns, gateway: 'GW-01', gatewayType: 1, watcher: 3, map: 0, x: 24, y: 23 },
    { name: corridor, gateway: 'GW-02', gatewayType: 2, watcher: 3, map: 0, x: 50, y: 76 },
    { name: beams, gateway: 'GW-03', gatewayType: 2, watcher: 3, map: 0, x: 73, y: 68 },
    { name: shaft, gateway: 'GW-04', gatewayType: 2, watcher: 3, map: 0, x: 21, y: 49 },
    { name: scaffold4, gateway: 'GW-05', gatewayType: 1, watcher: 0, heightMetres: 7.2, map: 2, x: 72, y: 39 },
    { name: scaffold2, gateway: 'GW-06', gatewayType: 2, watcher: 0, heightMetres: 3.6, map: 2, x: 38, y: 60.5 },
    { name: stairs, gateway: 'GW-07', gatewayType: 2, watcher: 3, map: 1, x: 39, y: 50, silentFromMinutes: -26 },
    { name: northScaffold, gateway: 'GW-08', gatewayType: 2, watcher: 6, heightMetres: 5.4, map: 3, x: 40, y: 44 },
    { name: roofSlab, gateway: 'GW-09', gatewayType: 1, watcher: 1, map: 4, x: 28, y: 44 },
    { name: roofEdge, gateway: 'GW-10', gatewayType: 2, watcher: 1, heightMetres: 12.4, map: 4, x: 90, y: 47 },
    { name: pit, gateway: 'GW-11', gatewayType: 1, watcher: 4, map: 5, x: 17, y: 50 },
    { name: machines, gateway: 'GW-12', gatewayType: 2, watcher: 4, map: 5, x: 80, y: 28 },
    { name: yard, gateway: 'GW-13', gatewayType: 1, watcher: 2, map: 6, x: 20, y: 37 },
    { name: substation, gateway: 'GW-14', gatewayType: 2, watcher: 2, map: 6, x: 62, y: 80 },
    { name: rest, gateway: 'GW-15', gatewayType: 2, watcher: 5, map: 6, x: 85, y: 31 },
    { name: crane, gateway: 'GW-16', gatewayType: 2, watcher: 2, map: 6, x: 41.3, y: 42 },
    { name: gate, gateway: 'GW-17', gatewayType: 1, watcher: 2, map: 6, x: 47.5, y: 78 },
    { name: partitions, gateway: 'GW-18', gatewayType: 1, watcher: 3, map: 1, x: 73, y: 48 },
  ],
  groups: [
    {
      name: '足場班',
      affiliation: '東鳶興業',
      size: 10,
      homes: [northScaffold],
      others: [yard],
      effort: 2,
      belts: true,
      named: [
        { name: ['岩本　鉄男', 'イワモト　テツオ'], age: 51, post: 'leader', login: 'leader' },
        { name: ['川口　涼', 'カワグチ　リョウ'], age: 39, post: 'subLeader', login: 'subleader' },
        { name: ['大久保　義男', 'オオクボ　ヨシオ'], age: 63, home: scaffold2, login: 'worker' },
        { name: ['佐々木　隆', 'ササキ　タカシ'], age: 58, home: scaffold4, cast: 'emergency' },
        { name: ['江口　陸', 'エグチ　リク'], age: 30, home: northScaffold, cast: 'unhooked' },
        { name: ['渡邉　浩二', 'ワタナベ　コウジ'], age: 57 },
      ],
    },
    {
      name: '鉄筋班',
      affiliation: '協栄鉄筋工業',
      size: 10,
      homes: [columns, roofSlab, columns],
      effort: 2,
      named: [
        { name: ['Nguyễn　Văn　An', 'グエン　ヴァン　アン'], age: 27, language: 'vi', login: 'worker-vi', home: roofSlab, cast: 'danger' },
        { name: ['小野寺　亮', 'オノデラ　リョウ'], age: 44, home: roofSlab, post: 'leader' },
        { name: ['三浦　大地', 'ミウラ　ダイチ'], age: 36, home: columns, cast: 'emergency', castDaysAgo: 1 },
        { name: ['石黒　拓', 'イシグロ　タク'], age: 29, home: columns },
      ],
    },
    {
      name: '型枠班',
      affiliation: '三協型枠',
      size: 10,
      homes: [beams, corridor],
      effort: 2,
      named: [
        { name: ['髙橋　誠', 'タカハシ　マコト'], age: 52, home: roofEdge, post: 'leader', barometer: 'RB-2' },
        {
          name: ['Phạm　Thị　Thùy　Linh', 'ファム　ティ　トゥイ　リン'],
          age: 24,
          gender: 2,
          language: 'vi',
          home: corridor,
          cast: 'caution',
        },
        { name: ['﨑山　直樹', 'サキヤマ　ナオキ'], age: 55, home: corridor, cast: 'dataLost' },
        { name: ['Budi　Santoso', 'ブディ　サントソ'], age: 22, language: 'id', login: 'worker-id', home: beams },
        { name: ['長谷川　修', 'ハセガワ　オサム'], age: 60, home: beams, returns: true },
        { name: ['村上　和也', 'ムラカミ　カズヤ'], age: 41, home: beams, cast: 'emergency', castDaysAgo: 2 },
      ],
    },
    {
      name: '揚重班',
      affiliation: '臨海重機',
      size: 7,
      homes: [yard],
      effort: 2,
      named: [
        { name: ['馬場　昭彦', 'ババ　アキヒコ'], age: 49, home: yard },
        { name: ['西田　光', 'ニシダ　ヒカル'], age: 31, home: yard, post: 'leader' },
        { name: ['工藤　聡', 'クドウ　サトシ'], age: 48, home: crane, metabolicClass: 1 },
      ],
    },
    {
      name: '設備班',
      affiliation: '大南設備',
      size: 9,
      homes: [pit, machines],
      effort: 2,
      named: [
        { name: ['野村　一郎', 'ノムラ　イチロウ'], age: 51, home: pit, post: 'leader' },
        { name: ['福田　勇気', 'フクダ　ユウキ'], age: 47, home: pit, cast: 'caution' },
        { name: ['平田　健', 'ヒラタ　ケン'], age: 33, home: pit, cast: 'vigilance' },
        { name: ['菊地　翼', 'キクチ　ツバサ'], age: 26, home: machines, cast: 'silent' },
        { name: ['松永　弘樹', 'マツナガ　ヒロキ'], age: 35, home: machines, cast: 'noHeartRate' },
      ],
    },
    {
      name: '電気班',
      affiliation: '光洋電設',
      size: 8,
      homes: [shaft, substation, partitions],
      effort: 1,
      metabolicClass: 1,
      named: [
        { name: ['木下　真由美', 'キノシタ　マユミ'], age: 45, gender: 2, home: substation, post: 'leader' },
        { name: ['安藤　純', 'アンドウ　ジュン'], age: 38, home: shaft, cast: 'lowBattery' },
      ],
    },
    {
      name: '誘導班',
      affiliation: '港北警備サービス',
      size: 6,
      homes: [gate],
      others: [yard],
      effort: 1,
      metabolicClass: 1,
      named: [
        { name: ['田所　明', 'タドコロ　アキラ'], age: 62, home: gate, post: 'leader' },
        { name: ['上野　太一', 'ウエノ　タイチ'], age: 40, home: gate, login: 'worker-new', consent: 'due' },
        { name: ['五十嵐　実', 'イガラシ　ミノル'], age: 59, home: gate, shift: 'night' },
        { name: ['土屋　孝', 'ツチヤ　タカシ'], age: 46, home: gate, shift: 'night' },
      ],
    },
  ],
}

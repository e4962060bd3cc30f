import { admins, leaders, type Role } from './role.ts'

const serviceAdmin = ['AdminUnitService'] as const
const unitAdmins = ['AdminUnitService', 'AdminUnitContract'] as const
const responders = [...admins, ...leaders] as const
const everybody = [...responders, 'User'] as const

type Declaration = {
  readonly path: `/${string}`
  readonly title: string
  /** Who may open it. Apart from the menu, since an admin follows links to screens that are not in their menu. */
  readonly roles: readonly Role[]
  /** Not built yet: it has its place in the menu and its roles, and no route. */
  readonly planned?: true
}

/** Every screen of the console: its address, its name and who may open it. What an address may hold beside the path is in `screen-search.ts`. */
export const screens = {
  /** Open to people who are not signed in. */
  login: { path: '/login', title: 'ログイン', roles: [] },
  home: { path: '/home', title: 'ホーム', roles: everybody },
  /** What a new site still needs. Home shows it until the first reading of a worker has come. */
  firstSteps: { path: '/first-steps', title: 'はじめに', roles: admins },
  account: { path: '/user', title: 'アカウント', roles: everybody },
  accountSecurity: { path: '/account-security', title: 'ログインの管理', roles: everybody },
  myData: { path: '/my-data', title: '自分のデータ', roles: everybody },
  changePassword: { path: '/change-password', title: 'パスワードの変更', roles: everybody },

  conditionList: { path: '/physical-condition/list', title: '体調一覧', roles: responders },
  conditionDetail: { path: '/physical-condition/detail', title: '体調詳細', roles: everybody },
  beltList: { path: '/safety-belt/list', title: '安全帯一覧', roles: admins },
  /** Administrators of several sites come by a link, with the site in it. */
  deviceHandout: { path: '/device-handout', title: '貸出・返却', roles: responders },
  morningCheck: {
    path: '/morning-check',
    title: '朝礼チェック',
    roles: ['HeadquartersAdmin', ...leaders] as const,
  },
  rest: { path: '/rest', title: '休憩', roles: responders },
  plan: { path: '/plan', title: 'あすの計画', roles: responders },
  /** The reporting line, the procedures, and who was briefed of them. Administrators of several sites choose one. */
  duty: { path: '/duty', title: '体制と周知', roles: responders },
  mapList: {
    path: '/map/list',
    title: 'マップ',
    roles: admins,
  },
  mapSetting: { path: '/map/setting', title: 'マップ設定', roles: admins },
  mapDevices: { path: '/map/$id/device', title: '機器の配置', roles: admins },
  /** Leaders come by a link and see their own group. */
  mapDetail: {
    path: '/map/detail/$id',
    title: 'マップ詳細',
    roles: responders,
  },
  alertList: { path: '/alert/list', title: 'アラート一覧', roles: unitAdmins },
  alertLoad: { path: '/alert/load', title: '通知の量', roles: admins },
  operation: { path: '/operation', title: '稼働状況', roles: serviceAdmin },
  alertRecord: { path: '/alert/record/$id', title: 'アラートの記録', roles: responders },

  companyList: {
    path: '/company/list',
    title: '会社',
    roles: serviceAdmin,
  },
  companyCreate: { path: '/company/create/new', title: '会社を追加', roles: serviceAdmin },
  /** One form for a company with its first site, that site's administrator and its key. */
  companyStart: { path: '/company/start', title: '会社を始める', roles: serviceAdmin },
  companyEdit: { path: '/company/edit/$id', title: '会社を編集', roles: serviceAdmin },

  serviceAdminList: { path: '/admin-unit-service/list', title: 'サービス管理者', roles: serviceAdmin },
  serviceAdminCreate: { path: '/admin-unit-service/create/new', title: 'サービス管理者を追加', roles: serviceAdmin },
  serviceAdminEdit: { path: '/admin-unit-service/edit/$id', title: 'サービス管理者を編集', roles: serviceAdmin },
  serviceAdminImport: { path: '/admin-unit-service/inputFile', title: 'サービス管理者のファイル取込', roles: serviceAdmin },

  contractAdminList: { path: '/admin-unit-contract/list', title: '契約管理者', roles: serviceAdmin },
  contractAdminCreate: { path: '/admin-unit-contract/create/new', title: '契約管理者を追加', roles: serviceAdmin },
  contractAdminEdit: { path: '/admin-unit-contract/edit/$id', title: '契約管理者を編集', roles: serviceAdmin },
  contractAdminView: { path: '/admin-unit-contract/view/$id', title: '契約管理者の詳細', roles: serviceAdmin },
  contractAdminImport: { path: '/admin-unit-contract/inputFile', title: '契約管理者のファイル取込', roles: serviceAdmin },

  officeList: {
    path: '/header-quaters/list',
    title: '拠点',
    roles: unitAdmins,
  },
  officeCreate: { path: '/header-quaters/create/new', title: '拠点を追加', roles: unitAdmins },
  officeEdit: { path: '/header-quaters/edit/$id', title: '拠点を編集', roles: unitAdmins },
  officeView: { path: '/header-quaters/view/$id', title: '拠点の詳細', roles: unitAdmins },

  baseAdminList: { path: '/base-admin/list', title: '拠点管理者', roles: unitAdmins },
  baseAdminCreate: { path: '/base-admin/create/new', title: '拠点管理者を追加', roles: unitAdmins },
  baseAdminEdit: { path: '/base-admin/edit/$id', title: '拠点管理者を編集', roles: unitAdmins },
  baseAdminView: { path: '/base-admin/view/$id', title: '拠点管理者の詳細', roles: unitAdmins },
  baseAdminImport: { path: '/base-admin/inputfile', title: '拠点管理者のファイル取込', roles: unitAdmins },

  workerList: {
    path: '/worker/list',
    title: '作業者',
    roles: admins,
  },
  workerCreate: { path: '/worker/create', title: '作業者を追加', roles: admins },
  workerEdit: { path: '/worker/edit/$id', title: '作業者を編集', roles: admins },
  /** Whose data is to be erased, or was: people of any role, deleted ones too. */
  personErasure: { path: '/person/erasure/$id', title: '個人データの消去', roles: unitAdmins },
  workerImport: { path: '/worker/inputfile', title: '作業者のファイル取込', roles: admins },

  groupList: { path: '/group/list', title: 'グループ', roles: admins },
  groupCreate: { path: '/group/create/new', title: 'グループを追加', roles: admins },
  groupEdit: { path: '/group/edit/$id', title: 'グループを編集', roles: admins },
  groupView: { path: '/group/view/$id', title: 'グループの詳細', roles: admins },
  groupImport: { path: '/group/inputfile', title: 'グループのファイル取込', roles: admins },
  groupMembers: { path: '/grouplead/list', title: 'グループのメンバー', roles: leaders },

  heatWatcherList: { path: '/heat-index-watcher/list', title: '暑さ指数計', roles: admins },
  heatWatcherCreate: { path: '/heat-index-watcher/create/new', title: '暑さ指数計を追加', roles: admins },
  heatWatcherEdit: { path: '/heat-index-watcher/edit/$serialNumber', title: '暑さ指数計を編集', roles: admins },
  heatWatcherImport: { path: '/heat-index-watcher/inputfile', title: '暑さ指数計のファイル取込', roles: admins },

  gatewayList: { path: '/gateway/list', title: '親機・子機', roles: admins },
  gatewayCreate: { path: '/gateway/create/new', title: '親機・子機を追加', roles: admins },
  gatewayEdit: {
    path: '/gateway/edit/$serialNumber',
    title: '親機・子機を編集',
    roles: admins,
  },
  gatewayImport: { path: '/gateway/inputfile', title: '親機・子機のファイル取込', roles: admins },

  vitalDeviceList: { path: '/vital-device/list', title: '体調デバイス', roles: admins },
  vitalDeviceCreate: {
    path: '/vital-device/create/new',
    title: '体調デバイスを追加',
    roles: admins,
  },
  vitalDeviceEdit: {
    path: '/vital-device/edit/$serialNumber',
    title: '体調デバイスを編集',
    roles: admins,
  },
  vitalDeviceImport: { path: '/vital-device/inputfile', title: '体調デバイスのファイル取込', roles: admins },

  barometerList: { path: '/ReferenceBarometer', title: '気圧基準器', roles: admins },
  barometerCreate: { path: '/ReferenceBarometer/new', title: '気圧基準器を追加', roles: admins },
  barometerEdit: { path: '/ReferenceBarometer/edit/$id', title: '気圧基準器を編集', roles: admins },
  barometerImport: { path: '/ReferenceBarometer/inputfile', title: '気圧基準器のファイル取込', roles: admins },

  deviceSetting: { path: '/setting-new-device', title: '新型機器設定', roles: admins },

  /** Open to everybody with a link, too: see `wallboard.ts`. */
  /** Opened by a link that follows the #, without sign-in. */
  gateCheck: { path: '/gate-check', title: '門の朝礼チェック', roles: [] as const },
  wallboard: {
    path: '/wallboard',
    title: '現場ボード',
    roles: admins,
  },
  wallboardLinks: { path: '/wallboard-link/list', title: '現場ボードの設置', roles: admins },

  posterLinks: { path: '/poster-link/list', title: '現場の掲示', roles: admins },

  report: { path: '/report', title: 'レポート', roles: admins },
  safetySummary: {
    path: '/report/summary',
    title: '熱中症対策 月次まとめ',
    roles: admins,
  },
  logbook: {
    path: '/report/logbook',
    title: '暑さ指数記録簿',
    roles: admins,
  },
  reportScheduleList: { path: '/report/schedule', title: 'レポートの定期送信', roles: admins },
  drillList: { path: '/drill/list', title: '訓練', roles: admins },
  /** The screens of 接続: what a site's senders send, and how others' systems are connected. */
  ingestStatus: { path: '/ingest-status', title: '受信の状況', roles: admins },
  connection: { path: '/connection', title: '連携', roles: admins },
  apiToken: { path: '/api-token', title: '外部からの読み取り', roles: unitAdmins },
  auditLog: {
    path: '/audit-log/list',
    title: '操作の記録',
    roles: unitAdmins,
  },
  companySetting: {
    path: '/master-setting-unit-contract',
    title: '契約単位マスター設定',
    roles: unitAdmins,
  },
  /** Reached from the company's master settings. */
  identityProvider: {
    path: '/master-setting-unit-contract/identity-provider',
    title: 'シングルサインオン',
    roles: unitAdmins,
  },
  /** The screens of 通知: where notices go, how many they are, which mails were sent. */
  notificationChannel: { path: '/notification-channel', title: '通知先', roles: admins },
  dutyRota: { path: '/duty-rota', title: '担当表', roles: responders },
  channelDeliveries: { path: '/notification-channel/$id/delivery', title: '送った記録', roles: admins },
  outboxMailList: {
    path: '/outbox-mail/list',
    title: '送信メール',
    roles: admins,
  },
  /** The list of sites links here for those who see several. */
  officeSetting: {
    path: '/master-setting-headquaters',
    title: 'マスター設定',
    roles: admins,
  },
} as const satisfies Record<string, Declaration>

export type ScreenName = keyof typeof screens
export type Screen<Name extends ScreenName = ScreenName> = (typeof screens)[Name]

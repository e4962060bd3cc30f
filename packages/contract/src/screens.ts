import { z } from 'zod'
import { auditParts } from './audit-log.ts'
import { DeviceType } from './device.ts'
import { GatewayType } from './gateway.ts'
import { mailStates } from './alert-record.ts'
import { logbookUnits } from './logbook.ts'
import { archivedFilters } from './office.ts'
import { planSearch, proposedHeat } from './plan-search.ts'
import { ReportDate, reportSearch } from './report-search.ts'
import {
  alertFilters,
  apiTokenFilters,
  beltFilters,
  channelFilters,
  deliveryFilters,
  conditionFilters,
  conditionOf,
  deviceChoice,
  oneDuty,
  rotaWeek,
  siteDays,
  WrittenTime,
} from './screen-search.ts'
import { admins, leaders, type Role, workerRoles } from './role.ts'
import { handoutSearch } from './wear.ts'
import { Day, Month, wireInteger } from './wire.ts'

/** What of an address is meant as a date: where it is none, the screen says so and leaves it out. */
export const dateSchemas: ReadonlySet<z.ZodType> = new Set<z.ZodType>([Day, Month, WrittenTime, ReportDate])

const serviceAdmin = ['AdminUnitService'] as const
const unitAdmins = ['AdminUnitService', 'AdminUnitContract'] as const
const responders = [...admins, ...leaders] as const
const everybody = [...responders, 'User'] as const

const oneSite = z.object({ OfficeId: wireInteger(1) })
const oneOffice = z.object({ officeId: wireInteger(1) })
/** The site that a form is asked for, in the spelling of the customer's own links; `OfficeCode` is its base code. */
export const officeSearch = z.object({ OfficeId: wireInteger(1), OfficeValue: z.string(), OfficeCode: z.string() })
/** The form of a new device, and its number where it sends already. */
export const newDeviceSearch = officeSearch.extend({ SerialNumber: z.coerce.string() })
/** `isDeleted` 1: those who were deleted. */
const people = z.object({ companyId: wireInteger(1), fullName: z.string(), isDeleted: z.enum(['1']) })
const devices = z.object({ officeId: wireInteger(1), serialNumber: z.string() })

type Declaration = {
  readonly path: `/${string}`
  readonly title: string
  /** Who may open it. Apart from the menu, since an admin follows links to screens that are not in their menu. */
  readonly roles: readonly Role[]
  /**
   * What the address may hold beside the path. A list's page and order are not declared here: only the list itself writes them.
   */
  readonly search?: z.ZodObject
  /** Not built yet: it has its place in the menu and its roles, and no route. */
  readonly planned?: true
}

/** Every screen of the console: its address, its name, who may open it and what it is asked for. */
export const screens = {
  /** Open to people who are not signed in. */
  login: { path: '/login', title: 'ログイン', roles: [] },
  home: { path: '/home', title: 'ホーム', roles: everybody, search: oneSite },
  /** What a new site still needs. Home shows it until the first reading of a worker has come. */
  firstSteps: { path: '/first-steps', title: 'はじめに', roles: admins, search: oneSite },
  account: { path: '/user', title: 'アカウント', roles: everybody },
  accountSecurity: { path: '/account-security', title: 'ログインの管理', roles: everybody },
  myData: { path: '/my-data', title: '自分のデータ', roles: everybody },
  changePassword: { path: '/change-password', title: 'パスワードの変更', roles: everybody },

  conditionList: { path: '/physical-condition/list', title: '体調一覧', roles: responders, search: conditionFilters },
  conditionDetail: { path: '/physical-condition/detail', title: '体調詳細', roles: everybody, search: conditionOf },
  beltList: { path: '/safety-belt/list', title: '安全帯一覧', roles: admins, search: beltFilters },
  /** Administrators of several sites come by a link, with the site in it. */
  deviceHandout: { path: '/device-handout', title: '貸出・返却', roles: responders, search: handoutSearch },
  /** `who`: the person who is being asked. */
  morningCheck: {
    path: '/morning-check',
    title: '朝礼チェック',
    roles: ['HeadquartersAdmin', ...leaders] as const,
    search: handoutSearch.pick({ officeId: true, groupId: true }).extend({ who: wireInteger(1) }),
  },
  rest: { path: '/rest', title: '休憩', roles: responders, search: handoutSearch.pick({ officeId: true, groupId: true }) },
  plan: { path: '/plan', title: 'あすの計画', roles: responders, search: planSearch },
  /** The reporting line, the procedures, and who was briefed of them. Administrators of several sites choose one. */
  duty: { path: '/duty', title: '体制と周知', roles: responders, search: oneDuty },
  mapList: {
    path: '/map/list',
    title: 'マップ',
    roles: admins,
    search: z.object({ companyId: wireInteger(1), officeId: wireInteger(1), groupId: wireInteger(1), locationName: z.string() }),
  },
  mapSetting: { path: '/map/setting', title: 'マップ設定', roles: admins, search: oneSite },
  mapDevices: { path: '/map/$id/device', title: '機器の配置', roles: admins },
  /** Leaders come by a link and see their own group. */
  mapDetail: {
    path: '/map/detail/$id',
    title: 'マップ詳細',
    roles: responders,
    search: z.object({ groupId: wireInteger(1), device: z.coerce.string(), UserId: wireInteger(1) }),
  },
  alertList: { path: '/alert/list', title: 'アラート一覧', roles: unitAdmins, search: alertFilters },
  alertLoad: { path: '/alert/load', title: '通知の量', roles: admins, search: siteDays },
  operation: { path: '/operation', title: '稼働状況', roles: serviceAdmin },
  alertRecord: { path: '/alert/record/$id', title: 'アラートの記録', roles: responders },

  companyList: {
    path: '/company/list',
    title: '会社',
    roles: serviceAdmin,
    search: z.object({ officeCode: z.string(), companyName: z.string() }),
  },
  companyCreate: { path: '/company/create/new', title: '会社を追加', roles: serviceAdmin },
  /** One form for a company with its first site, that site's administrator and its key. */
  companyStart: { path: '/company/start', title: '会社を始める', roles: serviceAdmin },
  companyEdit: { path: '/company/edit/$id', title: '会社を編集', roles: serviceAdmin },

  serviceAdminList: { path: '/admin-unit-service/list', title: 'サービス管理者', roles: serviceAdmin, search: people },
  serviceAdminCreate: { path: '/admin-unit-service/create/new', title: 'サービス管理者を追加', roles: serviceAdmin },
  serviceAdminEdit: { path: '/admin-unit-service/edit/$id', title: 'サービス管理者を編集', roles: serviceAdmin },
  serviceAdminImport: { path: '/admin-unit-service/inputFile', title: 'サービス管理者のファイル取込', roles: serviceAdmin },

  contractAdminList: { path: '/admin-unit-contract/list', title: '契約管理者', roles: serviceAdmin, search: people },
  contractAdminCreate: { path: '/admin-unit-contract/create/new', title: '契約管理者を追加', roles: serviceAdmin },
  contractAdminEdit: { path: '/admin-unit-contract/edit/$id', title: '契約管理者を編集', roles: serviceAdmin },
  contractAdminView: { path: '/admin-unit-contract/view/$id', title: '契約管理者の詳細', roles: serviceAdmin },
  contractAdminImport: { path: '/admin-unit-contract/inputFile', title: '契約管理者のファイル取込', roles: serviceAdmin },

  officeList: {
    path: '/header-quaters/list',
    title: '拠点',
    roles: unitAdmins,
    search: z.object({ companyId: wireInteger(1), baseCode: z.string(), officeName: z.string(), archived: z.enum(archivedFilters) }),
  },
  officeCreate: { path: '/header-quaters/create/new', title: '拠点を追加', roles: unitAdmins },
  officeEdit: { path: '/header-quaters/edit/$id', title: '拠点を編集', roles: unitAdmins },
  officeView: { path: '/header-quaters/view/$id', title: '拠点の詳細', roles: unitAdmins },

  baseAdminList: { path: '/base-admin/list', title: '拠点管理者', roles: unitAdmins, search: people },
  baseAdminCreate: { path: '/base-admin/create/new', title: '拠点管理者を追加', roles: unitAdmins },
  baseAdminEdit: { path: '/base-admin/edit/$id', title: '拠点管理者を編集', roles: unitAdmins },
  baseAdminView: { path: '/base-admin/view/$id', title: '拠点管理者の詳細', roles: unitAdmins },
  baseAdminImport: { path: '/base-admin/inputfile', title: '拠点管理者のファイル取込', roles: unitAdmins, search: officeSearch },

  workerList: {
    path: '/worker/list',
    title: '作業者',
    roles: admins,
    search: z.object({ officeId: wireInteger(1), role: z.enum(workerRoles), fullName: z.string(), isDeleted: z.enum(['1']) }),
  },
  workerCreate: { path: '/worker/create', title: '作業者を追加', roles: admins, search: officeSearch },
  workerEdit: { path: '/worker/edit/$id', title: '作業者を編集', roles: admins },
  /** Whose data is to be erased, or was: people of any role, deleted ones too. */
  personErasure: { path: '/person/erasure/$id', title: '個人データの消去', roles: unitAdmins },
  workerImport: { path: '/worker/inputfile', title: '作業者のファイル取込', roles: admins, search: officeSearch },

  groupList: { path: '/group/list', title: 'グループ', roles: admins, search: oneOffice },
  groupCreate: { path: '/group/create/new', title: 'グループを追加', roles: admins, search: officeSearch },
  /** Beside the path: what the plan proposes to set. */
  groupEdit: { path: '/group/edit/$id', title: 'グループを編集', roles: admins, search: proposedHeat },
  groupView: { path: '/group/view/$id', title: 'グループの詳細', roles: admins },
  groupImport: { path: '/group/inputfile', title: 'グループのファイル取込', roles: admins, search: officeSearch },
  groupMembers: { path: '/grouplead/list', title: 'グループのメンバー', roles: leaders },

  heatWatcherList: { path: '/heat-index-watcher/list', title: '暑さ指数計', roles: admins, search: devices },
  heatWatcherCreate: { path: '/heat-index-watcher/create/new', title: '暑さ指数計を追加', roles: admins, search: newDeviceSearch },
  heatWatcherEdit: { path: '/heat-index-watcher/edit/$serialNumber', title: '暑さ指数計を編集', roles: admins, search: officeSearch },
  heatWatcherImport: { path: '/heat-index-watcher/inputfile', title: '暑さ指数計のファイル取込', roles: admins, search: officeSearch },

  gatewayList: { path: '/gateway/list', title: '親機・子機', roles: admins, search: devices.extend({ gatewayType: GatewayType }) },
  gatewayCreate: { path: '/gateway/create/new', title: '親機・子機を追加', roles: admins, search: newDeviceSearch },
  gatewayEdit: {
    path: '/gateway/edit/$serialNumber',
    title: '親機・子機を編集',
    roles: admins,
    search: officeSearch.extend({ type: z.string() }),
  },
  gatewayImport: { path: '/gateway/inputfile', title: '親機・子機のファイル取込', roles: admins, search: officeSearch },

  vitalDeviceList: { path: '/vital-device/list', title: '体調デバイス', roles: admins, search: devices.extend({ deviceType: z.string() }) },
  vitalDeviceCreate: {
    path: '/vital-device/create/new',
    title: '体調デバイスを追加',
    roles: admins,
    search: newDeviceSearch.extend({ DeviceType }),
  },
  vitalDeviceEdit: {
    path: '/vital-device/edit/$serialNumber',
    title: '体調デバイスを編集',
    roles: admins,
    search: officeSearch.extend({ DeviceType }),
  },
  vitalDeviceImport: { path: '/vital-device/inputfile', title: '体調デバイスのファイル取込', roles: admins, search: officeSearch },

  barometerList: { path: '/ReferenceBarometer', title: '気圧基準器', roles: admins, search: devices },
  barometerCreate: { path: '/ReferenceBarometer/new', title: '気圧基準器を追加', roles: admins, search: newDeviceSearch },
  barometerEdit: { path: '/ReferenceBarometer/edit/$id', title: '気圧基準器を編集', roles: admins, search: officeSearch },
  barometerImport: { path: '/ReferenceBarometer/inputfile', title: '気圧基準器のファイル取込', roles: admins, search: officeSearch },

  deviceSetting: { path: '/setting-new-device', title: '新型機器設定', roles: admins, search: deviceChoice },

  /** Open to everybody with a link, too: see `wallboard.ts`. */
  /** Opened by a link that follows the #, without sign-in. */
  gateCheck: { path: '/gate-check', title: '門の朝礼チェック', roles: [] as const },
  wallboard: {
    path: '/wallboard',
    title: '現場ボード',
    roles: admins,
    search: z.object({ OfficeId: wireInteger(1), Theme: z.enum(['light', 'dark']) }),
  },
  wallboardLinks: { path: '/wallboard-link/list', title: '現場ボードの設置', roles: admins, search: oneSite },

  posterLinks: { path: '/poster-link/list', title: '現場の掲示', roles: admins, search: oneSite },

  report: { path: '/report', title: 'レポート', roles: admins, search: reportSearch },
  safetySummary: {
    path: '/report/summary',
    title: '熱中症対策 月次まとめ',
    roles: admins,
    search: z.object({ officeId: wireInteger(1), month: Month }),
  },
  logbook: {
    path: '/report/logbook',
    title: '暑さ指数記録簿',
    roles: admins,
    search: z.object({ officeId: wireInteger(1), device: z.coerce.string(), from: Day, to: Day, unit: z.enum(logbookUnits) }),
  },
  reportScheduleList: { path: '/report/schedule', title: 'レポートの定期送信', roles: admins, search: oneOffice },
  drillList: { path: '/drill/list', title: '訓練', roles: admins, search: oneOffice },
  /** The screens of 接続: what a site's senders send, and how others' systems are connected. */
  ingestStatus: { path: '/ingest-status', title: '受信の状況', roles: admins, search: oneSite },
  connection: { path: '/connection', title: '連携', roles: admins, search: oneSite.extend({ id: z.coerce.string() }) },
  apiToken: { path: '/api-token', title: '外部からの読み取り', roles: unitAdmins, search: apiTokenFilters },
  auditLog: {
    path: '/audit-log/list',
    title: '操作の記録',
    roles: unitAdmins,
    search: z.object({ from: Day, to: Day, userId: wireInteger(1), part: z.enum([...auditParts, 'all']), kind: z.string() }),
  },
  companySetting: {
    path: '/master-setting-unit-contract',
    title: '契約単位マスター設定',
    roles: unitAdmins,
    search: z.object({ companyId: wireInteger(1) }),
  },
  /** Reached from the company's master settings. */
  identityProvider: {
    path: '/master-setting-unit-contract/identity-provider',
    title: 'シングルサインオン',
    roles: unitAdmins,
    search: z.object({ companyId: wireInteger(1) }),
  },
  /** The screens of 通知: where notices go, how many they are, which mails were sent. */
  notificationChannel: { path: '/notification-channel', title: '通知先', roles: admins, search: channelFilters },
  dutyRota: { path: '/duty-rota', title: '担当表', roles: responders, search: rotaWeek },
  channelDeliveries: { path: '/notification-channel/$id/delivery', title: '送った記録', roles: admins, search: deliveryFilters },
  outboxMailList: {
    path: '/outbox-mail/list',
    title: '送信メール',
    roles: admins,
    search: z.object({ officeId: wireInteger(1), state: z.enum(mailStates), from: Day, to: Day }),
  },
  /** The list of sites links here for those who see several. */
  officeSetting: {
    path: '/master-setting-headquaters',
    title: 'マスター設定',
    roles: admins,
    search: z.object({ officeId: wireInteger(1), officeName: z.string(), proposed: z.string() }),
  },
} as const satisfies Record<string, Declaration>

export type ScreenName = keyof typeof screens
export type Screen<Name extends ScreenName = ScreenName> = (typeof screens)[Name]

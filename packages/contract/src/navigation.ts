import { isAmong, keysOf } from './typed-lists.ts'
import { admins, leaders, type Role } from './role.ts'
import { screens, type ScreenName } from './screens.ts'

const belowService = ['AdminUnitContract', 'HeadquartersAdmin', ...leaders, 'User'] as const
const belowUnit = ['HeadquartersAdmin', ...leaders, 'User'] as const
const belowBase = [...leaders, 'User'] as const

/** Headings of the sidebar, in order. */
export const sections = {
  top: '',
  site: '現場の状況',
  service: 'サービス単位管理',
  contract: '契約単位管理',
  base: '拠点管理',
  leader: 'グループリーダーメニュー',
  worker: '作業者メニュー',
  record: '記録・設定',
} as const
export type Section = keyof typeof sections

/** Subjects whose screens are tabs side by side, in order. The menu leads to the first one that is built. */
export const subjects = {
  notices: { title: '通知', screens: ['notificationChannel', 'dutyRota', 'alertLoad', 'outboxMailList'] },
  connections: { title: '接続', screens: ['ingestStatus', 'connection', 'apiToken'] },
} as const satisfies Record<string, { readonly title: string; readonly screens: readonly ScreenName[] }>
export type Subject = keyof typeof subjects

const builtScreensOf = (subject: Subject): ScreenName[] => subjects[subject].screens.filter((name) => !('planned' in screens[name]))

export type MenuItem = {
  readonly code: string
  readonly label: string
  readonly path: string
  readonly section: Section
  readonly screen: ScreenName
  /** Roles that do not see the entry (the customer's hide-list). */
  readonly hiddenFrom: readonly Role[]
  /** Screens that are tabs beside it. */
  readonly tabs: readonly string[]
}

const entry = (
  code: string,
  section: Section,
  screen: ScreenName,
  hiddenFrom: readonly Role[],
  label?: string,
  tabs: readonly ScreenName[] = [],
): MenuItem => ({
  code,
  section,
  screen,
  hiddenFrom,
  path: screens[screen].path,
  label: label ?? screens[screen].title,
  tabs: tabs.map((name) => screens[name].path),
})

const subjectEntry = (code: string, section: Section, subject: Subject, hiddenFrom: readonly Role[]): MenuItem => {
  const [first = subjects[subject].screens[0], ...others] = builtScreensOf(subject)
  return entry(code, section, first, hiddenFrom, subjects[subject].title, others)
}

/** The menu. An entry shows once its screen is built, to the roles its hide-list leaves. */
export const menu: readonly MenuItem[] = [
  entry('M001', 'top', 'home', []),
  entry('M041', 'site', 'conditionList', ['User', ...leaders]),
  entry('M042', 'site', 'beltList', belowBase),
  entry('M043', 'site', 'mapList', belowBase),
  entry('M044', 'site', 'alertList', belowUnit),
  entry('M049', 'site', 'plan', ['User']),
  entry('M045', 'site', 'deviceHandout', ['AdminUnitService', 'AdminUnitContract', 'User']),
  entry('M046', 'site', 'rest', ['AdminUnitService', 'AdminUnitContract', 'User']),
  entry('M048', 'site', 'morningCheck', ['AdminUnitService', 'AdminUnitContract', 'User']),
  entry('M010', 'service', 'companyList', belowService),
  entry('M0111', 'service', 'serviceAdminList', belowService),
  entry('M011', 'service', 'contractAdminList', belowService),
  entry('M015', 'service', 'operation', belowService),
  entry('M012s', 'contract', 'officeList', belowUnit),
  entry('M013', 'contract', 'baseAdminList', belowUnit),
  entry('M014', 'contract', 'companySetting', belowUnit),
  entry('B001', 'base', 'workerList', belowBase),
  entry('B002', 'base', 'groupList', belowBase),
  entry('B003', 'base', 'heatWatcherList', belowBase),
  entry('B004', 'base', 'gatewayList', belowBase),
  entry('B005', 'base', 'vitalDeviceList', belowBase),
  entry('B006', 'base', 'barometerList', belowBase),
  entry('B007', 'base', 'deviceSetting', belowBase),
  entry('B008', 'base', 'wallboardLinks', belowBase),
  entry('B009', 'base', 'posterLinks', belowBase),
  entry('L001', 'leader', 'conditionList', [...admins, 'User']),
  entry('L003', 'leader', 'conditionDetail', [...admins, 'User']),
  entry('L004', 'leader', 'dutyRota', [...admins, 'User']),
  entry('L002', 'leader', 'groupMembers', [...admins, 'User']),
  entry('W001', 'worker', 'conditionDetail', [...admins, ...leaders], '自分の体調'),
  entry('R001', 'record', 'report', belowBase),
  entry('R006', 'record', 'duty', ['User']),
  entry('R002', 'record', 'officeSetting', ['AdminUnitService', 'AdminUnitContract', ...leaders, 'User']),
  subjectEntry('R004', 'record', 'notices', belowBase),
  subjectEntry('R007', 'record', 'connections', belowBase),
  entry('R003', 'record', 'auditLog', belowUnit),
  entry('R005', 'record', 'drillList', belowBase),
]

export type Viewer = {
  readonly roleKey: Role
  readonly safetyBeltDisplaySetting: '0' | '1'
  /** Present where a worker's card opened the session. */
  readonly card?: object | undefined
}

/** About how an account signs in: not by a card. */
const ofPassword: readonly ScreenName[] = ['changePassword', 'accountSecurity']

const beltVisible = (viewer: Viewer) => viewer.roleKey !== 'HeadquartersAdmin' || viewer.safetyBeltDisplaySetting === '1'

/** The menu entries a person sees, in order. */
export const menuOf = (viewer: Viewer): MenuItem[] =>
  menu.filter((item) => !item.hiddenFrom.includes(viewer.roleKey) && (item.screen !== 'beltList' || beltVisible(viewer)))

const mayOpenScreen = (viewer: Viewer, name: ScreenName): boolean =>
  isAmong<Role>(screens[name].roles, viewer.roleKey) &&
  (name !== 'beltList' || beltVisible(viewer)) &&
  (viewer.card === undefined || !ofPassword.includes(name))

/** The screens of a subject that are built and that the person may open, in order. */
export const tabsOf = (viewer: Viewer, subject: Subject): ScreenName[] =>
  builtScreensOf(subject).filter((name) => mayOpenScreen(viewer, name))

const names = keysOf(screens)
const areaOf = (name: ScreenName) => `/${screens[name].path.split('/')[1]}`

/** The routes a person may open: `/worker` for all screens below it, or one screen where those beside it have other roles. */
export const routesOf = (viewer: Viewer): string[] => {
  const hasUniformArea = (name: ScreenName) =>
    names.every((other) => areaOf(other) !== areaOf(name) || screens[other].roles.join() === screens[name].roles.join())
  const open = names.filter((name) => mayOpenScreen(viewer, name))
  return [...new Set(open.map((name) => (hasUniformArea(name) ? areaOf(name) : screens[name].path)))]
}

const patternOf = (name: ScreenName) => new RegExp(`^${screens[name].path.replaceAll(/\$\w+/g, '[^/]+')}/?$`)

/** True where the person may open the path. A path that no screen has is nobody's. */
export const mayOpen = (viewer: Viewer, path: string): boolean => {
  const name = names.find((candidate) => patternOf(candidate).test(path))
  return name !== undefined && mayOpenScreen(viewer, name)
}

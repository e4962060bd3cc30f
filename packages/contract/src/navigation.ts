import { admins, leaders, type Role } from './role.ts'

const serviceAdmin = ['AdminUnitService'] as const
const unitAdmins = ['AdminUnitService', 'AdminUnitContract'] as const
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

export type MenuItem = {
  readonly code: string
  readonly label: string
  readonly path: string
  readonly section: Section
  /** Roles that do not see the entry (the customer's hide-list). */
  readonly hiddenFrom: readonly Role[]
  /** Seen by base admins only where the site's safety-belt display is on. */
  readonly needsBeltDisplay?: true
}

/** The menu. An entry shows once its screen exists, to the roles its hide-list leaves. */
export const menu: readonly MenuItem[] = [
  { code: 'M001', label: 'ホーム', path: '/home', section: 'top', hiddenFrom: [] },

  { code: 'M041', label: '体調一覧', path: '/physical-condition/list', section: 'site', hiddenFrom: ['User', ...leaders] },
  { code: 'M042', label: '安全帯一覧', path: '/safety-belt/list', section: 'site', hiddenFrom: belowBase, needsBeltDisplay: true },
  { code: 'M043', label: 'マップ', path: '/map/list', section: 'site', hiddenFrom: belowBase },
  { code: 'M044', label: 'アラート一覧', path: '/alert/list', section: 'site', hiddenFrom: belowUnit },

  { code: 'M010', label: '会社', path: '/company/list', section: 'service', hiddenFrom: belowService },
  { code: 'M0111', label: 'サービス管理者', path: '/admin-unit-service/list', section: 'service', hiddenFrom: belowService },
  { code: 'M011', label: '契約管理者', path: '/admin-unit-contract/list', section: 'service', hiddenFrom: belowService },

  { code: 'M012s', label: '拠点', path: '/header-quaters/list', section: 'contract', hiddenFrom: belowUnit },
  { code: 'M013', label: '拠点管理者', path: '/base-admin/list', section: 'contract', hiddenFrom: belowUnit },
  { code: 'M014', label: '契約単位マスター設定', path: '/master-setting-unit-contract', section: 'contract', hiddenFrom: belowUnit },

  { code: 'B001', label: '作業者', path: '/worker/list', section: 'base', hiddenFrom: belowBase },
  { code: 'B002', label: 'グループ', path: '/group/list', section: 'base', hiddenFrom: belowBase },
  { code: 'B003', label: '暑さ指数計', path: '/heat-index-watcher/list', section: 'base', hiddenFrom: belowBase },
  { code: 'B004', label: '親機・子機', path: '/gateway/list', section: 'base', hiddenFrom: belowBase },
  { code: 'B005', label: '体調デバイス', path: '/vital-device/list', section: 'base', hiddenFrom: belowBase },
  { code: 'B006', label: '気圧基準器', path: '/ReferenceBarometer', section: 'base', hiddenFrom: belowBase },
  { code: 'B007', label: '新型機器設定', path: '/setting-new-device', section: 'base', hiddenFrom: belowBase },

  { code: 'L001', label: '体調一覧', path: '/physical-condition/list', section: 'leader', hiddenFrom: [...admins, 'User'] },
  { code: 'L002', label: 'グループのメンバー', path: '/grouplead/list', section: 'leader', hiddenFrom: [...admins, 'User'] },
  { code: 'W001', label: '自分の体調', path: '/physical-condition/detail', section: 'worker', hiddenFrom: [...admins, ...leaders] },

  { code: 'R001', label: 'レポート', path: '/report', section: 'record', hiddenFrom: belowBase },
  {
    code: 'R002',
    label: 'マスター設定',
    path: '/master-setting-headquaters',
    section: 'record',
    hiddenFrom: ['AdminUnitService', 'AdminUnitContract', ...leaders, 'User'],
  },
  { code: 'R003', label: '変更の記録', path: '/audit-log/list', section: 'record', hiddenFrom: belowUnit },
]

/**
 * Which roles may open a route. Apart from the menu's hide-lists, since an admin follows links to screens that
 * are not in their menu (site list → master setting, condition list → detail). The longest match decides.
 */
export const routeRoles: Record<string, readonly Role[]> = {
  '/home': [...admins, ...leaders, 'User'],
  '/user': [...admins, ...leaders, 'User'],
  '/change-password': [...admins, ...leaders, 'User'],
  '/company': serviceAdmin,
  '/admin-unit-service': serviceAdmin,
  '/admin-unit-contract': serviceAdmin,
  '/header-quaters': unitAdmins,
  '/base-admin': unitAdmins,
  '/worker': admins,
  '/group': admins,
  '/grouplead': leaders,
  '/heat-index-watcher': admins,
  '/gateway': admins,
  '/vital-device': admins,
  '/ReferenceBarometer': admins,
  '/setting-new-device': admins,
  '/map': admins,
  '/physical-condition/list': [...admins, ...leaders],
  '/physical-condition/detail': [...admins, ...leaders, 'User'],
  '/safety-belt': admins,
  '/alert': unitAdmins,
  '/report': admins,
  '/audit-log': unitAdmins,
  '/master-setting-headquaters': admins,
  '/master-setting-unit-contract': unitAdmins,
}

export type Viewer = { readonly roleKey: Role; readonly safetyBeltDisplaySetting: '0' | '1' }

const beltVisible = (viewer: Viewer) => viewer.roleKey !== 'HeadquartersAdmin' || viewer.safetyBeltDisplaySetting === '1'

/** The menu entries a person sees, in order. */
export const menuOf = (viewer: Viewer): MenuItem[] =>
  menu.filter((item) => !item.hiddenFrom.includes(viewer.roleKey) && (item.needsBeltDisplay === undefined || beltVisible(viewer)))

/** The routes (by prefix) a person may open. */
export const routesOf = (viewer: Viewer): string[] =>
  Object.entries(routeRoles)
    .filter(([path, allowed]) => allowed.includes(viewer.roleKey) && (path !== '/safety-belt' || beltVisible(viewer)))
    .map(([path]) => path)

/** True where the person may open the path. A path no route declares is nobody's. */
export const mayOpen = (viewer: Viewer, path: string): boolean => {
  const owner = Object.keys(routeRoles)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  return owner !== undefined && routesOf(viewer).includes(owner)
}

import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import { OfflineNotice } from './kit/offline-notice.tsx'
import { RouteFailure } from './kit/route-failure.tsx'
import { RoutePending } from './kit/route-pending.tsx'
import { onSessionEnd, sessionStore } from './platform/api.ts'
import { leaveUnknownPath, requireViewer, sendOnward } from './platform/guards.ts'
import { endSession } from './platform/log-out.ts'
import { Root } from './platform/root.tsx'
import { parseSearch, writeSearch } from './platform/search-text.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The screen's name, for the document's title. */
    title?: string
  }
  interface HistoryState {
    /** True where the login screen must say why it appeared. */
    sessionEnded?: boolean
    /** True where the person chose to log out. */
    loggingOut?: boolean
  }
}

const existing = (): string[] => Object.keys(router.routesByPath)

const root = createRootRoute({ component: () => <Root notice={<OfflineNotice />} /> })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'ログイン' },
  beforeLoad: ({ location }) => {
    if (location.state.loggingOut === true) endSession()
    return sendOnward(existing())
  },
  component: lazyRouteComponent(() => import('./session/login-screen.tsx'), 'LoginScreen'),
})

// React's own lazy: the router preloads route components only, and warns of those it meets inside another.
const EmergencyBanner = lazy(async () => ({ default: (await import('./emergency/emergency-banner.tsx')).EmergencyBanner }))
const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }))

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => requireViewer(location, existing()),
  component: () => <Shell emergency={<EmergencyBanner />} />,
})

const screen = <const Path extends string, Module extends Record<Name, RouteComponent>, const Name extends string>(
  path: Path,
  title: string,
  load: () => Promise<Module>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { title },
    component: lazyRouteComponent<Module, Name>(load, name) as RouteComponent,
  })

// Each slice adds its screens here; a menu entry shows once its path is among them.
const screens = [
  screen('/home', 'ホーム', () => import('./home/home-screen.tsx'), 'HomeScreen'),
  screen('/physical-condition/list', '体調一覧', () => import('./condition/list-screen.tsx'), 'ConditionListScreen'),
  screen('/physical-condition/detail', '体調詳細', () => import('./condition/detail-screen.tsx'), 'ConditionDetailScreen'),
  screen('/company/list', '会社', () => import('./company/list-screen.tsx'), 'CompanyListScreen'),
  screen('/company/create/new', '会社を追加', () => import('./company/form-screen.tsx'), 'CompanyCreateScreen'),
  screen('/company/edit/$id', '会社を編集', () => import('./company/form-screen.tsx'), 'CompanyEditScreen'),
  screen('/header-quaters/list', '拠点', () => import('./office/list-screen.tsx'), 'OfficeListScreen'),
  screen('/header-quaters/create/new', '拠点を追加', () => import('./office/form-screen.tsx'), 'OfficeCreateScreen'),
  screen('/header-quaters/edit/$id', '拠点を編集', () => import('./office/form-screen.tsx'), 'OfficeEditScreen'),
  screen('/header-quaters/view/$id', '拠点の詳細', () => import('./office/form-screen.tsx'), 'OfficeViewScreen'),
  screen('/admin-unit-service/list', 'サービス管理者', () => import('./admin/list-screens.tsx'), 'ServiceAdminListScreen'),
  screen(
    '/admin-unit-service/create/new',
    'サービス管理者を追加',
    () => import('./admin/service-form-screen.tsx'),
    'ServiceAdminCreateScreen',
  ),
  screen('/admin-unit-service/edit/$id', 'サービス管理者を編集', () => import('./admin/service-form-screen.tsx'), 'ServiceAdminEditScreen'),
  screen(
    '/admin-unit-service/inputFile',
    'サービス管理者のファイル取込',
    () => import('./admin/import-screens.tsx'),
    'ServiceAdminImportScreen',
  ),
  screen('/admin-unit-contract/list', '契約管理者', () => import('./admin/list-screens.tsx'), 'ContractAdminListScreen'),
  screen(
    '/admin-unit-contract/create/new',
    '契約管理者を追加',
    () => import('./admin/contract-form-screen.tsx'),
    'ContractAdminCreateScreen',
  ),
  screen('/admin-unit-contract/edit/$id', '契約管理者を編集', () => import('./admin/contract-form-screen.tsx'), 'ContractAdminEditScreen'),
  screen('/admin-unit-contract/view/$id', '契約管理者の詳細', () => import('./admin/contract-form-screen.tsx'), 'ContractAdminViewScreen'),
  screen(
    '/admin-unit-contract/inputFile',
    '契約管理者のファイル取込',
    () => import('./admin/import-screens.tsx'),
    'ContractAdminImportScreen',
  ),
  screen('/base-admin/list', '拠点管理者', () => import('./admin/list-screens.tsx'), 'BaseAdminListScreen'),
  screen('/base-admin/create/new', '拠点管理者を追加', () => import('./admin/base-form-screen.tsx'), 'BaseAdminCreateScreen'),
  screen('/base-admin/edit/$id', '拠点管理者を編集', () => import('./admin/base-form-screen.tsx'), 'BaseAdminEditScreen'),
  screen('/base-admin/view/$id', '拠点管理者の詳細', () => import('./admin/base-form-screen.tsx'), 'BaseAdminViewScreen'),
  screen('/base-admin/inputfile', '拠点管理者のファイル取込', () => import('./admin/import-screens.tsx'), 'BaseAdminImportScreen'),
  screen('/worker/list', '作業者', () => import('./worker/list-screen.tsx'), 'WorkerListScreen'),
  screen('/worker/create', '作業者を追加', () => import('./worker/form-screen.tsx'), 'WorkerCreateScreen'),
  screen('/worker/edit/$id', '作業者を編集', () => import('./worker/form-screen.tsx'), 'WorkerEditScreen'),
  screen('/worker/inputfile', '作業者のファイル取込', () => import('./worker/import-screen.tsx'), 'WorkerImportScreen'),
  screen('/group/list', 'グループ', () => import('./group/list-screen.tsx'), 'GroupListScreen'),
  screen('/group/create/new', 'グループを追加', () => import('./group/form-screen.tsx'), 'GroupCreateScreen'),
  screen('/group/edit/$id', 'グループを編集', () => import('./group/form-screen.tsx'), 'GroupEditScreen'),
  screen('/group/view/$id', 'グループの詳細', () => import('./group/form-screen.tsx'), 'GroupViewScreen'),
  screen('/group/inputfile', 'グループのファイル取込', () => import('./group/import-screen.tsx'), 'GroupImportScreen'),
  screen('/grouplead/list', 'グループのメンバー', () => import('./group/lead-screen.tsx'), 'LeadListScreen'),
  screen('/heat-index-watcher/list', '暑さ指数計', () => import('./heat-watcher/list-screen.tsx'), 'HeatWatcherListScreen'),
  screen('/heat-index-watcher/create/new', '暑さ指数計を追加', () => import('./heat-watcher/form-screen.tsx'), 'HeatWatcherCreateScreen'),
  screen(
    '/heat-index-watcher/edit/$serialNumber',
    '暑さ指数計を編集',
    () => import('./heat-watcher/form-screen.tsx'),
    'HeatWatcherEditScreen',
  ),
  screen(
    '/heat-index-watcher/inputfile',
    '暑さ指数計のファイル取込',
    () => import('./heat-watcher/import-screen.tsx'),
    'HeatWatcherImportScreen',
  ),
  screen('/setting-new-device', '新型機器設定', () => import('./device-setting/setting-screen.tsx'), 'NewDeviceSettingScreen'),
  screen('/gateway/list', '親機・子機', () => import('./gateway/list-screen.tsx'), 'GatewayListScreen'),
  screen('/gateway/create/new', '親機・子機を追加', () => import('./gateway/form-screen.tsx'), 'GatewayCreateScreen'),
  screen('/gateway/edit/$serialNumber', '親機・子機を編集', () => import('./gateway/form-screen.tsx'), 'GatewayEditScreen'),
  screen('/gateway/inputfile', '親機・子機のファイル取込', () => import('./gateway/import-screen.tsx'), 'GatewayImportScreen'),
  screen('/vital-device/list', '体調デバイス', () => import('./vital-device/list-screen.tsx'), 'VitalDeviceListScreen'),
  screen('/vital-device/create/new', '体調デバイスを追加', () => import('./vital-device/form-screen.tsx'), 'VitalDeviceCreateScreen'),
  screen('/vital-device/edit/$serialNumber', '体調デバイスの詳細', () => import('./vital-device/edit-screen.tsx'), 'VitalDeviceEditScreen'),
  screen(
    '/vital-device/inputfile',
    '体調デバイスのファイル取込',
    () => import('./vital-device/import-screen.tsx'),
    'VitalDeviceImportScreen',
  ),
  screen('/ReferenceBarometer', '気圧基準器', () => import('./barometer/list-screen.tsx'), 'BarometerListScreen'),
  screen('/ReferenceBarometer/new', '気圧基準器を追加', () => import('./barometer/form-screen.tsx'), 'BarometerCreateScreen'),
  screen('/ReferenceBarometer/edit/$id', '気圧基準器を編集', () => import('./barometer/form-screen.tsx'), 'BarometerEditScreen'),
  screen(
    '/ReferenceBarometer/inputfile',
    '気圧基準器のファイル取込',
    () => import('./barometer/import-screen.tsx'),
    'BarometerImportScreen',
  ),
  screen('/audit-log/list', '変更の記録', () => import('./audit-log/list-screen.tsx'), 'AuditLogScreen'),
  screen('/change-password', 'パスワードの変更', () => import('./session/change-password-screen.tsx'), 'ChangePasswordScreen'),
  screen('/user', 'アカウント', () => import('./user/account-screen.tsx'), 'AccountScreen'),
] as const

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => leaveUnknownPath(existing()),
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => leaveUnknownPath(existing()),
})

export const router = createRouter({
  routeTree: root.addChildren([login, shell.addChildren(screens), start, unknown]),
  parseSearch,
  stringifySearch: writeSearch,
  caseSensitive: true,
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteFailure,
})

onSessionEnd((reason) => {
  if (router.state.location.pathname === '/login') return
  // Whoever logs out in one tab may hand the browser to somebody else, who has no business at this tab's path.
  const refused = reason === 'refused'
  if (refused) sessionStore.rememberPath(router.state.location.href)
  void router.navigate({ to: '/login', replace: true, ignoreBlocker: true, state: { sessionEnded: refused } })
})

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

const screen = <const Path extends string>(path: Path, title: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => shell, path, staticData: { title }, component })

// Each slice adds its screens here; a menu entry shows once its path is among them.
const screens = [
  screen('/home', 'ホーム', lazyRouteComponent(() => import('./home/home-screen.tsx'), 'HomeScreen')),
  screen('/physical-condition/list', '体調一覧', lazyRouteComponent(() => import('./condition/list-screen.tsx'), 'ConditionListScreen')),
  screen('/physical-condition/detail', '体調詳細', lazyRouteComponent(() => import('./condition/detail-screen.tsx'), 'ConditionDetailScreen')),
  screen('/company/list', '会社', lazyRouteComponent(() => import('./company/list-screen.tsx'), 'CompanyListScreen')),
  screen('/company/create/new', '会社を追加', lazyRouteComponent(() => import('./company/form-screen.tsx'), 'CompanyCreateScreen')),
  screen('/company/edit/$id', '会社を編集', lazyRouteComponent(() => import('./company/form-screen.tsx'), 'CompanyEditScreen')),
  screen('/header-quaters/list', '拠点', lazyRouteComponent(() => import('./office/list-screen.tsx'), 'OfficeListScreen')),
  screen('/header-quaters/create/new', '拠点を追加', lazyRouteComponent(() => import('./office/form-screen.tsx'), 'OfficeCreateScreen')),
  screen('/header-quaters/edit/$id', '拠点を編集', lazyRouteComponent(() => import('./office/form-screen.tsx'), 'OfficeEditScreen')),
  screen('/header-quaters/view/$id', '拠点の詳細', lazyRouteComponent(() => import('./office/form-screen.tsx'), 'OfficeViewScreen')),
  screen('/change-password', 'パスワードの変更', lazyRouteComponent(() => import('./session/change-password-screen.tsx'), 'ChangePasswordScreen')),
  screen('/user', 'アカウント', lazyRouteComponent(() => import('./user/account-screen.tsx'), 'AccountScreen')),
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

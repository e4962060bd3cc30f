import { screens, type Screen } from '@mimamori/contract/screens'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
  type RouteComponent,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { loadHome } from './home/load-home.ts'
import { OfflineNotice } from './kit/offline-notice.tsx'
import { RouteFailure } from './kit/route-failure.tsx'
import { RoutePending } from './kit/route-pending.tsx'
import { onOtherPerson, onSessionEnd, sessionStore } from './platform/api.ts'
import { leaveUnknownPath, requireViewer, sendOnward } from './platform/guards.ts'
import { endSession } from './platform/log-out.ts'
import { Root } from './platform/root.tsx'
import type { BuiltScreen, SearchOf } from './platform/screen.ts'
import { noteOpened } from './platform/service-worker.ts'
import { visited } from './platform/visited.ts'
import { loadInLook } from './kit/in-look.tsx'
import { parseSearch, writeSearch } from './platform/search-text.ts'
import { loadFrame } from './shell/load-frame.ts'
import { linkOf } from './wallboard/pass.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The screen's name, for the document's title. */
    title?: string
    /** True where it says itself what becomes of the network. */
    standsAlone?: true
  }
  interface HistoryState {
    /** What the login screen says of why it appeared. */
    sessionEnded?: string
    /** True where the login screen asks for the second step. */
    isSecondStep?: boolean
    /** True where the person chose to log out. */
    loggingOut?: boolean
  }
}

const root = createRootRoute({ component: () => <Root notice={<OfflineNotice />} /> })

const login = createRoute({
  getParentRoute: () => root,
  path: screens.login.path,
  staticData: { title: screens.login.title },
  beforeLoad: ({ location }) => {
    if (location.state.loggingOut !== true) return sendOnward()
    endSession()
    const { sessionEnded } = location.state
    // Chosen once: the next who logs in here, on the same page, stays.
    throw redirect({ to: screens.login.path, replace: true, ...(sessionEnded !== undefined && { state: { sessionEnded } }) })
  },
  component: lazyRouteComponent(() => import('./session/login-screen.tsx'), 'LoginScreen'),
})

// A screen on a wall shows by its link, everybody else by their session: without menu and banner, and saying itself what
// becomes of the network.
const wallboard = createRoute({
  getParentRoute: () => root,
  path: screens.wallboard.path,
  staticData: { title: screens.wallboard.title, standsAlone: true },
  beforeLoad: ({ location }) => (linkOf(`#${location.hash}`) === undefined ? requireViewer(location) : undefined),
  component: lazyRouteComponent(() => import('./wallboard/board-screen.tsx'), 'WallboardScreen'),
})

const gateCheck = createRoute({
  getParentRoute: () => root,
  path: screens.gateCheck.path,
  staticData: { title: screens.gateCheck.title, standsAlone: true },
  component: lazyRouteComponent(() => import('./gate-check/gate-screen.tsx'), 'GateCheckScreen'),
})

// One component, which the router fetches before it shows anything: React would wait for each lazy part inside it, and
// then hold the screen back until its sign of waiting has been shown for 0.3 s.
const Frame = lazyRouteComponent(loadFrame, 'Frame')

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    // On its way while the server says who is there.
    if (sessionStore.read() !== null) void Frame.preload?.()
    return requireViewer(location)
  },
  component: Frame,
})

// What a validator answers would be written into the address; links of other systems stay as they came, and each screen
// reads its own (`useScreenSearch`). So this one only declares the types of links.
const asWritten = <Search,>(search: Search & SearchSchemaInput): Search => search

const pathOf = <const Name extends BuiltScreen>(name: Name): Screen<Name>['path'] => screens[name].path

// The schemas of addresses come with the first address that holds something to read: a first opening needs none.
const mendDates = async (name: BuiltScreen, search: Record<string, unknown>, location: ParsedLocation): Promise<void> => {
  if (Object.keys(search).length > 0) (await import('./shell/mend-dates.ts')).mendDates(name, search, location)
}

/** Loads a screen, together with what it is drawn in. */
type Dress = (load: () => Promise<RouteComponent>) => Promise<RouteComponent>

const screen = <const Name extends BuiltScreen, Module extends Record<Component, RouteComponent>, const Component extends string>(
  name: Name,
  load: () => Promise<Module>,
  component: Component,
  dress: Dress = loadInLook,
) =>
  createRoute({
    getParentRoute: () => shell,
    path: pathOf(name),
    staticData: { title: screens[name].title },
    validateSearch: asWritten<SearchOf<Name>>,
    beforeLoad: ({ search, location }) => mendDates(name, search, location),
    component: lazyRouteComponent(async () => ({ default: await dress(async () => (await load())[component]) })),
  })

// Each slice adds its screens here, once they are declared in the contract's `screens`.
const built = [
  // Made without antd.
  screen('home', loadHome, 'HomeScreen', (load) => load()),
  screen('conditionList', () => import('./condition/list-screen.tsx'), 'ConditionListScreen'),
  screen('conditionDetail', () => import('./condition/detail-screen.tsx'), 'ConditionDetailScreen'),
  screen('morningCheck', () => import('./morning-check/check-screen.tsx'), 'MorningCheckScreen'),
  screen('plan', () => import('./plan/plan-screen.tsx'), 'PlanScreen'),
  screen('beltList', () => import('./safety-belt/list-screen.tsx'), 'BeltListScreen'),
  screen('mapDetail', () => import('./map-detail/detail-screen.tsx'), 'MapDetailScreen'),
  screen('mapDevices', () => import('./map-device/device-screen.tsx'), 'MapDeviceScreen'),
  screen('alertList', () => import('./alerts/list/list-screen.tsx'), 'AlertListScreen'),
  screen('alertRecord', () => import('./alerts/record/record-screen.tsx'), 'AlertRecordScreen'),
  screen('operation', () => import('./operation/operation-screen.tsx'), 'OperationScreen'),
  screen('companyStart', () => import('./company/start-screen.tsx'), 'CompanyStartScreen'),
  screen('firstSteps', () => import('./first-steps/first-steps-screen.tsx'), 'FirstStepsScreen'),
  screen('companyList', () => import('./company/list-screen.tsx'), 'CompanyListScreen'),
  screen('companyCreate', () => import('./company/form-screen.tsx'), 'CompanyCreateScreen'),
  screen('companyEdit', () => import('./company/form-screen.tsx'), 'CompanyEditScreen'),
  screen('officeList', () => import('./office/list-screen.tsx'), 'OfficeListScreen'),
  screen('officeCreate', () => import('./office/form-screen.tsx'), 'OfficeCreateScreen'),
  screen('officeEdit', () => import('./office/form-screen.tsx'), 'OfficeEditScreen'),
  screen('officeView', () => import('./office/form-screen.tsx'), 'OfficeViewScreen'),
  screen('serviceAdminList', () => import('./admin/list-screens.tsx'), 'ServiceAdminListScreen'),
  screen('serviceAdminCreate', () => import('./admin/service-form-screen.tsx'), 'ServiceAdminCreateScreen'),
  screen('serviceAdminEdit', () => import('./admin/service-form-screen.tsx'), 'ServiceAdminEditScreen'),
  screen('serviceAdminImport', () => import('./admin/import-screens.tsx'), 'ServiceAdminImportScreen'),
  screen('contractAdminList', () => import('./admin/list-screens.tsx'), 'ContractAdminListScreen'),
  screen('contractAdminCreate', () => import('./admin/contract-form-screen.tsx'), 'ContractAdminCreateScreen'),
  screen('contractAdminEdit', () => import('./admin/contract-form-screen.tsx'), 'ContractAdminEditScreen'),
  screen('contractAdminView', () => import('./admin/contract-form-screen.tsx'), 'ContractAdminViewScreen'),
  screen('contractAdminImport', () => import('./admin/import-screens.tsx'), 'ContractAdminImportScreen'),
  screen('baseAdminList', () => import('./admin/list-screens.tsx'), 'BaseAdminListScreen'),
  screen('baseAdminCreate', () => import('./admin/base-form-screen.tsx'), 'BaseAdminCreateScreen'),
  screen('baseAdminEdit', () => import('./admin/base-form-screen.tsx'), 'BaseAdminEditScreen'),
  screen('baseAdminView', () => import('./admin/base-form-screen.tsx'), 'BaseAdminViewScreen'),
  screen('baseAdminImport', () => import('./admin/import-screens.tsx'), 'BaseAdminImportScreen'),
  screen('workerList', () => import('./worker/list-screen.tsx'), 'WorkerListScreen'),
  screen('workerCreate', () => import('./worker/form-screen.tsx'), 'WorkerCreateScreen'),
  screen('workerEdit', () => import('./worker/form-screen.tsx'), 'WorkerEditScreen'),
  screen('personErasure', () => import('./worker/erasure-screen.tsx'), 'PersonErasureScreen'),
  screen('workerImport', () => import('./worker/import-screen.tsx'), 'WorkerImportScreen'),
  screen('groupList', () => import('./group/list-screen.tsx'), 'GroupListScreen'),
  screen('groupCreate', () => import('./group/form-screen.tsx'), 'GroupCreateScreen'),
  screen('groupEdit', () => import('./group/form-screen.tsx'), 'GroupEditScreen'),
  screen('groupView', () => import('./group/form-screen.tsx'), 'GroupViewScreen'),
  screen('groupImport', () => import('./group/import-screen.tsx'), 'GroupImportScreen'),
  screen('groupMembers', () => import('./group/lead-screen.tsx'), 'LeadListScreen'),
  screen('heatWatcherList', () => import('./heat-watcher/list-screen.tsx'), 'HeatWatcherListScreen'),
  screen('heatWatcherCreate', () => import('./heat-watcher/form-screen.tsx'), 'HeatWatcherCreateScreen'),
  screen('heatWatcherEdit', () => import('./heat-watcher/form-screen.tsx'), 'HeatWatcherEditScreen'),
  screen('heatWatcherImport', () => import('./heat-watcher/import-screen.tsx'), 'HeatWatcherImportScreen'),
  screen('mapList', () => import('./map-list/list-screen.tsx'), 'MapListScreen'),
  screen('mapSetting', () => import('./map-setting/setting-screen.tsx'), 'MapSettingScreen'),
  screen('deviceSetting', () => import('./device-setting/setting-screen.tsx'), 'NewDeviceSettingScreen'),
  screen('gatewayList', () => import('./gateway/list-screen.tsx'), 'GatewayListScreen'),
  screen('gatewayCreate', () => import('./gateway/form-screen.tsx'), 'GatewayCreateScreen'),
  screen('gatewayEdit', () => import('./gateway/form-screen.tsx'), 'GatewayEditScreen'),
  screen('gatewayImport', () => import('./gateway/import-screen.tsx'), 'GatewayImportScreen'),
  screen('vitalDeviceList', () => import('./vital-device/list-screen.tsx'), 'VitalDeviceListScreen'),
  screen('vitalDeviceCreate', () => import('./vital-device/form-screen.tsx'), 'VitalDeviceCreateScreen'),
  screen('vitalDeviceEdit', () => import('./vital-device/edit-screen.tsx'), 'VitalDeviceEditScreen'),
  screen('vitalDeviceImport', () => import('./vital-device/import-screen.tsx'), 'VitalDeviceImportScreen'),
  screen('barometerList', () => import('./barometer/list-screen.tsx'), 'BarometerListScreen'),
  screen('barometerCreate', () => import('./barometer/form-screen.tsx'), 'BarometerCreateScreen'),
  screen('barometerEdit', () => import('./barometer/form-screen.tsx'), 'BarometerEditScreen'),
  screen('barometerImport', () => import('./barometer/import-screen.tsx'), 'BarometerImportScreen'),
  screen('report', () => import('./report/report-screen.tsx'), 'ReportScreen'),
  screen('reportScheduleList', () => import('./report-schedule/list-screen.tsx'), 'ReportScheduleListScreen'),
  screen('companySetting', () => import('./master-setting/company-screen.tsx'), 'CompanySettingScreen'),
  screen('identityProvider', () => import('./identity-provider/provider-screen.tsx'), 'IdentityProviderScreen'),
  screen('officeSetting', () => import('./master-setting/office-screen.tsx'), 'OfficeSettingScreen'),
  screen('posterLinks', () => import('./poster/links-screen.tsx'), 'PosterLinksScreen'),
  screen('wallboardLinks', () => import('./wallboard/links-screen.tsx'), 'WallboardLinksScreen'),
  screen('duty', () => import('./duty/duty-screen.tsx'), 'DutyScreen'),
  screen('rest', () => import('./rest/rest-screen.tsx'), 'RestScreen'),
  screen('deviceHandout', () => import('./device-handout/handout-screen.tsx'), 'HandoutScreen'),
  screen('notificationChannel', () => import('./notification-channel/channel-screen.tsx'), 'NotificationChannelScreen'),
  screen('dutyRota', () => import('./duty-rota/rota-screen.tsx'), 'DutyRotaScreen'),
  screen('channelDeliveries', () => import('./notification-channel/delivery-screen.tsx'), 'ChannelDeliveryScreen'),
  screen('alertLoad', () => import('./alert-load/load-screen.tsx'), 'AlertLoadScreen'),
  screen('outboxMailList', () => import('./outbox-mail/list-screen.tsx'), 'OutboxMailScreen'),
  screen('connection', () => import('./connection/connection-screen.tsx'), 'ConnectionScreen'),
  screen('apiToken', () => import('./read-key/read-key-screen.tsx'), 'ReadKeyScreen'),
  screen('ingestStatus', () => import('./ingest-status/status-screen.tsx'), 'IngestStatusScreen'),
  screen('safetySummary', () => import('./safety-summary/summary-screen.tsx'), 'SafetySummaryScreen'),
  screen('logbook', () => import('./logbook/logbook-screen.tsx'), 'LogbookScreen'),
  screen('drillList', () => import('./alerts/drill/list-screen.tsx'), 'DrillListScreen'),
  screen('auditLog', () => import('./audit-log/list-screen.tsx'), 'AuditLogScreen'),
  screen('changePassword', () => import('./session/change-password-screen.tsx'), 'ChangePasswordScreen'),
  screen('accountSecurity', () => import('./session/account-security-screen.tsx'), 'AccountSecurityScreen'),
  screen('myData', () => import('./own-data/my-data-screen.tsx'), 'MyDataScreen'),
  screen('account', () => import('./user/account-screen.tsx'), 'AccountScreen'),
] as const

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: leaveUnknownPath,
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: leaveUnknownPath,
})

export const router = createRouter({
  routeTree: root.addChildren([login, wallboard, gateCheck, shell.addChildren(built), start, unknown]),
  parseSearch,
  stringifySearch: writeSearch,
  caseSensitive: true,
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteFailure,
})

router.subscribe('onResolved', ({ toLocation: { href, state } }) => {
  const { __TSR_index: index } = state
  visited.note(index, href)
  noteOpened()
})

// A board or a gate's tablet that shows by its link has nothing to do with who signs in or out beside it.
const isOpenedByLink = () => {
  const { pathname, hash } = router.state.location
  return pathname === screens.gateCheck.path || (pathname === screens.wallboard.path && linkOf(`#${hash}`) !== undefined)
}

/** Leads to the login page after the session has ended, which says why. */
export const endConsoleSession = (why: string | undefined): void => {
  if (router.state.location.pathname === screens.login.path || isOpenedByLink()) return
  // Anyone who logs out in one tab may hand the browser to somebody else, who has no business at this tab's path.
  if (why !== undefined) sessionStore.rememberPath(router.state.location.href)
  void router.navigate({
    to: screens.login.path,
    replace: true,
    ignoreBlocker: true,
    state: why === undefined ? {} : { sessionEnded: why },
  })
}

onSessionEnd(endConsoleSession)

// All that this tab knows is of the person before: only a reloaded page has forgotten it.
onOtherPerson(() => {
  if (!isOpenedByLink()) void router.navigate({ href: '/', reloadDocument: true, replace: true, ignoreBlocker: true })
})

import type { endpoints } from '@mimamori/contract'

type Slices = typeof endpoints
type ReadsOf<Slice> = {
  [Name in keyof Slice & string]: Slice[Name] extends { method: 'GET'; raw: true }
    ? never
    : Slice[Name] extends { method: 'GET' }
      ? Name
      : never
}[keyof Slice & string]

/** Every call of the contract that reads and answers JSON, `slice.name`. */
export type ReadName = { [Slice in keyof Slices]: `${Slice}.${ReadsOf<Slices[Slice]>}` }[keyof Slices]

/** Who reads: the service's administrators over all companies, those of the large company, of its large site, a leader there, a worker there. */
const readers = ['service', 'company', 'site', 'leader', 'worker'] as const
export type Reader = (typeof readers)[number]

export type MeasuredCall = {
  readonly by: readonly Reader[]
  /** What every variant asks, as in an address; `{officeId}` and the like are numbers of what was filled. */
  readonly query?: string
  /** Searches and filters of its screen, each measured. */
  readonly filters?: readonly string[]
  /** What its path has in place of its parameters. */
  readonly path?: Readonly<Record<string, string>>
}

const upper = ['service', 'company', 'site'] as const
const units = ['service', 'company'] as const
const onSite = ['site', 'leader'] as const
const everywhere = ['service', 'company', 'site', 'leader'] as const
const ofSite = { query: 'officeId={officeId}' } as const
const byId = (value: string) => ({ path: { id: value } })
const byOffice = { path: { id: '{officeId}', officeId: '{officeId}' } } as const
const named = encodeURIComponent('タナカ')
const oneRow = 'reads one row by its number'
const ofKey = 'asked by a device, not by a person'
const ofLink = 'asked through a link of a site'

/** How each is measured, or why it is not. A call that is added to the contract has to be added here: the types ask for it. */
export const calls: Readonly<Record<ReadName, MeasuredCall | string>> = {
  'session.userInfo': { by: ['site', 'worker'] },
  'sessions.own': { by: ['site'] },
  'sessions.ofPerson': { by: ['company'], path: { id: '{userId}' } },
  'identityProvider.one': oneRow,
  'secondFactor.standing': oneRow,
  'company.list': { by: ['service'], filters: ['companyName=6'] },
  'company.one': oneRow,
  'companyDay.read': { by: ['company'] },
  'office.list': { by: upper, filters: ['officeName=9', 'baseCode=L2'] },
  'office.referenceChanges': { by: ['company'] },
  'office.one': oneRow,
  'officeArchive.preview': { by: ['company'], ...byOffice },
  'officeNow.read': { by: ['site', 'worker'], ...byOffice },
  'wallboard.read': { by: ['site'], ...byOffice },
  'wallboardLink.list': { by: ['site'], ...byOffice },
  'posterLink.list': { by: ['site'], ...byOffice },
  'siteReport.site': ofLink,
  'siteReport.receipt': ofLink,
  'apiToken.list': { by: units, filters: ['state=live'] },
  'apiToken.reads': { by: units, filters: ['result=given', 'tokenId={readKeyId}'] },
  'ingestKey.list': { by: ['site'], ...byOffice },
  'ingestStatus.read': { by: ['site'], ...ofSite },
  'firstSteps.read': { by: ['site'], ...ofSite },
  'unregisteredDevice.list': { by: ['site'], ...ofSite },
  'userRole.list': {
    by: everywhere,
    query: 'worker=1',
    filters: [`fullName=${named}`, 'workerCode=W7', 'isDeleted=1', 'userName=list-5', 'officeId={officeId}', 'groupId={groupId}'],
  },
  'userRole.nextUserId': { by: ['site'], query: 'role=User&officeId={officeId}' },
  'userRole.one': oneRow,
  'erasure.one': { by: ['company'], ...byId('{userId}') },
  'group.list': { by: onSite, ...ofSite, filters: ['groupName=7'] },
  'group.names': { by: everywhere },
  'group.overview': { by: everywhere, filters: ['groupName=7', 'officeId={officeId}'] },
  'group.candidates': { by: ['site'], ...ofSite, filters: [`fullName=${named}`, 'ungrouped=1'] },
  'group.testMail': 'sends a mail',
  'group.updateStatus': oneRow,
  'group.one': oneRow,
  'device.list': { by: upper, filters: ['serialNumber=77', 'deviceType=2', 'freeFirst=1', 'officeId={officeId}'] },
  'device.heardElsewhere': { by: upper },
  'device.registration': { by: ['site'], ...ofSite, filters: ['serialNumber=77'] },
  'device.one': oneRow,
  'heatWatcher.list': { by: upper, filters: ['serialNumber=7'] },
  'heatWatcher.one': oneRow,
  'gateway.list': { by: upper, filters: ['serialNumber=7', 'gatewayType=1'] },
  'gateway.registration': { by: ['site'], ...ofSite },
  'gateway.one': oneRow,
  'barometer.list': { by: upper, filters: ['serialNumber=1'] },
  'barometer.heights': { by: ['site'], ...ofSite, path: { id: '{barometer}' } },
  'barometer.one': oneRow,
  'terminalSetting.one': oneRow,
  'barometerSetting.one': oneRow,
  'downlink.list': { by: ['site'], query: 'officeId={officeId}&device={device}&kind=3' },
  'downlink.take': ofKey,
  'lampSignal.read': ofKey,
  'kbn.safetyBeltDisplay': 'a constant',
  'kbn.gatewayType': 'a constant',
  'kbn.deviceType': 'a constant',
  'databaseState.read': { by: ['site'] },
  'operation.read': { by: ['service'] },
  'auditLog.list': {
    by: units,
    filters: ['part=change', 'part=session', 'part=read', 'kind=user', 'kind=device', 'userId={leaderId}', 'from={monthAgo}'],
  },
  'outboxMail.list': { by: upper, filters: ['state=sent', 'state=failed', 'from={monthAgo}', 'officeId={officeId}'] },
  'mapTiles.get': 'a constant',
  'siteMap.list': { by: upper, filters: ['officeId={officeId}', 'locationName=2'] },
  'siteMap.trail': { by: ['site'], path: { userId: '{userId}' } },
  'siteMap.one': { by: onSite, ...byId('{mapId}') },
  'siteMap.emergencies': { by: ['site'], ...byId('{mapId}') },
  'namedPlace.list': { by: upper },
  'masterSetting.ofCompany': { by: ['company'], ...byId('{companyId}') },
  'masterSetting.ofOffice': { by: ['site'], ...byOffice },
  'masterSetting.sismilHost': 'a constant',
  'job.list': { by: ['site'] },
  'job.one': oneRow,
  'healthCondition.list': {
    by: everywhere,
    filters: ['healthData=1', 'minLevel=2', 'longInHeat=1', 'officeId={officeId}', 'groupId={groupId}&officeId={officeId}'],
  },
  'healthCondition.summary': { by: [...everywhere, 'worker'] },
  'healthCondition.detail': { by: ['site'], path: { userId: '{userId}', dayOffset: '{dayOffset}' } },
  'safetyBelt.list': { by: upper, filters: ['situation=1', 'officeId={officeId}'] },
  'safetyBelt.summary': { by: upper },
  'alert.list': {
    by: everywhere,
    filters: [
      'allTime=1',
      'from={monthAgo}&allTime=1',
      'allTime=1&kind=battery',
      'allTime=1&kind=condition,emergency',
      'allTime=1&handling=open',
      'allTime=1&handling=closed',
      'allTime=1&userId={userId}',
      'allTime=1&officeId={officeId}&groupId={groupId}',
    ],
  },
  'alert.waiting': { by: everywhere },
  'alertRecord.read': { by: ['site'], ...byId('{alertId}') },
  'alertLoad.read': { by: ['site'], query: 'officeId={officeId}&from={monthAgo}&to={today}' },
  'drill.list': { by: upper },
  'drill.audience': { by: ['site'], ...ofSite },
  'drill.schedule': { by: ['site'], ...byOffice },
  'escalation.unreached': { by: upper },
  'wear.day': { by: everywhere, ...ofSite, filters: ['groupId={groupId}'] },
  'wear.history': {
    by: everywhere,
    ...ofSite,
    filters: [`fullName=${named}`, 'serialNumber=V77', 'userId={userId}', 'from={monthAgo}'],
  },
  'morningCheck.day': { by: onSite, ...ofSite, filters: ['groupId={groupId}'] },
  'morningCheck.own': { by: ['worker'] },
  'selfReport.last': { by: ['worker'] },
  'selfReport.ofAlert': oneRow,
  'gateCheck.site': ofLink,
  'morningCheckLink.list': { by: ['site'], ...byOffice },
  'ownData.consent': { by: ['worker'] },
  'ownData.confirmation': oneRow,
  'ownData.myReads': { by: ['worker'] },
  'rest.day': { by: everywhere, ...ofSite, filters: ['groupId={groupId}'] },
  'plan.read': { by: onSite, ...ofSite },
  'plan.longHeat': { by: ['site'], ...ofSite },
  'acclimatisation.list': { by: onSite, ...ofSite },
  'duty.read': { by: ['site', 'worker'], ...byOffice },
  'duty.versions': { by: ['site'], ...byOffice },
  'duty.briefings': { by: onSite, ...byOffice, filters: ['missing=1', 'groupId={groupId}'] },
  'duty.register': { by: ['site'], ...byOffice },
  'dutyRota.read': { by: ['site'], ...byOffice },
  'push.state': { by: ['worker'] },
  'report.workers': {
    by: ['site'],
    query: 'officeId={officeId}&from={monthAgo}&to={today}',
    filters: [`fullName=${named}`, 'groupId={groupId}'],
  },
  'logbook.read': {
    by: ['site'],
    query: 'officeId={officeId}&device={watcher}&from={monthAgo}&to={today}',
    filters: ['unit=slot', 'unit=hour'],
  },
  'logbook.watchers': { by: ['site'], query: 'officeId={officeId}&from={monthAgo}&to={today}' },
  'reportSchedule.list': { by: ['site'], ...ofSite },
  'connection.list': { by: upper },
  'connection.one': oneRow,
  'notificationChannel.list': { by: upper, filters: ['type=slack', 'officeId={officeId}'] },
  'notificationChannel.one': oneRow,
  'notificationChannel.deliveries': { by: ['site'], ...byId('{channelId}'), filters: ['state=sent', 'from={monthAgo}'] },
  'notificationChannel.preview': 'makes a text, without the database',
  'safetySummary.read': { by: ['site'], query: 'officeId={officeId}&month={lastMonth}' },
}

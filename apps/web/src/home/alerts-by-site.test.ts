import type { SiteDay } from '@mimamori/contract/company-day'
import type { PublicAlert } from '@mimamori/contract/public-alert'
import { expect, test } from 'vitest'
import { alertsBySite } from './alerts-by-site.ts'

const tokyo: PublicAlert = { day: '2026-07-22', level: 'alert', area: '東京都', announcedAt: '2026-07-21T17:00:00+09:00' }
const osaka: PublicAlert = { ...tokyo, level: 'special', area: '大阪府' }

const site = (officeId: number, ...publicAlerts: readonly PublicAlert[]): SiteDay => ({
  officeId,
  officeName: `現場${officeId}`,
  date: '2026-07-21',
  people: 1,
  states: { worn: 1, notHeard: 0, notHanded: 0, returned: 0, notReturned: 0 },
  notHandedNames: [],
  longInHeat: 0,
  notResting: 0,
  notRestingNames: [],
  notBriefed: 0,
  publicAlerts: [...publicAlerts],
})

test('an alert of all sites is shown once and names none of them', () => {
  expect(alertsBySite([site(1, tokyo), site(2, tokyo)])).toEqual([tokyo])
})

test('an alert of some sites names them, the gravest first, and counts those beyond three', () => {
  const sites = [site(1, tokyo), site(2, tokyo), site(3, tokyo), site(4, tokyo), site(5, osaka), site(6)]
  expect(alertsBySite(sites)).toEqual([
    { ...osaka, sites: '現場5' },
    { ...tokyo, sites: '現場1、現場2、現場3、ほか1拠点' },
  ])
})

test('nothing is announced where no site has anything', () => expect(alertsBySite([site(1), site(2)])).toEqual([]))

import type { LampSignal } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { startNotifiedSite } from '../src/features/alerts/notices/test-site.ts'
import { makeIngestKey } from '../src/shared/organisation/test-factories.ts'

const site = await startNotifiedSite()
const { db } = site.context
const { office, sibling, foreign, people } = site.tenants
const { bearer } = await makeIngestKey(db, office.office_id)

beforeEach(() => site.clear())

const signal = async (authorization = bearer) =>
  (await site.ask('GET', '/api/ingest/signal', { headers: { authorization } })).body as LampSignal
const answer = (alertId: number, step: 'Acknowledge' | 'Respond' | 'Close') =>
  site.askAs(people.base, 'POST', `/api/Alert/${alertId}/${step}`, step === 'Close' ? { outcome: 'rested', note: '' } : undefined)

const calm = { level: 0, emergency: false, call: false, unhooked: false, heat: false, unacknowledged: 0 }
const at = '2026-07-20T13:00:00+09:00'

test('a calm site is dark, and the time is of now', async () => {
  expect(await signal()).toEqual({ ...calm, at })
})

test('each kind of alert lights what it is, device-judged alarms as emergencies at level 3', async () => {
  await site.open({ kind: 'condition', level: 2 })
  expect(await signal()).toEqual({ ...calm, level: 2, unacknowledged: 1, at })
  await site.open({ kind: 'siteHeat', level: 1, user_id: null })
  await site.open({ kind: 'belt', level: null })
  await site.open({ kind: 'battery', level: null })
  await site.open({ kind: 'clock', level: null })
  expect(await signal()).toEqual({ ...calm, level: 2, unhooked: true, heat: true, unacknowledged: 3, at })
  await site.open({ kind: 'fall', level: 3, cause: 'alarm' })
  expect(await signal()).toEqual({ ...calm, level: 3, emergency: true, unhooked: true, heat: true, unacknowledged: 4, at })
})

test('a call, a call within an emergency, and a request for help by a device are calls', async () => {
  for (const values of [
    { kind: 'emergency', cause: 'call', level: 3 },
    { kind: 'emergency', cause: 'accumulated', level: 2, called_at: site.time.now },
    { kind: 'help', cause: 'alarm', level: 3 },
  ]) {
    await site.clear()
    await site.open(values)
    expect(await signal()).toEqual({ ...calm, level: 3, emergency: true, call: true, unacknowledged: 1, at })
  }
  await site.clear()
  await site.open({ kind: 'report', cause: 'unwell', level: null, called_at: site.time.now })
  expect(await signal()).toEqual({ ...calm, unacknowledged: 1, at })
})

test('the highest level counts; it follows a level that eases', async () => {
  const high = await site.open({ kind: 'condition', level: 3 })
  await site.open({ kind: 'condition', level: 1 }, people.neighbour)
  expect(await signal()).toMatchObject({ level: 3, unacknowledged: 2 })
  await site.move(high, 1, 'lowered')
  expect(await signal()).toMatchObject({ level: 1 })
})

test('confirming leaves the lamp lit until the alert is over, unless the site chose that it clears it', async () => {
  const { alert_id: alertId } = await site.open({ kind: 'emergency', level: 3, cause: 'accumulated' })
  await answer(alertId, 'Acknowledge')
  expect(await signal()).toMatchObject({ level: 3, emergency: true, unacknowledged: 0 })
  await site.set('CLEARED_BY_ACKNOWLEDGEMENT', '1')
  expect(await signal()).toEqual({ ...calm, at })
  const other = await site.open({ kind: 'condition', level: 2 }, people.neighbour)
  expect(await signal()).toMatchObject({ level: 2, emergency: false, unacknowledged: 1 })
  await answer(other.alert_id, 'Acknowledge')
  expect(await signal()).toEqual({ ...calm, at })
  // Worse than what was confirmed: people are called again, and so is the lamp.
  await site.move(other, 3)
  expect(await signal()).toMatchObject({ level: 3, unacknowledged: 1 })
})

test('closing clears it in either way', async () => {
  const { alert_id: alertId } = await site.open({ kind: 'emergency', level: 3, cause: 'accumulated' })
  await answer(alertId, 'Close')
  expect(await signal()).toEqual({ ...calm, at })
})

test('what is over, withdrawn or was over when it came in lights nothing', async () => {
  await site.open({ kind: 'condition', level: 3, ended_at: site.time.now, ending: 'recovered' })
  await site.open({ kind: 'condition', level: 3, withdrawn: true }, people.neighbour)
  await site.open({ kind: 'emergency', level: 3, late: true }, people.leader)
  expect(await signal()).toEqual({ ...calm, at })
})

test('a drill lights it where the site chose that, and says so', async () => {
  await site.askAs(people.base, 'POST', '/api/Drill', { officeId: office.office_id })
  expect(await signal()).toEqual({ ...calm, at })
  await site.set('LIT_BY_DRILLS', '1')
  expect(await signal()).toEqual({ ...calm, level: 3, emergency: true, unacknowledged: 1, drill: true, at })
})

test('a key shows its own site alone; a trial key, one that ended and one that was revoked show nothing', async () => {
  await site.open({ kind: 'fall', level: 3 })
  for (const { office_id: officeId } of [sibling, foreign]) {
    const other = await makeIngestKey(db, officeId)
    expect(await signal(other.bearer)).toEqual({ ...calm, at })
  }
  const refused = [{ is_trial: true }, { ends_at: site.time.now }, { revoked_at: site.time.now }]
  for (const values of refused) {
    const key = await makeIngestKey(db, office.office_id, values)
    const { status } = await site.ask('GET', '/api/ingest/signal', { headers: { authorization: key.bearer } })
    expect({ values, status }).toEqual({ values, status: 401 })
  }
  expect(JSON.stringify(await signal())).not.toMatch(/サギョウ|worker|作業/)
})

import { settings } from '@mimamori/contract'
import { DEFAULT_EMERGENCY_SETTINGS, DEFAULT_HEART_DURATIONS } from '@mimamori/heat'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../platform/database/test-database.ts'
import { readSettings, readSettingsOf } from './settings.ts'
import { makeCompany, makeOffice } from '../organisation/test-factories.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const silent = pino({ level: 'silent' })
const type = 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION'
const wanted = { minutes: [type, 'ACCUMULATED_TIME'], level: [type, 'LEVEL_OF_MEASURING'] } as const

const keyOf = ({ company_id: companyId, office_id: officeId }: { company_id: number; office_id: number }) => ({ companyId, officeId })

const store = (owner: { company_id: number; office_id?: number }, key: string, value: string) =>
  database.db
    .insertInto('master_setting')
    .values({ ...owner, type, key, value })
    .execute()

test('many sites are answered at once, each with its own, its company’s or the default', async () => {
  const { db, pool } = database
  const company = await makeCompany(db)
  const [own, heir] = [await makeOffice(db, { company_id: company.company_id }), await makeOffice(db, { company_id: company.company_id })]
  const stranger = await makeOffice(db)
  await store({ company_id: company.company_id }, 'ACCUMULATED_TIME', '20')
  await store({ company_id: own.company_id, office_id: own.office_id }, 'ACCUMULATED_TIME', '30')
  const found = await readSettings(pool, silent, [own, heir, stranger].map(keyOf), wanted)
  expect([...found]).toEqual([
    [own.office_id, { minutes: { value: 30, origin: 'office' }, level: { value: 3, origin: 'default' } }],
    [heir.office_id, { minutes: { value: 20, origin: 'company' }, level: { value: 3, origin: 'default' } }],
    [stranger.office_id, { minutes: { value: 15, origin: 'default' }, level: { value: 3, origin: 'default' } }],
  ])
})

test('what cannot be read is passed over, and each product says so once with its site, type and key', async () => {
  const { db, pool } = database
  const company = await makeCompany(db)
  const office = await makeOffice(db, { company_id: company.company_id })
  await store({ company_id: company.company_id }, 'ACCUMULATED_TIME', '20')
  await store({ company_id: office.company_id, office_id: office.office_id }, 'ACCUMULATED_TIME', 'long')
  await store({ company_id: company.company_id }, 'LEVEL_OF_MEASURING', '7')
  const msg = 'a stored setting cannot be read and is ignored'
  for (const product of ['one', 'another']) {
    const lines: unknown[] = []
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    for (let round = 0; round < 2; round += 1)
      expect(await readSettingsOf(pool, log, keyOf(office), wanted)).toEqual({
        minutes: { value: 20, origin: 'company' },
        level: { value: 3, origin: 'default' },
      })
    expect(lines, product).toEqual([
      { level: 40, officeId: office.office_id, type, key: 'ACCUMULATED_TIME', msg },
      { level: 40, companyId: company.company_id, type, key: 'LEVEL_OF_MEASURING', msg },
    ])
  }
})

test('a stored duration of 0 acts as 1', async () => {
  const { db, pool } = database
  const office = await makeOffice(db)
  const { company_id: companyId, office_id: officeId } = office
  await store({ company_id: companyId, office_id: officeId }, 'ACCUMULATED_TIME', '0')
  expect((await readSettingsOf(pool, silent, { companyId, officeId }, wanted)).minutes).toEqual({ value: 1, origin: 'office' })
})

test('the defaults of the judge are declared as the judge has them', () => {
  const durations = settings.COMPREHENSIVE_ALERT_DETECTION_DURATION
  expect({
    sustainedMinutes: durations.SUSTAINED_HEARTBEAT_LOSS.default,
    instantaneousMinutes: durations.INSTANTANEOUS_HEARTBEAT_LOSS.default,
    maximumMinutes: durations.MAXIMUM_HEART_RATE.default,
  }).toEqual(DEFAULT_HEART_DURATIONS)
  expect({
    emergencyLevel: settings[type].LEVEL_OF_MEASURING.default,
    emergencyMinutes: settings[type].ACCUMULATED_TIME.default,
  }).toEqual(DEFAULT_EMERGENCY_SETTINGS)
})

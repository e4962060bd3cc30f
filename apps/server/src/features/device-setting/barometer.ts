import { type BarometerSetting, barometerDefaults } from '@mimamori/contract'
import { sql } from 'kysely'
import type { SettingKind } from './kind.ts'

export type BarometerValues = Omit<BarometerSetting, 'id' | 'companyId' | 'officeId' | 'referenceBarometerId' | 'version'>

type Row = BarometerValues & { readonly version: number }

/** The base station, which is the reference barometer. */
export const barometer: SettingKind<BarometerValues> = {
  resource: 'barometerSetting',
  words: ['barometer'],
  serialField: 'referenceBarometerId',
  defaults: barometerDefaults,
  instructions: [
    { field: 'barometricPressure', idle: '0', needs: [] },
    { field: 'firmwareUpdate', idle: '0', needs: [] },
  ],
  intervals: ['intervalTimeSetting'],
  read: async (db, { companyId, deviceId }) => {
    const { rows } = await sql<Row>`
      select b.interval_minutes as "intervalTimeSetting", '0' as "barometricPressure", b.latitude, b.longitude, '0' as "firmwareUpdate", b.version
        from barometer_setting b where b.company_id = ${companyId} and b.device_id = ${deviceId}`.execute(db)
    if (rows[0] === undefined) return undefined
    const { version, ...values } = rows[0]
    return { values, version }
  },
  write: async (db, { companyId, deviceId }, values) => {
    await sql`
      insert into barometer_setting as b (company_id, device_id, interval_minutes, latitude, longitude)
      values (${companyId}, ${deviceId}, ${values.intervalTimeSetting}, ${values.latitude}, ${values.longitude})
      on conflict (company_id, device_id) do update set
        interval_minutes = excluded.interval_minutes, latitude = excluded.latitude, longitude = excluded.longitude, version = b.version + 1`.execute(
      db,
    )
  },
}

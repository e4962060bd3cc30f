import { type TerminalSetting, terminalDefaults } from '@mimamori/contract'
import { sql } from 'kysely'
import type { SettingKind } from './kind.ts'

export type TerminalValues = Omit<TerminalSetting, 'id' | 'companyId' | 'officeId' | 'smartSafetyBeltId' | 'version'>

type Row = TerminalValues & { readonly version: number }
const toggle = (column: string) => sql`case when ${sql.ref(column)} then '1' else '0' end`

/** The smart safety belt's terminal. */
export const terminal: SettingKind<TerminalValues> = {
  resource: 'terminalSetting',
  words: ['belt'],
  serialField: 'smartSafetyBeltId',
  defaults: terminalDefaults,
  instructions: [
    { field: 'firmwareUpdate', idle: '0', needs: [] },
    { field: 'locationUpdateFlag', idle: '0', needs: ['latitude', 'longitude'] },
    { field: 'slaveIdUpdate', idle: '0', needs: ['slaveId'] },
  ],
  intervals: ['intervalTimeSetting', 'locationInformationTransmissionInterval'],
  read: async (db, { companyId, deviceId }) => {
    const { rows } = await sql<Row>`
      select b.led_color as "ledColor", ${toggle('b.buzzer')} as buzzer, b.interval_minutes as "intervalTimeSetting",
             ${toggle('b.check_altitude')} as "checkAltitude", b.setting_altitude as "settingAltitude", b.height_altitude as "heightAltitude",
             b.on_waiting_minutes as "onWaitingTime", b.offset_setting as "offsetSettings", ${toggle('b.shoulder_mode')} as "shoulderMode",
             '0' as "firmwareUpdate", b.location_interval_minutes as "locationInformationTransmissionInterval",
             ${toggle('b.emergency_alerts')} as "emergencyAlerts", '0' as "locationUpdateFlag", b.latitude, b.longitude,
             '0' as "slaveIdUpdate", b.slave_id as "slaveId", b.version
        from belt_setting b where b.company_id = ${companyId} and b.device_id = ${deviceId}`.execute(db)
    if (rows[0] === undefined) return undefined
    const { version, ...values } = rows[0]
    return { values, version }
  },
  write: async (db, { companyId, deviceId }, values) => {
    await sql`
      insert into belt_setting as b (company_id, device_id, led_color, buzzer, interval_minutes, check_altitude, setting_altitude, height_altitude,
        on_waiting_minutes, offset_setting, shoulder_mode, location_interval_minutes, emergency_alerts, latitude, longitude, slave_id)
      values (${companyId}, ${deviceId}, ${values.ledColor}, ${values.buzzer === '1'}, ${values.intervalTimeSetting}, ${values.checkAltitude === '1'},
        ${values.settingAltitude}, ${values.heightAltitude}, ${values.onWaitingTime}, ${values.offsetSettings}, ${values.shoulderMode === '1'},
        ${values.locationInformationTransmissionInterval}, ${values.emergencyAlerts === '1'}, ${values.latitude}, ${values.longitude}, ${values.slaveId})
      on conflict (company_id, device_id) do update set
        led_color = excluded.led_color, buzzer = excluded.buzzer, interval_minutes = excluded.interval_minutes,
        check_altitude = excluded.check_altitude, setting_altitude = excluded.setting_altitude, height_altitude = excluded.height_altitude,
        on_waiting_minutes = excluded.on_waiting_minutes, offset_setting = excluded.offset_setting, shoulder_mode = excluded.shoulder_mode,
        location_interval_minutes = excluded.location_interval_minutes, emergency_alerts = excluded.emergency_alerts,
        latitude = excluded.latitude, longitude = excluded.longitude, slave_id = excluded.slave_id, version = b.version + 1`.execute(db)
  },
}

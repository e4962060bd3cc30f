import { type BarometerSetting, barometerSetting, type BodyOf, type TerminalSetting, terminalSetting } from '@mimamori/contract'
import type { By } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { type Route, route } from '../platform/route.ts'
import { barometer, type BarometerValues } from './barometer.ts'
import type { Values } from './kind.ts'
import { readSetting, saveSetting, type Setting } from './setting.ts'
import { terminal, type TerminalValues } from './terminal.ts'

const placed = <Own extends Values>({ device: { deviceId, officeId, companyId }, values, version }: Setting<Own>) => ({
  ...values, id: version === 0 ? null : String(deviceId), officeId, companyId, version,
})
const ofTerminal = (setting: Setting<TerminalValues>): TerminalSetting => ({ ...placed(setting), smartSafetyBeltId: setting.device.serial })
const ofBarometer = (setting: Setting<BarometerValues>): BarometerSetting => ({ ...placed(setting), referenceBarometerId: setting.device.serial })

/** What terminals and base stations are told; a setting is made by its first save, so that both ways of saving are one. */
export const deviceSettingRoutes = (context: Context): Route[] => {
  const saveTerminal = async ({ smartSafetyBeltId: serial, companyId, officeId, version, ...values }: BodyOf<typeof terminalSetting.update>, by: By) =>
    ofTerminal(await saveSetting(context, by, terminal, { serial, place: { companyId, officeId }, version, values }))
  const saveBarometer = async ({ referenceBarometerId: serial, companyId, officeId, version, ...values }: BodyOf<typeof barometerSetting.update>, by: By) =>
    ofBarometer(await saveSetting(context, by, barometer, { serial, place: { companyId, officeId }, version, values }))
  return [
    route(terminalSetting.one, 'terminalSetting', async ({ query, actor }) =>
      ofTerminal(await readSetting(context.db, actor, terminal, query.smartSafetyBeltId, query)),
    ),
    route(terminalSetting.create, 'terminalSetting', ({ body, ...by }) => saveTerminal(body, by)),
    route(terminalSetting.update, 'terminalSetting', ({ body, ...by }) => saveTerminal(body, by)),

    route(barometerSetting.one, 'barometerSetting', async ({ query, actor }) =>
      ofBarometer(await readSetting(context.db, actor, barometer, query.referenceBarometerId, query)),
    ),
    route(barometerSetting.create, 'barometerSetting', ({ body, ...by }) => saveBarometer(body, by)),
    route(barometerSetting.update, 'barometerSetting', ({ body, ...by }) => saveBarometer(body, by)),
  ]
}

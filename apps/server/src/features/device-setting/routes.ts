import {
  type BarometerSetting,
  barometerSetting,
  type BodyOf,
  type Endpoint,
  type QueryOf,
  type TerminalSetting,
  terminalSetting,
} from '@mimamori/contract'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { barometer, type BarometerValues } from './barometer.ts'
import type { Values } from './kind.ts'
import { readSetting, saveSetting, type Setting } from './setting.ts'
import { terminal, type TerminalValues } from './terminal.ts'

const withDevice = <Own extends Values>({ device, values, version }: Setting<Own>) => ({
  ...values,
  id: version === 0 ? null : String(device.deviceId),
  officeId: device.officeId,
  companyId: device.companyId,
  version,
})
const ofTerminal = (setting: Setting<TerminalValues>): TerminalSetting => ({
  ...withDevice(setting),
  smartSafetyBeltId: setting.device.serial,
})
const ofBarometer = (setting: Setting<BarometerValues>): BarometerSetting => ({
  ...withDevice(setting),
  referenceBarometerId: setting.device.serial,
})

type Save<E extends Endpoint> = Requester & { readonly query: QueryOf<E>; readonly body: BodyOf<E> }

/** The settings of terminals and base stations; a setting is made by its first save, so that both ways of saving are one. */
export const deviceSettingRoutes = (context: Context): Route[] => {
  const saveTerminal = async ({ query, body, ...requester }: Save<typeof terminalSetting.update>) => {
    const { smartSafetyBeltId: serial, companyId, officeId, version, ...values } = { ...body, ...query }
    return ofTerminal(await saveSetting(context, requester, terminal, { serial, office: { companyId, officeId }, version, values }))
  }
  const saveBarometer = async ({ query, body, ...requester }: Save<typeof barometerSetting.update>) => {
    const { referenceBarometerId: serial, companyId, officeId, version, ...values } = { ...body, ...query }
    return ofBarometer(await saveSetting(context, requester, barometer, { serial, office: { companyId, officeId }, version, values }))
  }
  return [
    route(terminalSetting.one, 'terminalSetting', async ({ query, actor }) =>
      ofTerminal(await readSetting(context.db, actor, terminal, { serial: query.smartSafetyBeltId, ...query })),
    ),
    route(terminalSetting.create, 'terminalSetting', saveTerminal),
    route(terminalSetting.update, 'terminalSetting', saveTerminal),

    route(barometerSetting.one, 'barometerSetting', async ({ query, actor }) =>
      ofBarometer(await readSetting(context.db, actor, barometer, { serial: query.referenceBarometerId, ...query })),
    ),
    route(barometerSetting.create, 'barometerSetting', saveBarometer),
    route(barometerSetting.update, 'barometerSetting', saveBarometer),
  ]
}

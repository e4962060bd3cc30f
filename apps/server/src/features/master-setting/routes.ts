import { isDisplayType, isWorkerRole, masterSetting, type SettingChange, type SettingOwner, type SettingRow } from '@mimamori/contract'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { type Actor, type Route, route } from '../../platform/http/route.ts'
import { withChannelNames } from './channel-steps.ts'
import { rowsInForce } from './in-force.ts'
import { saveSettings } from './save.ts'
import { readSismilHost, saveSismilHost } from './sismil-host.ts'
import { findOwner, readStored } from './store.ts'

/** People who only read lists need to know what these show, and nobody's mail address. */
const rowsFor = ({ role }: Actor, rows: readonly SettingRow[], type: string | undefined): SettingRow[] =>
  rows.filter((row) => (type === undefined || row.type === type) && (!isWorkerRole(role) || isDisplayType(row.type)))

type Read = { readonly actor: Actor; readonly params: { readonly id: number }; readonly query: { readonly type?: string | undefined } }
type Save = Requester & { readonly params: { readonly id: number }; readonly body: readonly SettingChange[] }

/** The master settings of companies and sites, and the address of the heat watchers' maker. */
export const masterSettingRoutes = (context: Context): Route[] => {
  const { db } = context
  const readOf =
    (kind: SettingOwner) =>
    async ({ actor, params, query }: Read) => {
      const owner = await findOwner(db, actor, kind, params.id)
      return withChannelNames(db, owner, rowsFor(actor, rowsInForce(kind, await readStored(db, owner)), query.type))
    }
  // A save creates nothing, so that both ways of saving are one.
  const saveOf =
    (kind: SettingOwner) =>
    ({ params, body, actor, address }: Save) =>
      saveSettings(context, { actor, address }, kind, params.id, body)
  return [
    route(masterSetting.ofCompany, 'masterSetting', readOf('company')),
    route(masterSetting.changeCompany, 'masterSetting', saveOf('company')),
    route(masterSetting.updateCompany, 'masterSetting', saveOf('company')),
    route(masterSetting.ofOffice, 'masterSetting', readOf('office')),
    route(masterSetting.changeOffice, 'masterSetting', saveOf('office')),
    route(masterSetting.updateOffice, 'masterSetting', saveOf('office')),
    route(masterSetting.sismilHost, 'masterSetting', () => readSismilHost(context)),
    route(masterSetting.updateSismilHost, 'masterSetting', ({ body, actor, address }) => saveSismilHost(context, { actor, address }, body)),
  ]
}

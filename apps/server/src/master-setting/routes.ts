import { isDisplayType, isWorkerRole, masterSetting, type SettingRow } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { type Actor, type Route, route } from '../platform/route.ts'
import { rowsInForce } from './in-force.ts'
import { findCompany, findOffice, readStored } from './store.ts'

/** Who only reads lists needs to know what they show, and nobody's mail address. */
const rowsFor = ({ role }: Actor, rows: readonly SettingRow[], type: string | undefined): SettingRow[] =>
  rows.filter((row) => (type === undefined || row.type === type) && (!isWorkerRole(role) || isDisplayType(row.type)))

/** The master settings of companies and sites. */
export const masterSettingRoutes = ({ db }: Context): Route[] => [
  route(masterSetting.ofCompany, 'masterSetting', async ({ params, query, actor }) => {
    const owner = await findCompany(db, actor, params.id)
    return rowsFor(actor, rowsInForce('company', await readStored(db, owner)), query.type)
  }),

  route(masterSetting.ofOffice, 'masterSetting', async ({ params, query, actor }) => {
    const owner = await findOffice(db, actor, params.id)
    return rowsFor(actor, rowsInForce('office', await readStored(db, owner)), query.type)
  }),
]

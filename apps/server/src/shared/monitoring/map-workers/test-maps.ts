import type { Insertable } from 'kysely'
import { makeDevice } from '../../organisation/test-factories.ts'
import type { Db } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/database-types.ts'

type Office = { readonly company_id: number; readonly office_id: number }

/** A map of an office: a drawing, unless the values say otherwise. */
export const makeMap = (db: Db, { company_id, office_id }: Office, values: Partial<Insertable<Database['site_map']>> = {}) =>
  db
    .insertInto('site_map')
    .values({ company_id, office_id, position: 0, location_name: '本館', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A gateway in the middle of a map. */
export const makeGatewayOn = (
  db: Db,
  { map_id, office_id }: { readonly map_id: number; readonly office_id: number },
  values: Partial<Insertable<Database['device']>> = {},
) => makeDevice(db, 'gateway', office_id, { map_id, position_x: 50, position_y: 50, ...values })

/** A drawing laid on the world: 0.01 degrees wide and high, its south-west corner at 35° north, 139° east. */
export const laidDrawing = { type: 3, angle_coordinates: ['35.01,139', '35.01,139.01', '35,139.01', '35,139'] }

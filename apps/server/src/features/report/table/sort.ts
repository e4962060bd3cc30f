import { sql } from 'kysely'
import { ascending, japanese, type ListOrders } from '../../../platform/database/list-order.ts'

const furigana = japanese('u.furigana')
const officeName = japanese('o.name')
const groupCode = japanese('g.code')

/** The orders of the people of a report (alias `u`, at the site `o`, of the group `g`; `p.registered` where they are there now). */
export const reportWorkerOrders: ListOrders = {
  resource: 'report',
  keys: { fullName: furigana, furigana, workerCode: japanese('u.worker_code'), groupName: japanese('g.name'), officeName },
  standard: () => [{ by: sql.ref('p.registered'), direction: 'desc' }, ...ascending(groupCode)],
  tieBreaker: ascending(furigana, sql.ref('u.user_id'), officeName, sql.ref('p.office_id')),
}

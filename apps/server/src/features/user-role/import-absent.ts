import type { ClientBase } from 'pg'
import { stage } from '../../platform/exchange/stage.ts'
import { isInstant, storedFields } from './columns.ts'

const stored: ReadonlySet<string> = new Set(Object.values(storedFields))

const shown = (column: string) => (isInstant(column) ? `(u.${column} at time zone 'Asia/Tokyo')::date` : `u.${column}`)

// $1 is the company.
const wornOf = (slot: string) => `
  with worn as materialized (
    select w.user_id, d.serial from wear w join device d on d.company_id = w.company_id and d.device_id = w.device_id
     where w.company_id = $1 and w.slot = '${slot}' and w.worn_to is null
  )
  update ${stage} s set ${slot} = worn.serial from worn where worn.user_id = s.target_id`

/**
 * Fills the columns that a file does not have with what is there of the person whom each row is about: what a file leaves
 * out stays, as it does in a form. A login ID that is left out is made elsewhere.
 * @param absent the names of the columns
 */
export const fillAbsentColumns = async (client: ClientBase, companyId: number, absent: readonly string[]): Promise<void> => {
  const columns = absent.filter((name) => name !== storedFields.userName)
  if (columns.length === 0) return
  // A file with passwords is checked twice, and somebody may be gone the second time.
  await client.query(`update ${stage} s set ${columns.map((name) => `${name} = null`).join(', ')}`)
  const storedColumns = columns.filter((name) => stored.has(name))
  const values = storedColumns.map((name) => `${name} = ${shown(name)}`).join(', ')
  const keep = `update ${stage} s set ${values} from app_user u where u.company_id = $1 and u.user_id = s.target_id`
  if (storedColumns.length > 0) await client.query(keep, [companyId])
  for (const slot of ['vital', 'belt']) if (columns.includes(slot)) await client.query(wornOf(slot), [companyId])
}

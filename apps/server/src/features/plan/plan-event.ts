import type { Plan, WebhookPlan } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'

/** A site's plan of a day as webhooks are sent it: the rest of each group by hour, in minutes an hour of work, and nothing of any person. */
export const planEvent = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  { date, officeName, groups }: Plan,
  issuedAt: Date,
): Promise<WebhookPlan> => {
  const { rows } = await sql<TableRow<'office', 'base_code'>>`
    select o.base_code from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  return {
    site: { id: officeId, code: rows[0]?.base_code ?? '', name: officeName },
    day: date,
    issuedAt: toJapanIso(issuedAt),
    groups: groups.map(({ groupId, groupName, people, hours }) => ({
      id: groupId,
      name: groupName,
      people,
      hours: hours.map(({ at, workMinutes, restMinutes }) => ({ at, workMinutes, restMinutes })),
    })),
  }
}

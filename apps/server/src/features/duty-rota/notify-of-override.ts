import { rotaPlaceText, type RotaShift } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/http/route.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { type Reader, readPlanners, type Sender, sendRotaNotice } from './send-rota-notice.ts'

type Override = {
  readonly date: string
  readonly shift: RotaShift
  readonly place: number
  readonly userId: number
  readonly fullName: string
  readonly insteadOf: string | null
  readonly reason: string
}

/** Notifies the substitute, and of what a leader decided also the site's administrators; never who decided it. */
export const notifyOfOverride = async (
  sender: Sender,
  {
    office,
    at,
    actor,
    isByLeader,
    override,
  }: { readonly office: OfficeKey; readonly at: Date; readonly actor: Actor; readonly isByLeader: boolean; readonly override: Override },
): Promise<void> => {
  const { db } = sender
  const { rows: substitutes } = await sql<Reader>`
    select u.user_id, u.email from app_user u where u.company_id = ${office.companyId} and u.user_id = ${override.userId}`.execute(db)
  const planners = isByLeader ? await readPlanners(db, office) : []
  const readers = [...new Map([...planners, ...substitutes].map((reader) => [reader.user_id, reader])).values()]
  const title = `${rotaPlaceText(override)}は${override.fullName}さん${override.insteadOf === null ? '' : `（${override.insteadOf}さんの代わり）`}`
  await sendRotaNotice(
    sender,
    readers.filter(({ user_id }) => user_id !== actor.userId),
    { office, at, title, body: `${actor.fullName}さんが代わりを立てました。わけ：${override.reason}` },
  )
}

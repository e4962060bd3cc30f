import type { AlertKind } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { isEmergency } from '../../../shared/monitoring/emergency-kinds.ts'

type Subject = {
  readonly kind: AlertKind
  readonly office_id: number
  readonly user_id: number | null
  readonly device_id: number | null
  readonly alert_id: number
}

/**
 * What suppression counts by: a kind, and a person or a device at a place; the people of another place were not notified. Two
 * reports about nobody who is known may be about two people.
 */
const subjectOf = ({ kind, office_id, user_id, device_id, alert_id }: Subject): string => {
  if (user_id !== null) return `${kind} of ${office_id}/${user_id}`
  return kind === 'report' ? `alert ${alert_id}` : `${kind} of ${office_id}/device ${device_id}`
}

type Line = { readonly at: number; readonly level: number | null }

/** What a company's people were notified of lately, by subject. It grows with each notice. */
export class EarlierNotices {
  readonly #lines = new Map<string, Line[]>()

  /** The levels of the notices about the subject since then. */
  levels(subject: Subject, since: Date): (number | null)[] {
    const own = this.#lines.get(subjectOf(subject)) ?? []
    return own.filter(({ at }) => at > since.getTime()).map(({ level }) => level)
  }

  add(subject: Subject, at: Date, level: number | null): void {
    const key = subjectOf(subject)
    this.#lines.set(key, [...(this.#lines.get(key) ?? []), { at: at.getTime(), level }])
  }
}

/** Reads the first notices since then: a repetition to people who did not answer is not part of it. */
export const readEarlierNotices = async (db: Db, companyId: number, since: Date): Promise<EarlierNotices> => {
  const { rows } = await sql<Subject & { at: Date; level: number | null }>`
    select a.kind, a.office_id, a.user_id, a.device_id, a.alert_id, n.level, max(n.at) as at
      from alert_notice n join alert a on a.company_id = n.company_id and a.alert_id = n.alert_id
     where n.company_id = ${companyId} and n.at > ${since} and n.occasion <> 'escalated' and n.channel <> 'none' and not ${isEmergency}
     group by a.kind, a.office_id, a.user_id, a.device_id, a.alert_id, n.level`.execute(db)
  const notices = new EarlierNotices()
  for (const { at, level, ...subject } of rows) notices.add(subject, at, level)
  return notices
}

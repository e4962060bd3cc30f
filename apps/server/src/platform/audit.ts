import type { Db } from './context.ts'
import type { Actor } from './http/route.ts'

/** Who asks for a change, and the network address the request came from. */
export type Requester = { readonly actor: Actor; readonly address: string }

export type AuditEntry = {
  readonly at: Date
  /** Who did it; null where nobody was signed in. */
  readonly actor: { readonly userId: number; readonly loginId: string } | null
  /** Where the request came from. */
  readonly address: string
  readonly action: string
  readonly resource: string
  readonly resourceId: string | number
  /** The tenant that the record belongs to, so that its administrators can read the log. */
  readonly companyId: number
  readonly officeId: number | null
  readonly before?: unknown
  readonly after?: unknown
}

const asJson = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/** An entry as its row of `audit_log`. */
export const auditRow = (entry: AuditEntry) => ({
  at: entry.at,
  user_id: entry.actor?.userId ?? null,
  user_name: entry.actor?.loginId ?? '（未ログイン）',
  company_id: entry.companyId,
  office_id: entry.officeId,
  action: entry.action,
  resource: entry.resource,
  resource_id: String(entry.resourceId),
  before: asJson(entry.before),
  after: asJson(entry.after),
  address: entry.address,
  chain: entry.action === 'read' ? 'read' : 'change',
})

/** Inserts an audit log entry. Changes are recorded by `writeAudit`, which refuses what may not be changed. @returns its number */
export const insertAudit = async (db: Db, entry: AuditEntry): Promise<number> => {
  const { audit_id } = await db.insertInto('audit_log').values(auditRow(entry)).returning('audit_log.audit_id').executeTakeFirstOrThrow()
  return audit_id
}

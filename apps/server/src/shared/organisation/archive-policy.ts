import type { AuditEntry } from '../../platform/audit.ts'

/**
 * What may still be done at an archived office, as the audit log names it; everything else that somebody does there is refused.
 * Its records are read and taken away, people leave it, and their data is erased when they ask for it.
 */
const allowed: { readonly [resource: string]: readonly string[] | 'everything' } = {
  office: ['archive', 'reopen', 'delete'],
  user: ['movedToOtherSite', 'movedToOtherCompany', 'delete', 'erase', 'hold', 'releaseHold', 'endSession', 'lock'],
  session: 'everything',
}

/** What changes nothing, whatever it is done with. */
const reading = ['read', 'export', 'trail']

/** Whether an entry of the audit log may be written about an archived office. What the server does by itself always may. */
export const isAllowedInArchive = ({ actor, action, resource }: Pick<AuditEntry, 'actor' | 'action' | 'resource'>): boolean => {
  if (actor === null || reading.includes(action)) return true
  const actions = allowed[resource] ?? []
  return actions === 'everything' || actions.includes(action)
}

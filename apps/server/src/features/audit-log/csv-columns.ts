import { auditActionNames, auditResourceNames, labels } from '@mimamori/contract'
import { writeInstant } from '../../platform/exchange/cell.ts'
import type { ExportColumn } from '../../platform/exchange/columns.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { AuditRow } from './store.ts'

const { auditLog } = labels
const asText = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))

/** The columns of the file of the audit log. */
export const auditColumns: readonly ExportColumn<AuditRow>[] = [
  { label: auditLog.at, write: ({ at }) => writeInstant(toJapanIso(at)) },
  { label: auditLog.userName, write: ({ userName }) => userName },
  { label: auditLog.fullName, write: ({ fullName }) => fullName ?? '' },
  { label: auditLog.action, write: ({ action }) => auditActionNames[action] ?? action },
  { label: auditLog.resource, write: ({ resource }) => auditResourceNames[resource] ?? resource },
  { label: auditLog.resourceId, write: ({ resourceId }) => resourceId },
  { label: auditLog.before, write: ({ before }) => asText(before) },
  { label: auditLog.after, write: ({ after }) => asText(after) },
  { label: auditLog.address, write: ({ address }) => address ?? '' },
]

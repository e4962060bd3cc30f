import { labels } from '@mimamori/contract'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import type { ImportPlan } from '../../platform/exchange/take-in.ts'
import { fileOf } from './csv-columns.ts'
import { applyDevices } from './import-apply.ts'
import { checkDevices, warnOfZeros } from './import-check.ts'
import type { LinkingKind } from './import-links.ts'
import { removalOfDevices } from './import-removal.ts'
import type { DeviceKind } from './kind.ts'
import { refuseArchived } from '../../shared/organisation/archived-offices.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'

/**
 * How a file of devices of one kind is imported at an office: keys are the serials of that office.
 * @throws Refusal 404 for an office that is not the actor's
 */
export const deviceImport = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  kind: Pick<DeviceKind, 'resource' | 'serialField' | 'words' | 'file'> & LinkingKind,
  officeId: number,
): Promise<ImportPlan> => {
  const office = await lockOfficeShared(db, requester.actor, officeId)
  const { name, columns, job } = fileOf(kind)
  return {
    kind: job,
    companyId: office.companyId,
    officeId,
    columns,
    columnsSource: { module: new URL('csv-columns.ts', import.meta.url), name },
    expected: { [labels[kind.resource].companyName]: office.companyName, [labels[kind.resource].officeName]: office.officeName },
    check: async (client, absent) => {
      await refuseArchived(onClient(client), office)
      return checkDevices(client, kind, office, requester.actor, absent)
    },
    warn: (client) => warnOfZeros(client, kind, office),
    removal: (client) => removalOfDevices(client, office.companyId),
    apply: (client) => applyDevices(client, kind, office, requester, clock()),
    tables: ['device', 'wear', 'audit_log'],
  }
}

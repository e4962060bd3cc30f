import { sql } from 'kysely'
import type { By } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { ImportPlan } from '../platform/exchange/imports.ts'
import { withinScope } from '../organisation/scope.ts'
import { fileOf } from './csv-columns.ts'
import { applyDevices } from './import-apply.ts'
import { checkDevices, warnOfZeros } from './import-check.ts'
import type { DeviceKind } from './kind.ts'
import type { Site } from '../organisation/office-lock.ts'

/**
 * How a file of devices of one kind is taken in at a site: keys are the serials of that site.
 * @throws Refusal 404 for a site that is not the actor's
 */
export const deviceImport = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  by: By,
  kind: Pick<DeviceKind, 'resource' | 'serialField' | 'words'>,
  officeId: number,
): Promise<ImportPlan> => {
  const { rows } = await sql<Site>`
    select o.company_id as "companyId", o.office_id as "officeId" from office o
     where o.office_id = ${officeId} and ${withinScope(by.actor, { company: 'o.company_id', office: 'o.office_id', group: null, user: null })}`.execute(
    db,
  )
  const [site] = rows
  if (site === undefined) throw notFound()
  const { name, columns } = fileOf(kind)
  return {
    resource: kind.resource,
    columns,
    columnsPlace: { module: new URL('csv-columns.ts', import.meta.url), name },
    check: (client) => checkDevices(client, kind, officeId),
    warn: (client) => warnOfZeros(client, kind, officeId),
    apply: (client) => applyDevices(client, kind, site, by, clock()),
  }
}

import { alert } from './alert.ts'
import { auditLog } from './audit-log.ts'
import { company } from './company.ts'
import { device, kbn } from './device.ts'
import type { Endpoint } from './endpoint.ts'
import { group } from './group.ts'
import { healthCondition } from './health-condition.ts'
import { ingest } from './ingest.ts'
import { job } from './job.ts'
import { live } from './live.ts'
import { office } from './office.ts'
import { session } from './session.ts'
import { site } from './site.ts'
import { userRole } from './user-role.ts'

/** Every call of the product, by slice. */
export const endpoints = { session, site, company, office, userRole, group, device, kbn, auditLog, job, healthCondition, alert, live, ingest }

/** The same as one flat list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((slice): Endpoint[] => Object.values(slice))

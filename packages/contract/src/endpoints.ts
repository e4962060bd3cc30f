import { alert } from './alert.ts'
import type { Endpoint } from './endpoint.ts'
import { healthCondition } from './health-condition.ts'
import { ingest } from './ingest.ts'
import { live } from './live.ts'
import { session } from './session.ts'
import { site } from './site.ts'

/** Every call of the product, by slice. */
export const endpoints = { session, site, healthCondition, alert, live, ingest }

/** The same as one flat list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((slice): Endpoint[] => Object.values(slice))

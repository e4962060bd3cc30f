import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { operationParts } from './operation.ts'
import { admins } from './role.ts'
import { Instant } from './wire.ts'

/** The state of the product's database and of the server's disks. */
export const DatabaseState = z.object({
  /**
   * Free space on the disks of the server that answers, in MB of 2^20 bytes: where the embedded database and files are kept, each disk
   * once. Below the floor nothing large is accepted. Empty where both are elsewhere, and for people who do not run the service.
   */
  disks: z.array(z.object({ use: z.enum(['data', 'files']), freeMegabytes: z.int(), floorMegabytes: z.int() })),
  /** The last time within a day that the database continued on another host, and since when it had been away. */
  moved: z.object({ at: Instant, awaySince: Instant }).nullable(),
  /** Whether another host is ready to take over. Null where there is to be none, and for people who do not run the service. */
  hasStandby: z.boolean().nullable(),
  /** The parts of the service that need a hand, as they were noted last. Empty for people who do not run the service. */
  needsHand: z.array(z.enum(operationParts)),
})
export type DatabaseState = z.infer<typeof DatabaseState>

export const databaseState = {
  read: endpoint({
    method: 'GET',
    path: '/api/DatabaseState',
    permission: admins,
    summary: 'データベースが予備に切り替わった時刻（24時間以内）と、予備の有無、サーバーのディスクの空き容量、手当てが必要な部分。',
    answer: DatabaseState,
  }),
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Instant, wireInteger } from './wire.ts'

/** What a company and a site need before the first reading can be judged, in the order in which it is done. */
export const firstStepKeys = ['company', 'office', 'key', 'devices', 'workers', 'reading'] as const
export type FirstStepKey = (typeof firstStepKeys)[number]

/** One of the steps. Whether it is done is read from what there is, each time. */
export const FirstStep = z.object({
  key: z.enum(firstStepKeys),
  done: z.boolean(),
  /** How many there are of what the step is about: sites, keys that are valid, vital devices, workers, workers heard. */
  count: z.number().int(),
  /** What some of them are called; empty for people. */
  names: z.array(z.string()),
  /** When it was done last, where that is known. */
  at: Instant.nullable(),
})
export type FirstStep = z.infer<typeof FirstStep>

export const FirstSteps = z.object({
  /** Null for a service administrator who has chosen no site. */
  companyName: z.string().nullable(),
  officeId: z.number().int().nullable(),
  officeName: z.string().nullable(),
  steps: z.array(FirstStep),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const firstSteps = {
  read: endpoint({
    method: 'GET',
    path: '/api/FirstSteps',
    permission: admins,
    summary: '拠点を始めるまでの6つの段と、終わったかどうか。拠点を選ばなければ、会社と拠点の段だけ分かる。拠点管理者は自分の拠点。',
    query: z.object({ officeId: wireInteger(1).optional() }),
    answer: FirstSteps,
  }),
}

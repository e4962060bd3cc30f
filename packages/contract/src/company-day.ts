import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PublicAlert } from './public-alert.ts'
import { listOf, wireInteger } from './wire.ts'
import { recordOf } from './typed-lists.ts'
import { wearStates } from './wear.ts'

/** So many names are said of each; the rest is counted. */
export const mostNamesOfSite = 3

const names = z.array(z.string()).max(mostNamesOfSite)

/** What of a site's working day somebody of the company should look at. Figures and names, no health data. */
export const SiteDay = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  /** The working day, by the date on which the site opens. */
  date: z.string(),
  people: z.number().int(),
  /** The people by the state of their tag. */
  states: z.object(recordOf(wearStates, () => z.number().int())),
  /** Some of those to whom nothing is handed out. */
  notHandedNames: names,
  /** How many have been in heat for long today, and are heard now. */
  longInHeat: z.number().int(),
  /** How many were sent to rest ten minutes ago or longer and are heard elsewhere than at a resting place. */
  notResting: z.number().int(),
  notRestingNames: names,
  /** How many were not briefed of the procedures in force. */
  notBriefed: z.number().int(),
  /** Public heat alerts of the site's area for today and tomorrow. */
  publicAlerts: z.array(PublicAlert),
})
export type SiteDay = z.infer<typeof SiteDay>

export const companyDay = {
  read: endpoint({
    method: 'GET',
    path: '/api/Company/Day',
    permission: ['AdminUnitService', 'AdminUnitContract'],
    summary:
      '会社のすべての拠点のきょう。機器を渡していない人、受信のない人、暑さの中に長くいる人、休憩を伝えたのに休んでいない人、手順を知らせていない人の数。サービス管理者は会社を選ぶ。',
    query: z.object({ companyId: wireInteger(1).optional() }),
    answer: listOf(SiteDay),
  }),
}

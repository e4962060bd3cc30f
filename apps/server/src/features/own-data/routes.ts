import { ownData } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readConsent, setConsent } from './consent.ts'
import { readMyReads } from './reads.ts'
import { sendOwnData } from './send-zip.ts'

/** What people see, decide and fetch of themselves (自分のデータ). */
export const ownDataRoutes = (context: Context): Route[] => [
  route(ownData.consent, 'ownData', ({ actor }) => readConsent(context, actor)),
  route(ownData.setConsent, 'ownData', ({ body, ...requester }) => setConsent(context, requester, body)),
  route(ownData.myData, 'ownData', ({ query, reply, ...requester }) => sendOwnData(context, requester, query.language, reply)),
  route(ownData.myReads, 'ownData', ({ actor, query }) => readMyReads(context, actor, query)),
]

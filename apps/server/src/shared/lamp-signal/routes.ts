import { lampSignal } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { unauthorised } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readSignals } from './read-signals.ts'

/** What a lamp that asks by HTTP shows; every process serves this, as it serves readings. */
export const lampSignalRoutes = (context: Pick<Context, 'db' | 'pool' | 'log' | 'clock'>): Route[] => [
  route(lampSignal.read, 'downlink', async ({ sender: { companyId, officeId, isTrial } }) => {
    // What is sent with a trial key lights no lamp, and one that stays dark on it would be taken for calm.
    if (isTrial === true) throw unauthorised('lampTrialKey')
    const signal = (await readSignals(context, [{ companyId, officeId }])).get(officeId)
    if (signal === undefined) throw new Error(`no signal was read of office ${officeId}`)
    return signal
  }),
]

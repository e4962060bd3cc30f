import { wallboard } from '@mimamori/contract/wallboard'
import { useEffect, useState } from 'react'
import { callRaw } from '../platform/api.ts'
import { errorOf } from '../platform/call-error.ts'
import { setServerTime } from '../platform/clock.ts'
import { type FeedState, startFeed } from './board-feed.ts'
import { takeNewBuild } from './new-build.ts'

const pace = { silenceMs: 25_000, firstRetryMs: 1_000, lastRetryMs: 15_000, refusedRetryMs: 30_000 }

type Ask = (endpoint: typeof wallboard.read | typeof wallboard.live, officeId: number, signal: AbortSignal) => Promise<Response>

/** Asks with the link of the address, no matter who is signed in beside it. */
const byLink =
  (link: string): Ask =>
  async ({ path }, officeId, signal) => {
    const headers = { authorization: `Bearer ${link}` }
    const answer = await fetch(path.replace(':officeId', String(officeId)), { headers, signal })
    if (!answer.ok) throw await errorOf(answer)
    return answer
  }

const bySession: Ask = (endpoint, officeId, signal) => callRaw(endpoint, { params: { officeId }, signal })

/** The board of an office, kept current by a link or by the session. */
export const useBoard = (officeId: number, link: string | undefined): FeedState => {
  const [state, setState] = useState<FeedState>({ kind: 'connecting' })
  useEffect(() => {
    const ask = link === undefined ? bySession : byLink(link)
    return startFeed({
      ...pace,
      read: (signal) => ask(wallboard.read, officeId, signal),
      listen: (signal) => ask(wallboard.live, officeId, signal),
      onChange: (next) => {
        if (next.kind === 'live') {
          setServerTime(Date.parse(next.board.at))
          void takeNewBuild(next.board.build)
        }
        setState(next)
      },
    })
  }, [officeId, link])
  return state
}

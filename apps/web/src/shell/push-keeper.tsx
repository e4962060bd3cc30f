import { message } from '@mimamori/contract/messages'
import { useEffect } from 'react'
import { notify } from '../kit/notify.ts'
import { go } from '../platform/go.ts'
import { listenToWorker } from '../platform/push.ts'
import { parseSearch } from '../platform/search-text.ts'
import { usePushStatus } from '../platform/use-push.ts'

/** Says where this browser has lost its notices, and leads where a tapped one points. */
export const PushKeeper = () => {
  const { standing } = usePushStatus()
  useEffect(() => {
    if (standing === 'restored') notify.news(message('pushRestored'))
    if (standing === 'lost') notify.failure(message('pushLost'))
    if (standing === 'noSender') notify.failure(message('pushNoSender'))
  }, [standing])
  useEffect(
    () =>
      listenToWorker((news) => {
        if (news.kind !== 'open') return
        const { pathname, search, hash } = new URL(news.url, location.origin)
        void go({ to: pathname, search: parseSearch(search.slice(1)) as never, hash: hash.slice(1) })
      }),
    [],
  )
  return null
}

import { alertRecord } from '@mimamori/contract/alert-record'
import { message } from '@mimamori/contract/messages'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import { openResponse } from './response-store.ts'

/** Opens the answer to the alert that the address names (`#alert-12`), as a tapped notice does, and then removes it from the address. */
export const LinkedAlert = () => {
  const id = useRouterState({ select: ({ location }) => /^alert-(\d+)$/.exec(location.hash)?.[1] })
  const navigate = useNavigate()
  useEffect(() => {
    if (id === undefined) return
    // Anyone who reloads or comes back is not asked a second time.
    void navigate({ to: '.', search: true as never, hash: '', replace: true })
    call(alertRecord.read, { params: { id } }).then(
      ({ episode }) => {
        if (episode.handling === 'closed') notify.news(message('alertClosed'))
        else openResponse(episode)
      },
      (error: unknown) =>
        notify.failure(
          errorLines(error)
            .map(({ text }) => text)
            .join(''),
        ),
    )
  }, [id, navigate])
  return null
}

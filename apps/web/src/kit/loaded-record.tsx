import type { Endpoint, AnswerOf } from '@mimamori/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { NoAnswerYet } from './no-answer-yet.tsx'
import { PageTitle } from './page-title.tsx'
import { Panel } from './panel.tsx'
import type { CallInput } from '../platform/client.ts'
import type { PlainScreen } from '../platform/screen.ts'
import { missingIfRefused, queryOf } from '../platform/query.ts'

type LoadedRecordProps<E extends Endpoint> = {
  /** The list that the record is of. */
  readonly list: PlainScreen
  readonly endpoint: E
  readonly input: Omit<CallInput<E>, 'signal'>
  /** Draws the record; drawn from scratch after `reload`. */
  readonly children: (record: AnswerOf<E>, reload: () => void) => ReactNode
}

/** A record as the server has it at this moment, since what is edited must not come from a cache. */
export const LoadedRecord = <E extends Endpoint>({ list, endpoint, input, children }: LoadedRecordProps<E>) => {
  const result = useQuery({ ...queryOf(endpoint, input), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  const [reading, setReading] = useState(0)
  const reload = () => void result.refetch().then(() => setReading((count) => count + 1))
  if (result.data !== undefined) return <Fragment key={reading}>{children(result.data, reload)}</Fragment>
  return (
    <>
      <PageTitle back={list} />
      <Panel>
        <NoAnswerYet result={{ error: missingIfRefused(result.error), isFetching: result.isFetching, refetch: result.refetch }} />
      </Panel>
    </>
  )
}

import { labels } from '@mimamori/contract/labels'
import { rest } from '@mimamori/contract/rest'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { oldestStale } from '../kit/oldest-stale.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { useLiveList } from '../marks/use-live-list.ts'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { useOwnActions } from '../platform/action-queue/own-actions.ts'
import { useNow } from '../platform/clock.ts'
import { queryOf } from '../platform/query.ts'
import { type SearchOf, useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { plannedAndTaken } from './planned-and-taken.ts'
import { RestBoard } from './rest-board.tsx'
import { shownRests } from './shown-rests.ts'

const mostPeople = 500
const askAgainMs = 30_000

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の人に、休憩を伝えます。' }

type Scope = { readonly officeId: number; readonly groupId: number | undefined }

const useRests = (query: Scope) =>
  useLiveQuery({
    query: queryOf(rest.day, { query }),
    everyMs: askAgainMs,
    patches: {
      // A row that rests where no rest is known, or the other way round, is of a rest that has begun or ended.
      condition: (data, rows) => {
        const open = new Set(data.data.filter(({ to }) => to === null).map(({ userId }) => userId))
        return { data, refetch: rows.some(({ userId, resting }) => open.has(userId) !== (resting !== null)) }
      },
    },
  })

const BoardOf = ({ officeId, groupId }: Scope) => {
  const scope = { officeId, groupId }
  const people = useLiveList({ query: { ...scope, limit: mostPeople }, shown: { ...scope, hidesNoData: false }, auto: true, held: false })
  const rests = useRests(scope)
  const { waiting } = useOwnActions()
  const now = useNow(60_000)
  const failed = people.data === undefined ? people : rests
  if (people.data === undefined || rests.data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={failed} />
      </Panel>
    )
  const stale = oldestStale([people, rests])
  return (
    <>
      {stale !== undefined && <StaleBanner result={stale} />}
      <RestBoard
        shown={shownRests(people.data.data, rests.data.data, waiting)}
        planned={plannedAndTaken(rests.data.planned, people.data.data, rests.data.data, now)}
      />
    </>
  )
}

/** /rest: who should rest, who was sent to and does not, who rests since when; sends people to rest and back. */
export const RestScreen = () => {
  const search = useScreenSearch('rest')
  const navigate = useNavigate()
  const viewer = useViewer()
  const { office, isKnown, failure } = useOneOffice(search.officeId)
  const change = (next: SearchOf<'rest'>) => void navigate({ to: screens.rest.path, search: next, replace: true })
  const groupId = viewer.groupId ?? search.groupId
  return (
    <>
      <PageTitle {...(viewer.groupName !== null && { count: viewer.groupName })}>
        {viewer.officeId === null && (
          <OfficeFilter value={office?.officeId} all="選んでください" onChange={(officeId) => change({ officeId })} />
        )}
        {viewer.groupId === null && (
          <GroupFilter
            officeId={office?.officeId}
            value={search.groupId}
            onChange={(chosen) => change({ officeId: search.officeId, groupId: chosen })}
          />
        )}
      </PageTitle>
      {office !== undefined && <BoardOf officeId={office.officeId} groupId={groupId} />}
      {failure !== undefined && (
        <Panel>
          <ListFailure {...failure} />
        </Panel>
      )}
      {office === undefined && isKnown && (
        <Panel>
          <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />
        </Panel>
      )}
    </>
  )
}

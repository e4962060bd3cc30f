import { labels } from '@mimamori/contract/labels'
import { morningCheck } from '@mimamori/contract/morning-check'
import { screens } from '@mimamori/contract/screens'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { withUnsentChecks } from '../organisation/checks/apply-unsent.ts'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { useOwnActions } from '../platform/action-queue/own-actions.ts'
import { queryOf } from '../platform/query.ts'
import { type SearchOf, useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { nextToAsk } from './check-order.ts'
import styles from './check-screen.module.css'
import { Overview } from './overview.tsx'
import { Walk } from './walk.tsx'

const askAgainMs = 30_000

type Scope = { readonly officeId: number; readonly groupId: number | undefined }

const useChecks = (query: Scope) =>
  useLiveQuery({
    query: queryOf(morningCheck.day, { query }),
    everyMs: askAgainMs,
    patches: {
      condition: (data, rows) => {
        const known = new Map(data.data.map(({ userId, attention }) => [userId, attention]))
        return { data, refetch: rows.some(({ userId, attention }) => attention !== null && known.get(userId) !== attention) }
      },
    },
  })

type CheckProps = Scope & { readonly who: number | undefined; readonly onAsk: (userId: number | undefined, replace?: boolean) => void }

const CheckOf = ({ officeId, groupId, who, onAsk }: CheckProps) => {
  const result = useChecks({ officeId, groupId })
  const { waiting } = useOwnActions()
  const { displayName, groupName } = useViewer()
  const hasBegun = useRef(false)
  const { data } = result
  const rows = data === undefined ? [] : withUnsentChecks(data.data, data.questions, waiting, displayName)
  const isFresh = rows.length > 0 && rows.every(({ state }) => state === 'none')
  const first = rows[0]?.userId
  useEffect(() => {
    if (data === undefined || hasBegun.current) return
    hasBegun.current = true
    // In the morning nobody has answered: the screen begins with the first person.
    if (isFresh && who === undefined && data.questions.length > 0 && groupId !== undefined) onAsk(first, true)
  }, [data, isFresh, who, first, groupId, onAsk])
  if (data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    )
  if (data.questions.length === 0 || rows.length === 0)
    return (
      <Panel>
        <EmptyState
          empty={{
            filtered: '',
            none: rows.length === 0 ? '聞く人がいません' : '質問がありません',
            wayOut: rows.length === 0 ? 'グループに作業者を入れると、ここに出ます。' : 'マスター設定の「朝礼チェック」で、質問を選べます。',
          }}
          filtered={false}
          onClear={() => undefined}
        />
      </Panel>
    )
  return (
    <>
      {result.error !== null && <StaleBanner result={result} />}
      {who === undefined || rows.every(({ userId }) => userId !== who) ? (
        <Overview rows={rows} questions={data.questions} onAsk={onAsk} />
      ) : (
        <Walk
          rows={rows}
          userId={who}
          questions={data.questions}
          place={groupName === null ? data.officeName : ''}
          goTo={onAsk}
          nextOf={(userId) => nextToAsk(rows, userId)}
        />
      )}
    </>
  )
}

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の人に聞きます。' }

/** Where administrators make the link for a tablet at the gate. */
const GateHint = ({ officeId }: { readonly officeId: number }) => (
  <p className={styles['gate']}>
    門にタブレットを置くと、作業者が作業者証を読み取って、自分で答えられます。
    <Link to={screens.wallboardLinks.path} search={{ OfficeId: officeId }}>
      門のタブレットのリンクを作る
    </Link>
  </p>
)

/** /morning-check: asks the group before work, person by person, then shows whom to talk to. */
export const MorningCheckScreen = () => {
  const search = useScreenSearch('morningCheck')
  const navigate = useNavigate()
  const viewer = useViewer()
  const { office, isKnown, failure } = useOneOffice(search.officeId)
  const change = (next: SearchOf<'morningCheck'>, replace: boolean) =>
    void navigate({ to: screens.morningCheck.path, search: { ...search, ...next }, replace })
  const groupId = viewer.groupId ?? search.groupId
  return (
    <>
      <PageTitle {...(viewer.groupName !== null && { count: viewer.groupName })}>
        {viewer.groupId === null && search.who === undefined && (
          <GroupFilter officeId={office?.officeId} value={search.groupId} onChange={(chosen) => change({ groupId: chosen }, true)} />
        )}
      </PageTitle>
      {office !== undefined && search.who === undefined && viewer.roleKey === 'HeadquartersAdmin' && (
        <GateHint officeId={office.officeId} />
      )}
      {office !== undefined && (
        <CheckOf
          officeId={office.officeId}
          groupId={groupId}
          who={search.who}
          onAsk={(who, replace = search.who !== undefined) => change({ who }, replace)}
        />
      )}
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

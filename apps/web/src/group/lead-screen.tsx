import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { DataTable, type Column } from '../kit/data-table.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { useNarrow } from '../platform/use-media.ts'
import { AlertLegend } from '../marks/alert-legend.tsx'
import { gradeOf } from '../marks/grade.ts'
import { useLiveList } from '../marks/use-live-list.ts'
import { TwoLines } from '../organisation/accounts/person-cells.tsx'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './lead-screen.module.css'
import { Call, Name, State, Values, Where } from './member-parts.tsx'
import { membersNow, type Member } from './members-now.ts'

/** A group is read whole, or its most urgent are: nobody in danger may be on a second page. */
const everybody = 1_000

const empty = { filtered: '', none: 'まだグループに人がいません', wayOut: '拠点の管理者に登録を依頼してください。' }

const columns: readonly Column<Member, never>[] = [
  { key: 'state', title: labels.healthCondition.alertLevel, render: (member) => <State now={member.now} /> },
  {
    key: 'name',
    title: labels.user.fullName,
    render: (member) => <TwoLines first={<Name {...member} />} second={member.person.furigana} />,
  },
  { key: 'role', title: labels.user.role, render: ({ person }) => person.roleJp },
  { key: 'values', title: labels.healthCondition.heartRate, render: (member) => <Values now={member.now} /> },
  { key: 'where', title: labels.healthCondition.locationName, render: (member) => <Where now={member.now} /> },
  { key: 'call', title: labels.user.phoneNumber, render: (member) => <Call person={member.person} /> },
]

const useMembers = () => {
  const viewer = useViewer()
  const groupId = viewer.groupId ?? undefined
  const people = useQuery(
    queryOf(endpoints.userRole.list, { query: { groupId, worker: '1', limit: everybody, sortKey: 'fullName', sortOrder: 'ascend' } }),
  )
  const shown = { officeId: viewer.officeId ?? undefined, groupId, hidesNoData: false }
  const conditions = useLiveList({ query: { groupId, limit: everybody }, shown, auto: true, held: false })
  const size = people.data?.count
  const isWhole = size === undefined || size <= everybody
  const members = useMemo(
    () =>
      people.data === undefined || conditions.data === undefined ? undefined : membersNow(people.data.data, conditions.data.data, isWhole),
    [people.data, conditions.data, isWhole],
  )
  const refetch = () => Promise.all([people.refetch(), conditions.refetch()])
  return {
    data: members === undefined ? undefined : { data: members, count: members.length },
    size,
    isWhole,
    error: people.error ?? conditions.error,
    isFetching: people.isFetching || conditions.isFetching,
    dataUpdatedAt: conditions.dataUpdatedAt,
    refetch,
  }
}

type Result = ReturnType<typeof useMembers>

const Cards = ({ result }: { readonly result: Result }) => {
  if (result.data === undefined) return <NoAnswerYet result={result} />
  return (
    <>
      {result.error !== null && <StaleBanner result={result} />}
      {result.data.count === 0 && <EmptyState empty={empty} filtered={false} onClear={() => undefined} />}
      <ul className={styles['cards']} aria-label={screens.groupMembers.title}>
        {result.data.data.map((member) => (
          <li key={member.person.userId} className={styles['card']} data-grade={member.now === undefined ? undefined : gradeOf(member.now)}>
            <State now={member.now} />
            <div className={styles['who']}>
              <p className={styles['name']}>
                <Name {...member} />
              </p>
              <Where now={member.now} />
            </div>
            <Call person={member.person} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** /grouplead/list: a leader's own people, how they are now, and how to reach them. */
export const LeadListScreen = () => {
  const viewer = useViewer()
  const result = useMembers()
  const list = useHeldList<object>(2 * everybody)
  const narrow = useNarrow()
  return (
    <>
      <PageTitle
        title={viewer.groupName === null ? undefined : `${viewer.groupName}のメンバー`}
        count={result.data && `${result.size?.toLocaleString('ja-JP')}人`}
      >
        <AlertLegend />
      </PageTitle>
      <Panel>
        {!result.isWhole && (
          <p className={styles['partial']}>
            人数が多いため、氏名順の{everybody.toLocaleString('ja-JP')}人と、注意以上の人を表示しています。
          </p>
        )}
        {narrow ? (
          <Cards result={result} />
        ) : (
          <div className={styles['rows']}>
            <DataTable
              label={screens.groupMembers.title}
              columns={columns}
              rowKey={({ person }) => person.userId}
              rowHeight={54}
              rowClass={({ now }) => {
                const grade = now === undefined ? undefined : gradeOf(now)
                return grade === 'emergency' ? styles['emergency'] : grade === 3 ? styles['danger'] : undefined
              }}
              list={list}
              result={result}
              empty={empty}
            />
          </div>
        )}
      </Panel>
    </>
  )
}

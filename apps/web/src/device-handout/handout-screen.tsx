import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import UserAddOutlined from '@ant-design/icons/UserAddOutlined'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { wear, type WearDay } from '@mimamori/contract/wear'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { useMemo } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useOpener } from '../kit/use-opener.ts'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { useLimitedById } from '../marks/use-limited-people.ts'
import { useOwnActions } from '../platform/action-queue/own-actions.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { type SearchOf, useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { handoutActions } from './actions.ts'
import { applyUnsent } from './apply-unsent.ts'
import { DayCounts } from './day-counts.tsx'
import { DayList } from './day-list.tsx'
import { GuestDialog } from './guest-dialog.tsx'
import styles from './handout-screen.module.css'
import { HistoryTab } from './history-tab.tsx'
import { LabelsDialog } from './labels-dialog.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { useHandout } from './use-handout.ts'

type Search = SearchOf<'deviceHandout'>

const askAgainMs = 30_000

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の貸出と返却を行います。' }

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const
const dateInWords = (date: string): string => {
  const day = new Date(`${date}T00:00:00Z`)
  return `${day.getUTCMonth() + 1}月${day.getUTCDate()}日（${weekdays[day.getUTCDay()]}）`
}

type TodayProps = { readonly day: WearDay; readonly search: Search; readonly change: (search: Search) => void }

/** Scanning, the counts and the list of the day, with what was done here and has not been sent. */
const Today = ({ day: known, search, change }: TodayProps) => {
  const { waiting } = useOwnActions()
  const day = useMemo(() => applyUnsent(known, waiting), [known, waiting])
  const actions = useMemo(() => handoutActions(known.officeId), [known.officeId])
  const handout = useHandout(day, actions)
  const limited = useLimitedById({ officeId: known.officeId })
  const { state, groupId } = search
  const guestForm = useOpener()
  // The guest is the first of the two scans: the next one is their tag.
  const pickGuest = async (userId: number) => {
    try {
      const { data } = await queryClient.query({ ...queryOf(wear.day, { query: { officeId: known.officeId } }), staleTime: 0 })
      const person = data.find((row) => row.userId === userId)
      if (person === undefined) return
      handout.setMode('give')
      handout.pick({ kind: 'person', person })
      document.getElementById('main')?.scrollTo({ top: 0 })
    } catch (error) {
      void showFailure(error)
    }
  }
  return (
    <div className={styles['today']}>
      {guestForm.isOpen && <GuestDialog officeId={known.officeId} groupId={groupId} onMade={pickGuest} onClose={guestForm.close} />}
      <ScanPanel day={day} handout={handout} limited={limited} />
      <DayCounts day={day} chosen={state} onChoose={(chosen) => change({ ...search, state: chosen })} />
      <div className={styles['filter']}>
        <Button icon={<UserAddOutlined aria-hidden="true" />} onClick={guestForm.open}>
          本日のみの作業者
        </Button>
        <GroupFilter officeId={known.officeId} value={groupId} onChange={(chosen) => change({ ...search, groupId: chosen })} />
      </div>
      <DayList
        day={day}
        handout={handout}
        actions={actions}
        limited={limited}
        state={state}
        groupId={groupId}
        onClear={() => change({ ...search, state: undefined, groupId: undefined })}
      />
    </div>
  )
}

const TodayOf = ({ officeId, search, change }: Omit<TodayProps, 'day'> & { readonly officeId: number }) => {
  const result = useQuery({ ...queryOf(wear.day, { query: { officeId } }), refetchInterval: askAgainMs })
  if (result.data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    )
  return (
    <>
      {result.error !== null && <StaleBanner result={result} />}
      <Today day={result.data} search={search} change={change} />
    </>
  )
}

const tabs = [
  { value: 'today', label: 'きょう' },
  { value: 'history', label: '着用の記録' },
] as const

/** /device-handout: tags and belts are handed out, swapped and taken back. */
export const HandoutScreen = () => {
  const search = useScreenSearch('deviceHandout')
  const tab = search.tab ?? 'today'
  const navigate = useNavigate()
  const which = tab === 'history' ? 'all' : 'open'
  const { office, isKnown, failure } = useOneOffice(search.officeId, which)
  const printing = useOpener()
  const change = (next: Search) => void navigate({ to: screens.deviceHandout.path, search: next, replace: true })
  const today = useQuery({ ...queryOf(wear.day, { query: { officeId: office?.officeId ?? 0 } }), enabled: office !== undefined }).data
  return (
    <>
      <PageTitle {...(today !== undefined && { count: dateInWords(today.date) })}>
        {useViewer().officeId === null && (
          <OfficeFilter value={office?.officeId} which={which} all="選んでください" onChange={(officeId) => change({ officeId })} />
        )}
        {office !== undefined && (
          <Button icon={<PrinterOutlined aria-hidden="true" />} onClick={printing.open}>
            番号札・作業者証を印刷
          </Button>
        )}
      </PageTitle>
      {office !== undefined && (
        <>
          <Segmented
            className={styles['tabs'] ?? ''}
            aria-label="表示"
            options={[...tabs]}
            value={tab}
            onChange={(chosen) => change({ officeId: search.officeId, tab: chosen === 'history' ? 'history' : undefined })}
          />
          {tab === 'history' ? (
            <HistoryTab officeId={office.officeId} />
          ) : (
            <TodayOf officeId={office.officeId} search={search} change={change} />
          )}
        </>
      )}
      {printing.isOpen && office !== undefined && <LabelsDialog officeId={office.officeId} onClose={printing.close} />}
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

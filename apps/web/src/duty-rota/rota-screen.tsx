import EditOutlined from '@ant-design/icons/EditOutlined'
import { dutyRota, rotaShiftText } from '@mimamori/contract/duty-rota'
import { labels } from '@mimamori/contract/labels'
import { leaders, type Role } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import { isAmong } from '@mimamori/contract/typed-lists'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { SubjectTabs, SubjectTitle } from '../organisation/panels/subject-title.tsx'
import { queryOf } from '../platform/query.ts'
import { type SearchOf, useScreenSearch } from '../platform/screen.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import { RotaEditor } from './rota-editor.tsx'
import { RotaView } from './rota-view.tsx'

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の担当表を見せます。' }

type Search = SearchOf<'dutyRota'>
type Show = (change: Pick<Search, 'week' | 'edit'>) => void

type TitleProps = { readonly officeId: number | undefined; readonly count?: ReactNode; readonly children?: ReactNode }

/** A leader has no other tab of the subject; a phone has no room for its name beside the time of now. */
const Title = ({ officeId, count, children }: TitleProps) => {
  const { roleKey } = useViewer()
  const isNarrow = useNarrow()
  const own = <PageTitle count={count}>{children}</PageTitle>
  if (isAmong<Role>(leaders, roleKey)) return own
  if (isNarrow)
    return (
      <>
        {own}
        <SubjectTabs subject="notices" search={{ officeId }} />
      </>
    )
  return (
    <SubjectTitle subject="notices" search={{ officeId }} count={count}>
      {children}
    </SubjectTitle>
  )
}

type PartProps = {
  readonly officeId: number
  readonly isArchived: boolean
  readonly search: Search
  readonly show: Show
  readonly choice: ReactNode
}

const RotaOf = ({ officeId, isArchived, search, show, choice }: PartProps) => {
  const isNarrow = useNarrow()
  const result = useLiveQuery({
    // The week before stays until the next one has come.
    query: { ...queryOf(dutyRota.read, { params: { officeId }, query: { from: search.week } }), placeholderData: (before) => before },
    patches: { display: (data) => ({ data, refetch: true }) },
  })
  const { data: rota } = result
  const mayPlan = rota?.isEditable === true && !isArchived
  const isPlanning = mayPlan && search.edit === '1'
  const isThisWeek = rota !== undefined && rota.week.from <= rota.now.date && rota.now.date <= rota.week.to
  const count = rota !== undefined && isNarrow ? `${rotaShiftText(rota.now)}・${rota.now.at.slice(11, 16)}` : rota?.officeName
  return (
    <>
      <Title officeId={officeId} count={count}>
        {choice}
        {mayPlan && !isPlanning && (
          <Button icon={<EditOutlined aria-hidden="true" />} onClick={() => show({ week: rota.week.from, edit: '1' })}>
            担当を決める
          </Button>
        )}
      </Title>
      {rota === undefined && (
        <Panel>
          <NoAnswerYet result={result} height={480} />
        </Panel>
      )}
      {rota !== undefined && result.error !== null && <StaleBanner result={result} />}
      {rota !== undefined && isPlanning && (
        <RotaEditor key={rota.week.from} rota={rota} onClose={() => show({ week: isThisWeek ? undefined : rota.week.from })} />
      )}
      {rota !== undefined && !isPlanning && (
        <RotaView
          rota={rota}
          isArchived={isArchived}
          isThisWeek={isThisWeek}
          onShow={(week) => show({ week })}
          onPlan={() => show({ week: rota.week.from, edit: '1' })}
        />
      )}
    </>
  )
}

/** /duty-rota: who of a site is called when, by week; who is called now; who takes whose place; and where it is planned. */
export const DutyRotaScreen = () => {
  const search = useScreenSearch('dutyRota')
  const navigate = useNavigate()
  const viewer = useViewer()
  const { office, isKnown, failure } = useOneOffice(search.officeId, 'all')
  const go = (next: Search) => void navigate({ to: screens.dutyRota.path, search: next })
  const choice = viewer.officeId === null && (
    <OfficeFilter value={office?.officeId} which="all" all="選んでください" onChange={(officeId) => go({ officeId, week: search.week })} />
  )
  if (office !== undefined)
    return (
      <RotaOf
        key={office.officeId}
        officeId={office.officeId}
        isArchived={office.isArchived}
        search={search}
        show={(change) => go({ officeId: search.officeId, ...change })}
        choice={choice}
      />
    )
  return (
    <>
      <Title officeId={undefined}>{choice}</Title>
      {failure !== undefined && (
        <Panel>
          <ListFailure {...failure} />
        </Panel>
      )}
      {isKnown && (
        <Panel>
          <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />
        </Panel>
      )}
    </>
  )
}

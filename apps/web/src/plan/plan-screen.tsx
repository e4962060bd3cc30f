import { labels } from '@mimamori/contract/labels'
import { plan as endpoint } from '@mimamori/contract/plan'
import { admins } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import { longDate } from '@mimamori/contract/time-words'
import { isAmong } from '@mimamori/contract/typed-lists'
import { useNavigate } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { PrintButton } from '../kit/print-button.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { type SearchOf, useScreenSearch } from '../platform/screen.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import { PlanResult } from './plan-result.tsx'
import { dayWord } from './plan-words.ts'
import { TrialPanel } from './trial-panel.tsx'
import { noTrial, type TrialSearch } from './trial-search.ts'
import { usePlan } from './use-plan.ts'
import { useTrialOpening } from './use-trial-opening.ts'

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の計画を表示します。' }

/** The site, the day and the trial that the address asks for, and how to ask for others. */
const useChoice = () => {
  const search = useScreenSearch('plan')
  const navigate = useNavigate()
  const go = (next: SearchOf<'plan'>, replace: boolean) => void navigate({ to: screens.plan.path, search: next, replace })
  return {
    search,
    // Another site has other groups: what was tried for one of these is left out.
    chooseOffice: (officeId: number | undefined) => go({ OfficeId: officeId, Date: search.Date }, false),
    chooseDay: (chosen: string) => go({ ...search, Date: chosen }, false),
    tryOut: (trial: TrialSearch) => go({ ...search, ...noTrial, ...trial }, true),
  }
}

type DaysProps = {
  readonly isLarge: boolean
  readonly days: readonly string[]
  readonly date: string
  readonly onChange: (day: string) => void
}

const Days = ({ days, date, isLarge, onChange }: DaysProps) => (
  <Segmented
    aria-label={labels.plan.date}
    size={isLarge ? 'large' : 'medium'}
    value={date}
    options={days.map((day) => ({ value: day, label: dayWord(day, days[0] ?? day) }))}
    onChange={onChange}
  />
)

/** /plan: the heat of today, tomorrow or the day after at a site, and what it asks of each group and of some by name. */
export const PlanScreen = () => {
  const { search, chooseOffice, chooseDay, tryOut } = useChoice()
  const viewer = useViewer()
  const { office, isKnown, failure } = useOneOffice(search.OfficeId)
  const plan = usePlan(office?.officeId, search.Date, search)
  const { isOpen, open, close, takeFocus } = useTrialOpening(search.groupId !== undefined)
  const isNarrow = useNarrow()
  const mayChange = isAmong(admins, viewer.roleKey)
  const { saved, days, date } = plan
  const today = days[0] ?? date
  const people = saved.data === undefined ? '' : `・${saved.data.peopleCount}人`
  const closeTrial = () => {
    close()
    tryOut(noTrial)
  }
  return (
    <>
      <PageTitle title={`${dayWord(date, today)}の計画`} count={`${longDate(date)}${people}`}>
        {viewer.officeId === null && <OfficeFilter value={office?.officeId} all="選んでください" onChange={chooseOffice} />}
        <Days days={days} date={date} isLarge={isNarrow} onChange={chooseDay} />
        {saved.data !== undefined && saved.data.basis !== 'none' && (
          <PrintButton
            label={isNarrow ? '印刷' : '印刷（朝礼用）'}
            endpoint={endpoint.paper}
            input={{ query: { officeId: saved.data.officeId, date } }}
          />
        )}
      </PageTitle>
      {office !== undefined && (
        <PlanResult
          result={saved}
          shown={plan.tried ?? saved.data}
          day={dayWord(date, today)}
          today={today}
          mayChange={mayChange}
          trial={
            isOpen &&
            saved.data !== undefined && (
              <TrialPanel
                plan={saved.data}
                tried={plan.tried}
                failure={plan.failure}
                search={plan.trial}
                mayChange={mayChange}
                onChange={tryOut}
                onClose={closeTrial}
                headingRef={takeFocus}
              />
            )
          }
          action={
            !isOpen && (
              <Button ref={takeFocus} size={isNarrow ? 'large' : 'medium'} onClick={open}>
                条件を変えてためす
              </Button>
            )
          }
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

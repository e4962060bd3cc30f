import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { IngestKeys } from '../organisation/access-keys/ingest-keys.tsx'
import { FirstSteps } from '../organisation/first-steps/first-steps.tsx'
import { useFirstSteps } from '../organisation/first-steps/use-first-steps.ts'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOneOffice, useReach } from '../organisation/offices/one-office.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'

const StepsOf = ({ officeId }: { readonly officeId: number | undefined }) => {
  const result = useFirstSteps(officeId)
  if (result.data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    )
  const { officeName } = result.data
  return (
    <>
      <FirstSteps steps={result.data} title="始めるまでの6つの段" />
      {officeId !== undefined && <IngestKeys officeId={officeId} officeName={officeName ?? ''} />}
    </>
  )
}

const unchosen = { filtered: '', none: '拠点を選んでください', wayOut: '選んだ拠点の、始めるまでの手順を表示します。' }

/** /first-steps: what a site needs to begin, also after it has begun, and its keys. */
export const FirstStepsScreen = () => {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { OfficeId } = useScreenSearch('firstSteps')
  const { office, isKnown, failure } = useOneOffice(OfficeId)
  const { officeId } = office ?? {}
  const hasOffices = (useReach().offices?.length ?? 0) > 0
  const choose = (chosen: number | undefined) => void navigate({ to: screens.firstSteps.path, search: { OfficeId: chosen } })
  return (
    <>
      <PageTitle>{viewer.officeId === null && <OfficeFilter value={officeId} all="選んでください" onChange={choose} />}</PageTitle>
      {failure !== undefined && <ListFailure {...failure} />}
      {isKnown && hasOffices && officeId === undefined ? (
        <Panel>
          <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />
        </Panel>
      ) : (
        isKnown && <StepsOf key={officeId} officeId={officeId} />
      )}
    </>
  )
}

import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { useCallback, useRef } from 'react'
import type { z } from 'zod'
import { ChoiceBar, Unchosen } from '../kit/choice-bar.tsx'
import { FixedFilter } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { useCompanyChoices, useOfficeChoices, useOffices } from '../organisation/offices/office-choices.ts'
import { readSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { BarometerPanel } from './barometer-panel.tsx'
import { TerminalPanel } from './terminal-panel.tsx'

const search = screenSearch.deviceSetting
const spec = { filters: search, sortKeys: [] }
type Filters = { readonly [Name in keyof z.output<typeof search>]?: z.output<typeof search>[Name] | undefined }

const unchosen = '選んでください'

/** The office as the viewer may choose it: a company where they see several, an office where they have none of their own. */
const OfficeBar = ({ filters, onChoose }: { readonly filters: Filters; readonly onChoose: (change: Filters) => void }) => {
  const viewer = useViewer()
  const companies = useCompanyChoices()
  const offices = useOffices()
  const companyId = viewer.companyId ?? filters.companyId ?? offices?.find(({ officeId }) => officeId === filters.officeId)?.companyId
  const choices = useOfficeChoices(companyId)
  return (
    <ChoiceBar>
      {viewer.companyName === null ? (
        <SelectFilter
          label={labels.user.companyName}
          value={companyId}
          choices={companies}
          all={unchosen}
          onChange={(chosen) => onChoose({ companyId: chosen })}
        />
      ) : (
        <FixedFilter label={labels.user.companyName} value={viewer.companyName} />
      )}
      {viewer.officeName === null ? (
        <SelectFilter
          label={labels.user.officeName}
          value={filters.officeId}
          choices={choices}
          all={companyId === undefined ? '会社を選ぶと出ます' : unchosen}
          onChange={(chosen) => onChoose({ companyId, officeId: chosen })}
        />
      ) : (
        <FixedFilter label={labels.user.officeName} value={viewer.officeName} />
      )}
    </ChoiceBar>
  )
}

/** /setting-new-device: the settings of an office's terminals and base stations, and what these have confirmed. */
export const NewDeviceSettingScreen = () => {
  const viewer = useViewer()
  const { filters, setFilters } = useListParams(spec)
  const offices = useOffices()
  // An office out of reach is as if it were not asked for.
  const isKnown = offices === undefined || offices.some((office) => office.officeId === filters.officeId)
  const officeId = viewer.officeId ?? (isKnown ? filters.officeId : undefined)
  const { smartSafetyBeltId, referenceBarometerId } = filters

  const unsaved = useRef({ terminal: false, barometer: false })
  const hearTerminal = useCallback((dirty: boolean) => void (unsaved.current.terminal = dirty), [])
  const hearBarometer = useCallback((dirty: boolean) => void (unsaved.current.barometer = dirty), [])
  useUnsavedGuard((next) => {
    const { terminal, barometer } = unsaved.current
    if (next === undefined) return terminal || barometer
    // Each device is a form of its own: another one beside it loses nothing of it.
    const selected = readSearch(search, next)
    const isMoved = selected.officeId !== filters.officeId
    return (
      (terminal && (isMoved || selected.smartSafetyBeltId !== smartSafetyBeltId)) ||
      (barometer && (isMoved || selected.referenceBarometerId !== referenceBarometerId))
    )
  })

  const chooseOffice = (change: Filters) =>
    setFilters({ officeId: undefined, smartSafetyBeltId: undefined, referenceBarometerId: undefined, ...change })

  return (
    <>
      <PageTitle />
      <OfficeBar filters={{ ...filters, officeId }} onChoose={chooseOffice} />
      {officeId === undefined ? (
        <Unchosen>拠点を選ぶと、端末と基準局を設定できます。</Unchosen>
      ) : (
        <>
          <TerminalPanel
            key={`terminal-${officeId}`}
            officeId={officeId}
            serial={smartSafetyBeltId}
            onChoose={(serial) => setFilters({ smartSafetyBeltId: serial })}
            onDirty={hearTerminal}
          />
          <BarometerPanel
            key={`barometer-${officeId}`}
            officeId={officeId}
            serial={referenceBarometerId}
            onChoose={(serial) => setFilters({ referenceBarometerId: serial })}
            onDirty={hearBarometer}
          />
        </>
      )}
    </>
  )
}

import type { SettingRow } from '@mimamori/contract/master-setting'
import type { SettingOwner } from '@mimamori/contract/settings'
import type { ReactNode } from 'react'
import { FilterBar } from '../kit/filter-bar.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { Panel } from '../kit/panel.tsx'
import { queryClient } from '../platform/query.ts'
import { SaveBar } from './save-bar.tsx'
import styles from './setting-body.module.css'
import { SettingSections } from './setting-sections.tsx'
import { OriginLegend } from './origin.tsx'
import { ownCount } from './setting-state.ts'
import { useSettingForm, useSettingRows } from './use-setting-form.ts'

type BodyProps = {
  readonly owner: SettingOwner
  readonly id: number
  /** The filters that say which company or site this is. */
  readonly place: ReactNode
}

/** Which company or site the settings are of, and what the marks beside them mean. */
export const Place = ({ legend, children }: { readonly legend?: ReactNode; readonly children: ReactNode }) => (
  <div className={styles['place']}>
    <Panel>
      <FilterBar actions={legend}>{children}</FilterBar>
    </Panel>
  </div>
)

const Loaded = ({ rows, read, put, place, ...whose }: BodyProps & Omit<Parameters<typeof useSettingForm>[0], 'owner' | 'id'>) => {
  const form = useSettingForm({ ...whose, rows, read, put })
  return (
    <form
      noValidate
      aria-label="マスター設定"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <Place legend={<OriginLegend owner={whose.owner} count={ownCount(form.state)} />}>{place}</Place>
      <SettingSections form={form} />
      <SaveBar form={form} />
    </form>
  )
}

/** The settings of a company or site: read, changed, saved. */
export const SettingBody = (whose: BodyProps) => {
  const { key, ...result } = useSettingRows(whose.owner, whose.id)
  if (result.data !== undefined)
    return (
      <Loaded
        {...whose}
        rows={result.data}
        put={(rows: SettingRow[]) => void queryClient.setQueryData(key, rows)}
        read={async () => (await result.refetch()).data}
      />
    )
  return (
    <>
      <Place>{whose.place}</Place>
      <Panel>
        <div className={styles['waiting']}>
          {result.error === null ? <LoadingOverlay /> : <ListFailure error={result.error} result={result} />}
        </div>
      </Panel>
    </>
  )
}

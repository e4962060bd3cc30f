import type { SettingRow } from '@mimamori/contract/master-setting'
import type { SettingOwner } from '@mimamori/contract/settings'
import type { ReactNode } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { ChoiceBar } from '../kit/choice-bar.tsx'
import { Panel } from '../kit/panel.tsx'
import { UnreachedNotice } from '../organisation/settings/unreached-notice.tsx'
import { queryClient } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { SaveBar } from './save-bar.tsx'
import { SettingSections } from './setting-sections.tsx'
import styles from './setting-body.module.css'
import { OriginLegend } from './origin.tsx'
import { ownCount } from './setting-state.ts'
import { useSettingForm, useSettingRows } from './use-setting-form.ts'

type BodyProps = {
  readonly owner: SettingOwner
  readonly id: number
  /** The filters that say which company or site this is. */
  readonly place: ReactNode
  /** Values that an address proposes; they are shown as not saved. */
  readonly proposed?: string | undefined
}

/** Whom of a site, or of the viewer's own company, the escalation does not reach. */
const Unreached = ({ owner, id }: Pick<BodyProps, 'owner' | 'id'>) => {
  const { companyId } = useViewer()
  if (owner === 'company' && companyId !== id) return null
  return (
    <div className={styles['unreached']}>
      <UnreachedNotice officeId={owner === 'office' ? id : undefined} />
    </div>
  )
}

const Loaded = ({ rows, read, put, place, ...props }: BodyProps & Omit<Parameters<typeof useSettingForm>[0], 'owner' | 'id'>) => {
  const form = useSettingForm({ ...props, rows, read, put })
  return (
    <form
      noValidate
      aria-label="マスター設定"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <ChoiceBar legend={<OriginLegend owner={props.owner} count={ownCount(form.state)} />}>{place}</ChoiceBar>
      <Unreached owner={props.owner} id={props.id} />
      <SettingSections form={form} />
      <SaveBar form={form} />
    </form>
  )
}

/** The settings of a company or site: read, changed, saved. */
export const SettingBody = (props: BodyProps) => {
  const { key, ...result } = useSettingRows(props.owner, props.id)
  if (result.data !== undefined)
    return (
      <Loaded
        {...props}
        rows={result.data}
        put={(rows: SettingRow[]) => void queryClient.setQueryData(key, rows)}
        read={async () => (await result.refetch()).data}
      />
    )
  return (
    <>
      <ChoiceBar>{props.place}</ChoiceBar>
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    </>
  )
}

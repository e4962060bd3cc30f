import { type Acclimatisation, type AcclimatisationOverride, overrideKindNames } from '@mimamori/contract/acclimatisation'
import { endpoints } from '@mimamori/contract/endpoints'
import type { HealthDetail } from '@mimamori/contract/health-condition'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { useOpener } from '../kit/use-opener.ts'
import { LadderDay } from '../marks/acclimatisation-ladder.tsx'
import { isSpent, planHolds, spentWords } from '../marks/spent-minutes.ts'
import { Moment } from '../marks/ago.tsx'
import { minutesInWords } from '../marks/heat-time.tsx'
import { PanelPart, TitledPanel } from '../organisation/panels/titled-panel.tsx'
import { call } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './acclimatisation-panel.module.css'
import { OverrideDialog } from './override-dialog.tsx'

const slashed = (day: string) => day.replaceAll('-', '/')

/** What the word of a doctor or an administrator allows: 1日の50%まで. */
const shareInWords = (share: number | null): string => (share === null ? '計画の対象にしない' : `1日の${share}%まで`)

const Override = ({ override }: { readonly override: AcclimatisationOverride }) => (
  <>
    {overrideKindNames[override.kind]}の判断で、{shareInWords(override.share)}
    {override.until !== null && `（${slashed(override.until)}まで）`}。{override.reason !== null && `理由：${override.reason} `}
    <span className={styles['by']}>
      {override.setBy} <Moment at={override.setAt} />
    </span>
  </>
)

/** Minutes spent of those allowed, with a bar; nothing of somebody without a limit. */
const Minutes = ({ plan }: { readonly plan: Acclimatisation }) => {
  const { allowedMinutes, spentMinutes } = plan
  if (allowedMinutes === null) return null
  const spent = spentMinutes ?? 0
  const left = allowedMinutes - spent
  return (
    <div className={styles['minutes']}>
      <span className={styles['bar']} aria-hidden="true">
        <span style={{ inlineSize: `${allowedMinutes === 0 ? 100 : Math.min(100, (spent / allowedMinutes) * 100)}%` }} />
      </span>
      <p>
        <strong>{spentMinutes === null ? '―' : minutesInWords(spentMinutes)}</strong>／{minutesInWords(allowedMinutes)}
        <span className={styles['note']}>{isSpent(plan) ? '' : left > 0 ? `あと${minutesInWords(left)}` : '暑さの中では働けません'}</span>
      </p>
      {isSpent(plan) && <p className={styles['spent']}>{spentWords}。涼しい場所の作業に替えてください。</p>}
    </div>
  )
}

/** How far somebody is with getting used to the heat, where there is no ladder. */
const stateInWords = ({ isKnown, kind }: Acclimatisation, userId: number, mayEdit: boolean): ReactNode => {
  if (kind !== null) return undefined
  if (isKnown) return 'きょうは、暑さの中で働く時間に限りはありません。'
  return (
    <>
      暑さに慣れているかは、まだ不明です。きのうまでの測定がなく、暑さの中で働き始めた日も登録されていません。
      {mayEdit && (
        <Link to={screens.workerEdit.path} params={{ id: String(userId) }}>
          働き始めた日を登録する
        </Link>
      )}
    </>
  )
}

/** What of somebody's detail says how long they may work in heat. */
type PlanDetail = Pick<HealthDetail, 'userId' | 'fullName' | 'date' | 'acclimatisation'>

type Props = { readonly detail: PlanDetail }

const Buttons = ({ detail, plan }: Props & { readonly plan: Acclimatisation }) => {
  const dialog = useOpener()
  const { userId, fullName } = detail
  const { override } = plan
  const refresh = () => queryClient.invalidateQueries({ queryKey: [endpoints.healthCondition.detail.path] })
  const remove = async () => {
    if (!(await confirm({ body: message('overrideRemoveConfirm', { name: fullName }), verb: '計画に戻す' }))) return
    try {
      await call(endpoints.acclimatisation.removeOverride, { params: { userId } })
      notify.success(message('overrideRemoved'))
    } catch (error) {
      void showFailure(error)
    }
    void refresh()
  }
  return (
    <span className={styles['buttons']}>
      <Button onClick={dialog.open}>{override === null ? '医師・管理者の判断を登録' : '判断を変える'}</Button>
      {override !== null && (
        <Button type="text" onClick={() => void remove()}>
          計画に戻す
        </Button>
      )}
      {dialog.isOpen && <OverrideDialog detail={detail} override={override} onSaved={refresh} onClose={dialog.close} />}
    </span>
  )
}

/** How long a person may work in heat today, and what a doctor or an administrator said about it. */
export const AcclimatisationPanel = ({ detail }: Props) => {
  const { roleKey } = useViewer()
  const { acclimatisation: plan, userId } = detail
  const maySet = roleKey === 'AdminUnitContract' || roleKey === 'HeadquartersAdmin'
  if (plan === null || (!maySet && plan.kind === null && plan.override === null && plan.isKnown)) return null
  if (roleKey === 'User' && plan.isKnown && !planHolds(plan)) return null
  return (
    <div className={styles['place']}>
      <TitledPanel title="暑さに慣れる計画" note="新しく入った人と休み明けの人が、きょう暑さの中で働ける時間の目安です。">
        <PanelPart name="きょう" button={null}>
          <div className={styles['today']}>
            <LadderDay {...plan} />
            <Minutes plan={plan} />
            {plan.allowedMinutes === null && stateInWords(plan, userId, maySet)}
          </div>
        </PanelPart>
        {(maySet || plan.override !== null) && (
          <PanelPart name="医師・管理者の判断" button={maySet && <Buttons detail={detail} plan={plan} />}>
            {plan.override === null ? 'ありません。' : <Override override={plan.override} />}
          </PanelPart>
        )}
      </TitledPanel>
    </div>
  )
}

import { alertKindNames, type EmergencyKind, emergencyKinds } from '@mimamori/contract/alert'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { stepTargetName } from '@mimamori/contract/duty-rota'
import { endpoints } from '@mimamori/contract/endpoints'
import { unreachedReasonNames } from '@mimamori/contract/escalation'
import { labels } from '@mimamori/contract/labels'
import { roleNames } from '@mimamori/contract/role'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { ErrorLines } from '../../kit/error-lines.tsx'
import { LoadingOverlay } from '../../kit/loading-overlay.tsx'
import { notify } from '../../kit/notify.ts'
import { call } from '../../platform/api.ts'
import { errorLines } from '../../platform/call-error.ts'
import { queryOf } from '../../platform/query.ts'
import { useSingleMutation } from '../../platform/use-single-mutation.ts'
import styles from './drill-dialog.module.css'
import { OfficeChoiceField } from './office-choice-field.tsx'

type Audience = AnswerOf<typeof endpoints.drill.audience>

const named = (people: Audience['atOnce']) => people.map(({ name, role }) => `${roleNames[role]} ${name}`).join('、')

/** Who of a step is reached; who is not, and why, apart from them. */
const Reached = ({ step: { channel, names, unreached } }: { readonly step: Audience['inLine'][number] }) => {
  if (channel !== null) return names.length === 0 && '（いまは送れません。次の人へすぐに知らせます）'
  return (
    <>
      {names.length > 0 ? names.join('、') : unreached.length === 0 ? '（いません）' : '（だれにも届きません。次の人へすぐに知らせます）'}
      {[...Map.groupBy(unreached, ({ reason }) => reason)].map(([reason, people]) => (
        <span key={reason} className={styles['unreached']}>
          {people.map(({ name }) => `${name}さん`).join('、')}には届きません：{unreachedReasonNames[reason]}。
        </span>
      ))}
    </>
  )
}

const AudienceLine = ({ audience }: { readonly audience: Audience }) => {
  if (!audience.isSent) return <p>マスター設定で緊急のメールとプッシュを止めているため、画面にだけ【訓練】と出ます。</p>
  return (
    <dl className={styles['told']}>
      <dt>すぐにプッシュで知らせる人</dt>
      <dd>{audience.atOnce.length === 0 ? '通知を受け取っている人はいません' : named(audience.atOnce)}</dd>
      <dt>すぐにメールで知らせるアドレス</dt>
      <dd>{audience.addresses.length === 0 ? '届くアドレスはありません' : audience.addresses.join('、')}</dd>
      {audience.channels.length > 0 && (
        <>
          <dt>すぐに知らせる通知先</dt>
          <dd>{audience.channels.join('、')}</dd>
        </>
      )}
      <dt>だれも確認しないときに知らせる人</dt>
      <dd>
        <ol className={styles['line']}>
          {audience.inLine.map((step) => (
            <li key={`${step.afterMinutes} ${stepTargetName(step)}`}>
              {step.afterMinutes === 0 ? 'すぐ' : `${step.afterMinutes}分後`}　{stepTargetName(step)} <Reached step={step} />
            </li>
          ))}
        </ol>
      </dd>
    </dl>
  )
}

const kinds = emergencyKinds.map((value) => ({ value, label: alertKindNames[value] }))

type Props = { readonly officeId: number | undefined; readonly onClose: () => void }

type Start = { readonly officeId: number; readonly groupId: number | null; readonly kind: EmergencyKind }

const useStart = (onClose: () => void) => {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: Start) => call(endpoints.drill.start, { body }),
    onSuccess: async () => {
      onClose()
      notify.success('訓練を始めました。')
      await Promise.all(
        [endpoints.drill.list.path, endpoints.alert.list.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      )
    },
  })
}

/** Asks for whom and of what the drill is, says who will be notified, and starts it. */
export const StartDialog = ({ officeId: first, onClose }: Props) => {
  const [officeId, setOfficeId] = useState(first)
  const [groupId, setGroupId] = useState<number | null>(null)
  const [kind, setKind] = useState<EmergencyKind>('emergency')
  const id = useId()
  const groups = useQuery({ ...queryOf(endpoints.group.names, { query: { officeId } }), enabled: officeId !== undefined })
  const audience = useQuery({
    ...queryOf(endpoints.drill.audience, { query: { officeId: officeId ?? 0, ...(groupId !== null && { groupId }) } }),
    enabled: officeId !== undefined,
  })
  const start = useStart(onClose)
  return (
    <Modal
      open
      centered
      title="訓練を始める"
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          やめる
        </Button>,
        <Button
          key="start"
          type="primary"
          loading={start.isPending}
          disabled={officeId === undefined || audience.data === undefined}
          onClick={() => officeId !== undefined && start.mutate({ officeId, groupId, kind })}
        >
          訓練を始める
        </Button>,
      ]}
    >
      <div className={styles['body']}>
        <p>
          【訓練】と付けた緊急を1件出し、知らせが届いて、だれかが確認するまでの時間を測ります。確認されるまで知らせ続け、1時間で終わります。
        </p>
        <OfficeChoiceField
          value={officeId}
          onChange={(chosen) => {
            setOfficeId(chosen)
            setGroupId(null)
          }}
        />
        <label htmlFor={`${id}-group`}>{labels.drill.groupId}</label>
        <Select
          id={`${id}-group`}
          value={groupId ?? 0}
          disabled={officeId === undefined}
          onChange={(chosen: number) => setGroupId(chosen === 0 ? null : chosen)}
          options={[{ value: 0, label: '拠点全体' }, ...(groups.data ?? []).map((group) => ({ value: group.id, label: group.groupName }))]}
        />
        <label htmlFor={`${id}-kind`}>{labels.drill.kind}</label>
        <Select id={`${id}-kind`} value={kind} onChange={setKind} options={kinds} />
        {officeId !== undefined && audience.data === undefined && audience.error === null && <LoadingOverlay />}
        {audience.error !== null && <ErrorLines lines={errorLines(audience.error)} />}
        {audience.data !== undefined && <AudienceLine audience={audience.data} />}
        {start.error !== null && <ErrorLines lines={errorLines(start.error)} />}
      </div>
    </Modal>
  )
}

import type { Endpoint, AnswerOf } from '@mimamori/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { ErrorSummary } from '../kit/form/error-summary.tsx'
import { FormActions } from '../kit/form/form-section.tsx'
import type { CallInput } from '../platform/client.ts'
import { queryOf } from '../platform/query.ts'
import { CommandList } from './command-list.tsx'
import { unconfirmed } from './confirmation.ts'
import styles from './device-panel.module.css'
import type { SettingShape } from './setting-values.ts'
import type { Track } from './tracked.tsx'
import { useDownlinks, type SelectedDevice } from './use-downlinks.ts'
import type { SettingFormState } from './use-setting-form.ts'

type LoadedProps<E extends Endpoint> = {
  readonly endpoint: E
  readonly input: Omit<CallInput<E>, 'signal'>
  /** Drawn from scratch after `reload`. */
  readonly children: (setting: AnswerOf<E>, reload: () => void) => ReactNode
}

/** A setting as the server has it at this moment, since what is edited must not come from a cache. */
export const LoadedSetting = <E extends Endpoint>({ endpoint, input, children }: LoadedProps<E>) => {
  const result = useQuery({ ...queryOf(endpoint, input), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  const [reading, setReading] = useState(0)
  const reload = () => void result.refetch().then(() => setReading((count) => count + 1))
  if (result.data !== undefined) return <Fragment key={reading}>{children(result.data, reload)}</Fragment>
  return <NoAnswerYet result={result} />
}

type SettingBodyProps<Schema extends z.ZodObject> = {
  readonly state: SettingFormState<Schema>
  readonly shape: SettingShape
  readonly chosen: SelectedDevice
  readonly children: (track: Track) => ReactNode
}

/** The form of a setting, and beside it what the device has confirmed. */
export const SettingBody = <Schema extends z.ZodObject>({ state, shape, chosen, children }: SettingBodyProps<Schema>) => {
  const { form, saved, isSaved, changed, restore } = state
  const downlinks = useDownlinks(chosen)
  const standings = unconfirmed(downlinks.commands ?? [], shape, saved)
  return (
    <div className={styles['body']}>
      <form noValidate className={styles['form']} onSubmit={(event) => void form.submit(event)}>
        <ErrorSummary form={form} unsaved="保存はまだ行われていません。" />
        {children({ kind: chosen.kind, saved, isSaved, changed, standings, instructions: shape.instructions })}
        <FormActions
          back={
            <Button disabled={changed.length === 0} onClick={() => restore(shape.names)}>
              元に戻す
            </Button>
          }
          note={changed.length === 0 ? '変更なし' : `変更 ${changed.length}項目`}
        >
          <Button type="primary" htmlType="submit" loading={form.submitting}>
            保存する
          </Button>
        </FormActions>
      </form>
      <div className={styles['confirmed']}>
        <h3>機器が確認した設定</h3>
        <CommandList {...downlinks} standings={standings} isSaved={isSaved} device={chosen.serial} />
      </div>
    </div>
  )
}

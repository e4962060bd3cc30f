import { endpoints } from '@mimamori/contract/endpoints'
import { type SismilHost, SismilUrl } from '@mimamori/contract/master-setting'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId } from 'react'
import { z } from 'zod'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { TextField } from '../kit/form/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { Panel } from '../kit/panel.tsx'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import styles from './sismil-section.module.css'

const { sismilHost, updateSismilHost } = endpoints.masterSetting
const hostQuery = queryOf(sismilHost, {})

const SismilForm = z.object({ newSismilUrl: SismilUrl })

/** Saves the address, or takes the saved one back with null. @returns true where it was done */
const saveHost = async (newSismilUrl: string | null, version: number): Promise<boolean> => {
  try {
    queryClient.setQueryData(hostQuery.queryKey, await call(updateSismilHost, { body: { newSismilUrl, version } }))
    notify.success(message('C003'))
    return true
  } catch (error) {
    await showFailure(error)
    if (error instanceof AnswerError && error.status === 412) await queryClient.invalidateQueries({ queryKey: hostQuery.queryKey })
    return false
  }
}

const HostForm = ({ host }: { readonly host: SismilHost }) => {
  const { currentSismilHost: current, defaultSismilHost: byDefault, version } = host
  const form = useForm('sismil', {
    schema: SismilForm,
    resource: 'masterSetting',
    initial: { newSismilUrl: current },
    onSubmit: async ({ newSismilUrl }) => {
      const body = `SisMilのURLを「${newSismilUrl}」にします。\n${message('C009')}`
      if (!(await confirm({ body, verb: '保存する' }))) return {}
      return (await saveHost(newSismilUrl, version)) ? undefined : {}
    },
  })
  // Another company below is the same screen, and nothing of this form is lost by it.
  useUnsavedGuard((next) => next === undefined && form.isDirty())
  const reset = async () => {
    const body = byDefault === null ? '保存したURLを消します。既定のURLはありません。' : `SisMilのURLを、既定の「${byDefault}」に戻します。`
    if (await confirm({ body, verb: '既定に戻す' })) await saveHost(null, version)
  }
  return (
    <form noValidate className={styles['form']} onSubmit={(event) => void form.submit(event)}>
      <div className={styles['field']}>
        <TextField form={form} name="newSismilUrl" face="id" placeholder="https://…" hint={`既定：${byDefault ?? 'なし'}`} />
      </div>
      <div className={styles['verbs']}>
        {current !== null && (
          <Button type="link" href={current} target="_blank" rel="noreferrer">
            開く
          </Button>
        )}
        <Button disabled={current === byDefault} onClick={() => void reset()}>
          既定に戻す
        </Button>
        <Button type="primary" htmlType="submit" loading={form.submitting}>
          URLを保存する
        </Button>
      </div>
    </form>
  )
}

/** Where the heat watchers' maker shows its pages: one address for the whole service, for its administrators alone. */
export const SismilSection = () => {
  const id = useId()
  const result = useQuery({ ...hostQuery, gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  return (
    <section aria-labelledby={id} className={styles['place']}>
      <Panel>
        <header className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            SisMil
          </h2>
          <p className={styles['note']}>暑さ指数計の画面へのリンクです。すべての会社で共通です。</p>
        </header>
        {result.data === undefined ? (
          <NoAnswerYet result={result} height={96} />
        ) : (
          <HostForm key={result.data.version} host={result.data} />
        )}
      </Panel>
    </section>
  )
}

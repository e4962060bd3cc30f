import { CompanyStartDraft, type CompanyStarted } from '@mimamori/contract/company-start'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { check, type FieldErrors } from '../kit/form/check.ts'
import { ErrorSummary } from '../kit/form/error-summary.tsx'
import { useForm, type FormState } from '../kit/form/use-form.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { useLeave } from '../kit/use-leave.ts'
import { call } from '../platform/api.ts'
import { AnswerError, TimedOutError, UnreachableError } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import { StartFields } from './start-fields.tsx'
import styles from './start-screen.module.css'
import { StartedDialog } from './started-dialog.tsx'
import { WhatWillExist } from './what-will-exist.tsx'

const initial = { opensAt: '06:00', closesAt: '20:00', keyName: '最初の親機' }

const codeTaken = message('E009', { field: labels.company.officeCode })

/** A code that another company has, which only the server knows: the field says so. */
const faultsOf = (error: unknown): FieldErrors | undefined =>
  error instanceof AnswerError && error.lines.some(({ text }) => text === codeTaken) ? { officeCode: codeTaken } : undefined

/** Sent, and nobody knows what became of it. The answer with the secrets is lost in any case. */
const isUnheard = (error: unknown) => error instanceof TimedOutError || (error instanceof UnreachableError && !error.offline)

/** How many of the fields that must be filled in are, and are right. */
const Filled = ({ form }: { readonly form: FormState<typeof CompanyStartDraft> }) => {
  const result = check(CompanyStartDraft, form.draft)
  const faults = result.good ? {} : result.errors
  const all = [...form.required]
  const done = all.filter((name) => faults[name] === undefined).length
  return (
    <p className={styles['filled']} role="status">
      {result.good && <strong>入力は終わりました</strong>}
      <span>
        必須 {all.length} のうち {done}
      </span>
    </p>
  )
}

/** /company/start: a company, its first site, the administrator of that site and the key of its gateways, by one form. */
export const CompanyStartScreen = () => {
  const leave = useLeave(screens.companyList)
  const router = useRouter()
  const [started, setStarted] = useState<CompanyStarted>()
  const form = useForm('company-start', {
    schema: CompanyStartDraft,
    resource: 'companyStart',
    initial,
    onSubmit: async (values) => {
      try {
        setStarted(await call(endpoints.companyStart.create, { body: values }))
      } catch (error) {
        const faults = faultsOf(error)
        if (faults !== undefined) return faults
        await showFailure(error, isUnheard(error) ? message('startUnheard') : undefined)
        return {}
      }
      queryClient.removeQueries({ type: 'inactive' })
      return undefined
    },
  })
  useUnsavedGuard(() => started === undefined && form.isDirty())
  const toSite = (made: CompanyStarted) =>
    void router.navigate({ to: screens.home.path, search: { OfficeId: made.office.officeId }, replace: true })
  return (
    <>
      <PageTitle back={screens.companyList} count="会社・拠点・管理者・受信キーをまとめて登録します" />
      <form noValidate className={styles['form']} onSubmit={(event) => void form.submit(event)}>
        <Panel>
          <ErrorSummary form={form} unsaved="登録はまだ行われていません。" />
          <StartFields form={form} />
        </Panel>
        <WhatWillExist form={form} />
        <div className={styles['actions']}>
          <Filled form={form} />
          <Button onClick={leave}>やめる</Button>
          <Button type="primary" htmlType="submit" loading={form.submitting}>
            まとめて登録する
          </Button>
        </div>
      </form>
      {started !== undefined && <StartedDialog started={started} onClose={() => toSite(started)} />}
    </>
  )
}

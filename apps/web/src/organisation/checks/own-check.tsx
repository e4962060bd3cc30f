import { morningCheck } from '@mimamori/contract/morning-check'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { NoAnswerYet } from '../../kit/no-answer-yet.tsx'
import { useOwnActions } from '../../platform/action-queue/own-actions.ts'
import { clockOf } from '../../platform/japan-time.ts'
import { queryOf } from '../../platform/query.ts'
import { currentLanguage, useTranslation } from '../../platform/texts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { sendCheck } from './check-actions.ts'
import { CheckForm } from './check-form.tsx'
import styles from './own-check.module.css'
import { TranslatedText } from '../../kit/translated-text.tsx'
import { useCheckAnswers } from './use-check-answers.ts'

const useOwnCheck = () => useQuery({ ...queryOf(morningCheck.own, {}), staleTime: 60_000 })

type FormProps = { readonly questions: NonNullable<ReturnType<typeof useOwnCheck>['data']>['questions']; readonly onClose: () => void }

const Form = ({ questions, onClose }: FormProps) => {
  const { t } = useTranslation()
  const { userId, displayName } = useViewer()
  const { form, isSending, refuse, submit } = useCheckAnswers(questions, async (given) => {
    const state = await sendCheck({ userId, fullName: displayName }, given)
    if (state !== undefined) onClose()
  })
  return (
    <>
      <CheckForm {...form} language={currentLanguage()} t={t} />
      <div className={styles['buttons']}>
        <Button disabled={isSending} onClick={refuse}>
          <TranslatedText name="check.refuse" />
        </Button>
        <Button type="primary" loading={isSending} onClick={submit}>
          <TranslatedText name="check.send" />
        </Button>
      </div>
    </>
  )
}

/** A worker's own morning check: asked until it is answered, then a line with the way to answer again. */
export const OwnCheck = () => {
  const { t } = useTranslation()
  const result = useOwnCheck()
  const { data } = result
  const { waiting } = useOwnActions()
  const { userId } = useViewer()
  const [isOpen, setOpen] = useState(false)
  if (data === undefined)
    return (
      <section className={styles['card']} aria-label={t('check.title')}>
        <h2>
          <TranslatedText name="check.title" />
        </h2>
        <NoAnswerYet result={result} height={88} />
      </section>
    )
  if (data.questions.length === 0) return null
  const isUnsent = waiting.some(({ path, input }) => path === morningCheck.answer.path && input.body['userId'] === userId)
  const isAnswered = isUnsent || data.state !== 'none'
  const state = (): ReactNode => {
    if (isUnsent) return <TranslatedText name="check.own.unsent" />
    if (!isAnswered || data.answeredAt === null) return <TranslatedText name="check.own.please" />
    return data.state === 'refused' ? (
      <TranslatedText name="check.own.refused" />
    ) : (
      <TranslatedText name="check.own.answered" values={{ time: clockOf(data.answeredAt) }} />
    )
  }
  return (
    <section className={styles['card']} aria-label={t('check.title')}>
      <h2>
        <TranslatedText name="check.title" />
      </h2>
      {isOpen ? (
        <Form questions={data.questions} onClose={() => setOpen(false)} />
      ) : (
        <>
          <p role="status">{state()}</p>
          {data.attention && !isUnsent && (
            <p className={styles['attention']}>
              <TranslatedText name="check.own.attention" />
            </p>
          )}
          <Button type={isAnswered ? 'default' : 'primary'} className={styles['answer'] ?? ''} onClick={() => setOpen(true)}>
            <TranslatedText name={isAnswered ? 'check.again' : 'check.answer'} />
          </Button>
        </>
      )}
    </section>
  )
}

import { morningCheck } from '@mimamori/contract/morning-check'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoAnswerYet } from '../../kit/no-answer-yet.tsx'
import { useOwnActions } from '../../platform/action-queue/own-actions.ts'
import { clockOf } from '../../platform/japan-time.ts'
import { queryOf } from '../../platform/query.ts'
import { currentLanguage } from '../../platform/texts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { sendCheck } from './check-actions.ts'
import { CheckForm, type GivenAnswers, isComplete } from './check-form.tsx'
import styles from './own-check.module.css'

const useOwnCheck = () => useQuery({ ...queryOf(morningCheck.own, {}), staleTime: 60_000 })

type FormProps = { readonly questions: NonNullable<ReturnType<typeof useOwnCheck>['data']>['questions']; readonly onClose: () => void }

const Form = ({ questions, onClose }: FormProps) => {
  const { t } = useTranslation('texts')
  const { userId, displayName } = useViewer()
  const [answers, setAnswers] = useState<GivenAnswers>({})
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const send = async (given: GivenAnswers | undefined) => {
    setSending(true)
    const state = await sendCheck({ userId, fullName: displayName }, given)
    setSending(false)
    if (state !== undefined) onClose()
  }
  return (
    <>
      <CheckForm questions={questions} answers={answers} isTried={isTried} onChange={setAnswers} language={currentLanguage()} t={t} />
      <div className={styles['buttons']}>
        <Button disabled={isSending} onClick={() => void send(undefined)}>
          {t('check.refuse')}
        </Button>
        <Button type="primary" loading={isSending} onClick={() => (isComplete(questions, answers) ? void send(answers) : setTried(true))}>
          {t('check.send')}
        </Button>
      </div>
    </>
  )
}

/** A worker's own morning check: asked until it is answered, then a line with the way to answer again. */
export const OwnCheck = () => {
  const { t } = useTranslation('texts')
  const result = useOwnCheck()
  const { data } = result
  const { waiting } = useOwnActions()
  const { userId } = useViewer()
  const [isOpen, setOpen] = useState(false)
  if (data === undefined)
    return (
      <section className={styles['card']} aria-label={t('check.title')}>
        <h2>{t('check.title')}</h2>
        <NoAnswerYet result={result} height={88} />
      </section>
    )
  if (data.questions.length === 0) return null
  const isUnsent = waiting.some(({ path, input }) => path === morningCheck.answer.path && input.body['userId'] === userId)
  const isAnswered = isUnsent || data.state !== 'none'
  const state = (): string => {
    if (isUnsent) return t('check.own.unsent')
    if (!isAnswered || data.answeredAt === null) return t('check.own.please')
    return data.state === 'refused' ? t('check.own.refused') : t('check.own.answered', { time: clockOf(data.answeredAt) })
  }
  return (
    <section className={styles['card']} aria-label={t('check.title')}>
      <h2>{t('check.title')}</h2>
      {isOpen ? (
        <Form questions={data.questions} onClose={() => setOpen(false)} />
      ) : (
        <>
          <p role="status">{state()}</p>
          {data.attention && !isUnsent && <p className={styles['attention']}>{t('check.own.attention')}</p>}
          <Button type={isAnswered ? 'default' : 'primary'} className={styles['answer'] ?? ''} onClick={() => setOpen(true)}>
            {t(isAnswered ? 'check.again' : 'check.answer')}
          </Button>
        </>
      )}
    </section>
  )
}

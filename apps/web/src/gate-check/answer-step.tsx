import type { CheckQuestion } from '@mimamori/contract/check-questions'
import type { Language } from '@mimamori/contract/language'
import { Button } from 'antd'
import { useState } from 'react'
import { CheckForm, type GivenAnswers, isComplete } from '../organisation/checks/check-form.tsx'
import { LanguageSelect } from '../organisation/checks/language-select.tsx'
import { useTextsIn } from '../organisation/checks/use-texts-in.ts'
import styles from './gate-screen.module.css'

/** Whose card was read: without a network nobody knows the name. */
export type Holder = { readonly card: string; readonly name: { readonly fullName: string; readonly furigana: string } | undefined }

type AnswerStepProps = {
  readonly holder: Holder
  readonly questions: readonly CheckQuestion[]
  readonly language: Language
  readonly onLanguage: (language: Language) => void
  readonly onSend: (answers: GivenAnswers | undefined) => Promise<void>
  readonly onLeave: () => void
}

const shownLetters = 4

/** Asks the person whose card was read. */
export const AnswerStep = ({ holder, questions, language, onLanguage, onSend, onLeave }: AnswerStepProps) => {
  const t = useTextsIn(language)
  const [answers, setAnswers] = useState<GivenAnswers>({})
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const send = async (given: GivenAnswers | undefined) => {
    if (isSending) return
    setSending(true)
    await onSend(given)
  }
  const { name, card } = holder
  return (
    <div className={styles['answer']}>
      <div className={styles['who']}>
        <div>
          {name !== undefined && <p>{name.furigana}</p>}
          <h2>{name?.fullName ?? t('check.gate.cardEnd', { end: card.slice(-shownLetters) })}</h2>
        </div>
        <LanguageSelect label={t('common.language')} value={language} onChange={onLanguage} />
      </div>
      {name === undefined && <p className={styles['note']}>{t('check.gate.offline')}</p>}
      <CheckForm questions={questions} answers={answers} isTried={isTried} onChange={setAnswers} language={language} t={t} />
      <div className={styles['others']} lang={language}>
        <Button type="text" disabled={isSending} onClick={onLeave}>
          {t('check.gate.notMe')}
        </Button>
        <Button type="text" disabled={isSending} onClick={() => void send(undefined)}>
          {t('check.refuse')}
        </Button>
      </div>
      <div className={styles['foot']} lang={language}>
        <Button
          type="primary"
          block
          loading={isSending}
          onClick={() => (isComplete(questions, answers) ? void send(answers) : setTried(true))}
        >
          {t('check.send')}
        </Button>
      </div>
    </div>
  )
}

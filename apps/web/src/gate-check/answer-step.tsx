import type { CheckQuestion } from '@mimamori/contract/check-questions'
import type { Language } from '@mimamori/contract/language'
import { Button } from 'antd'
import { CheckForm, type GivenAnswers } from '../organisation/checks/check-form.tsx'
import { CheckFoot, CheckNote, CheckPerson } from '../organisation/checks/check-person.tsx'
import { useCheckAnswers } from '../organisation/checks/use-check-answers.ts'
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
  const { form, isSending, refuse, submit } = useCheckAnswers(questions, onSend)
  const { name, card } = holder
  return (
    <div className={styles['answer']}>
      <CheckPerson
        name={name?.fullName ?? t('check.gate.cardEnd', { end: card.slice(-shownLetters) })}
        furigana={name?.furigana}
        languageLabel={t('common.language')}
        language={language}
        onLanguage={onLanguage}
      />
      {name === undefined && <CheckNote>{t('check.gate.offline')}</CheckNote>}
      <CheckForm {...form} language={language} t={t} />
      <div className={styles['others']} lang={language}>
        <Button type="text" disabled={isSending} onClick={onLeave}>
          {t('check.gate.notMe')}
        </Button>
        <Button type="text" disabled={isSending} onClick={refuse}>
          {t('check.refuse')}
        </Button>
      </div>
      <CheckFoot lang={language}>
        <Button type="primary" block loading={isSending} onClick={submit}>
          {t('check.send')}
        </Button>
      </CheckFoot>
    </div>
  )
}

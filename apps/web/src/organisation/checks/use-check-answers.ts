import type { CheckQuestion } from '@mimamori/contract/check-questions'
import { useState } from 'react'
import { type GivenAnswers, isComplete } from './check-form.tsx'

/**
 * What somebody answers to the questions of the day, and its sending, once at a time.
 * @param send sends the answers, or that the person does not answer
 */
export const useCheckAnswers = (questions: readonly CheckQuestion[], send: (answers: GivenAnswers | undefined) => Promise<void>) => {
  const [answers, setAnswers] = useState<GivenAnswers>({})
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const sendOnce = async (given: GivenAnswers | undefined) => {
    if (isSending) return
    setSending(true)
    await send(given)
    setSending(false)
  }
  return {
    /** For `CheckForm`. */
    form: { questions, answers, isTried, onChange: setAnswers },
    isSending,
    refuse: () => void sendOnce(undefined),
    /** Sends the answers, or marks what is missing. */
    submit: () => (isComplete(questions, answers) ? void sendOnce(answers) : setTried(true)),
  }
}

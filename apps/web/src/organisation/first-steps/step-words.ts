import type { FirstStep, FirstStepKey, FirstSteps } from '@mimamori/contract/first-steps'

/** What the steps are called, in their order. */
export const stepNames: Record<FirstStepKey, string> = {
  company: '会社',
  office: '拠点',
  key: '受信キー',
  devices: '機器',
  workers: '作業者',
  reading: '最初の測定値',
}

/** What a step is about, before its turn. */
const later: Record<FirstStepKey, string> = {
  company: '契約の単位です。',
  office: '現場を1つ登録します。あとから増やせます。',
  key: '親機や機器が、この拠点に測定値を送るための鍵です。',
  devices: '受信キーから送ってきた機器を、まとめて登録できます。',
  workers: '氏名・生年月日・班と、身に着ける体調デバイス。CSVでまとめて取り込めます。',
  reading: 'だれかの体調が1件届くと、この欄は消え、ホームが始まります。',
}

const namesInWords = ({ names, count }: FirstStep): string => {
  const others = count - names.length
  return `${names.join('・')}${others > 0 ? ` ほか${others}件` : ''}`
}

const doneInWords = (step: FirstStep): string => {
  switch (step.key) {
    case 'company':
    case 'office':
    case 'key':
      return namesInWords(step)
    case 'devices':
      return `体調デバイス ${step.count}台`
    case 'workers':
      return `作業者 ${step.count}人`
    case 'reading':
      return `${step.count}人の体調が届いています。`
    default:
      return step.key satisfies never
  }
}

const nextInWords = ({ key, count }: FirstStep, arrived: number): string => {
  if (key === 'key') return '受信キーを作り、親機に設定すると、測定値がこの拠点に届きます。'
  if (key === 'devices')
    return arrived > 0
      ? `受信キーから${arrived}台が送ってきています。登録すると、測定値を受け取り始めます。`
      : '受信キーを設定した親機が送り始めると、届いた機器がここに並び、まとめて登録できます。先に登録しておくこともできます。'
  if (key === 'workers' && count > 0) return `作業者が${count}人います。体調デバイスを渡すと、その人の体調が届き始めます。`
  return later[key]
}

export type StepState = 'done' | 'next' | 'later'

export type ShownStep = { readonly step: FirstStep; readonly number: number; readonly state: StepState; readonly words: string }

/**
 * The steps as they are shown: the first that is not done is the next one, wherever later ones are done already.
 * @param arrived how many devices send that can be registered
 */
export const shownSteps = (steps: readonly FirstStep[], arrived: number): ShownStep[] => {
  const next = steps.find(({ done }) => !done)
  return steps.map((step, index) => {
    const state = step.done ? 'done' : step === next ? 'next' : 'later'
    const words = { done: () => doneInWords(step), next: () => nextInWords(step, arrived), later: () => later[step.key] }[state]()
    return { step, number: index + 1, state, words }
  })
}

/** Whether everything is done that a site needs: its first reading has come, whatever was removed since. */
export const isStarted = (steps: readonly FirstStep[]): boolean => steps.some(({ key, done }) => key === 'reading' && done)

/** Whether anybody works at the site. */
export const hasWorkers = ({ steps }: Pick<FirstSteps, 'steps'>): boolean => steps.some(({ key, count }) => key === 'workers' && count > 0)

import { type OperationPart, operationPartNames, screens } from '@mimamori/contract'
import { japanDayAndClock } from '../../platform/japan-time.ts'
import { type Letter, htmlOf, textOf } from '../../platform/outside/letter.ts'

export type WrittenLetter = { readonly subject: string; readonly body: string; readonly html: string }

const closing = '見守りから、サービス管理者に自動で送っています。'

const linksTo = (publicUrl: string | undefined): Letter['links'] =>
  publicUrl === undefined ? [] : [{ label: '稼働状況を開く（ログインが必要です）', url: `${publicUrl}${screens.operation.path}` }]

const written = (subject: string, letter: Pick<Letter, 'paragraphs' | 'rows' | 'links'>): WrittenLetter => {
  const whole: Letter = { heading: subject, closing, ...letter }
  return { subject, body: textOf(whole), html: htmlOf(whole) }
}

const namesOf = (parts: readonly Pick<OperationPart, 'part'>[]) => parts.map(({ part }) => operationPartNames[part]).join('、')

const wordsOf = ({ part, meaning, action, since }: OperationPart) =>
  [
    `■ ${operationPartNames[part]}`,
    meaning,
    ...(action === null ? [] : [`→ ${action}`]),
    ...(since === null ? [] : [`（${japanDayAndClock(new Date(since))}から）`]),
  ].join('\n')

/** Once a day: what needs a hand and what to do, and what is well again since the letter before. */
export const dailyLetter = (
  ill: readonly OperationPart[],
  wellAgain: readonly Pick<OperationPart, 'part'>[],
  publicUrl: string | undefined,
): WrittenLetter =>
  written(
    ill.length === 0 ? '【見守り】サービスに手当ての必要なものはなくなりました' : `【見守り】サービスに手当てが必要です（${namesOf(ill)}）`,
    {
      paragraphs: [...ill.map(wordsOf), ...(wellAgain.length === 0 ? [] : [`手当てが要らなくなったもの：${namesOf(wellAgain)}`])],
      rows: [],
      links: linksTo(publicUrl),
    },
  )

/** At once: alarms reach nobody. */
export const alarmLetter = (reasons: readonly string[], action: string, since: Date, publicUrl: string | undefined): WrittenLetter =>
  written('【見守り】アラートの通知が届かない状態です', {
    paragraphs: [reasons.join('\n'), action],
    rows: [{ label: '気づいた時刻', value: japanDayAndClock(since) }],
    links: linksTo(publicUrl),
  })

/** Alarms reach people again. */
export const calmLetter = (since: Date, at: Date, publicUrl: string | undefined): WrittenLetter =>
  written('【見守り】アラートの通知を送れるようになりました', {
    paragraphs: ['その間のアラートに対応されていないものがないか、アラート一覧で確かめてください。'],
    rows: [
      { label: '届かなかったのは', value: `${japanDayAndClock(since)}から` },
      { label: '戻った時刻', value: japanDayAndClock(at) },
    ],
    links: linksTo(publicUrl),
  })
